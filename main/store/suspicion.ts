// Whether a data folder may be a copy of another, weighed from what is known of it here and what was seen of it before.
// Only the weighing: where each of it is read from is place.ts's affair.
import { pauseSentences } from '#contract/pause.ts';

/** Where a database lies: the machine's id (empty where it has none that stays) and the file's number. */
export interface Place {
  readonly machine: string;
  readonly inode: string;
}

export interface FolderEvidence {
  /** The database was made just now. */
  readonly isNew: boolean;
  readonly headSeq: number;
  /** The last record that was seen of this folder, kept outside of it; null where nothing is known. */
  readonly seen: { readonly seq: number; readonly hash: string } | null;
  /** The hash of the record that has this number in the folder now. */
  readonly hashAt: (seq: number) => string | null;
  /** Where the folder itself says that it lies; null before its first start. */
  readonly before: Place | null;
  /** What it says of that was edited, or taken away. */
  readonly isEdited: boolean;
  readonly here: Place;
}

/** In words, or null where nothing speaks against it. */
export function suspicionOf({ isNew, headSeq, seen, hashAt, before, isEdited, here }: FolderEvidence): string | null {
  if (isNew) return null;
  if (seen !== null && seen.seq > headSeq) return pauseSentences.putBack(seen.seq - headSeq);
  if (seen !== null && seen.seq > 0 && hashAt(seen.seq) !== seen.hash) return pauseSentences.wentOnElsewhere;
  if (isEdited) return pauseSentences.copied;
  if (before === null) return null;
  if (before.machine !== here.machine) return pauseSentences.otherComputer;
  return before.inode === here.inode ? null : pauseSentences.copied;
}
