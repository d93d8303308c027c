// Decides whether a data folder may be a copy of another, from the evidence that folder-location.ts reads.
import { pauseSentences } from '#contract/people/pause.ts';

/** Where a database lies: the machine's id (empty where the system has no lasting one) and the file's number. */
export interface FolderLocation {
  readonly machine: string;
  readonly inode: string;
}

export interface FolderEvidence {
  /** The database was made just now. */
  readonly isNew: boolean;
  readonly headSeq: number;
  /** The last record seen of this folder, noted outside of it; null where there is no note. */
  readonly seen: { readonly seq: number; readonly hash: string } | null;
  /** The hash of the record that has this number in the folder now. */
  readonly hashAt: (seq: number) => string | null;
  /** The location that the folder's database noted; null before its first start. */
  readonly before: FolderLocation | null;
  /** The noted location was edited or removed. */
  readonly isEdited: boolean;
  readonly here: FolderLocation;
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
