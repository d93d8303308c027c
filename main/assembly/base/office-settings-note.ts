// Notes at a start what the office sets: the journal says so where it changed, and the newest version outlives the file.
import { canonicalJson } from '#contract/data/json.ts';
import { contentText } from '#contract/office/office-settings.ts';
import type { KeptSettings, OfficeOfTill } from '#settings/office-settings.ts';
import type { OpenedStore } from '#store/open.ts';
import type { Folder } from './open-folder.ts';
import type { BridgePorts } from './ports.ts';

const noted = 'office-settings';

interface Noted {
  readonly till: string;
  /** The office's; a note of an older program names none, and counts for the office that the till is at. */
  readonly officeKey?: string;
  readonly version: number;
  /** What it says, as canonical JSON; null: it is not in force. */
  readonly content: string | null;
}

export function notedSettings(meta: Pick<OpenedStore['meta'], 'get'>): Noted | null {
  const text = meta.get(noted);
  return text === null ? null : (JSON.parse(text) as Noted);
}

/** Whether a note is of this office, whose keys may be new while the till has the same id there. */
export function isNoteOf({ till, officeKey }: Omit<Noted, 'content' | 'version'>, office: OfficeOfTill): boolean {
  return till === office.till && (officeKey ?? office.officeKey) === office.officeKey;
}

export function noteOfficeSettings(
  { opening, clock }: Pick<Folder, 'opening' | 'clock'>,
  { officeSettings: started }: Pick<BridgePorts, 'officeSettings'>,
): void {
  const office = started?.office ?? null;
  const before = notedSettings(opening.meta);
  const now = noteOf(office, before);
  if (now === null || (before !== null && canonicalJson({ ...before }) === canonicalJson({ ...now }))) return;
  opening.meta.transact((tx) => {
    const isSame = before !== null && before.content === now.content;
    if (office === null) {
      const data = { version: now.version };
      tx.journal({ type: 'office-settings-removed', operationId: null, atMs: clock.nowMs(), data });
    } else if (!isSame || !isNoteOf(before, { till: now.till, officeKey: office.officeKey })) {
      const { currency, settings } = office.document;
      const data = { version: now.version, currency, settings };
      tx.journal({ type: 'office-settings-applied', operationId: null, atMs: clock.nowMs(), data });
    }
    tx.put(noted, JSON.stringify(now));
  });
}

/** Null: there is nothing to note. */
function noteOf(office: KeptSettings | null, before: Noted | null): Noted | null {
  if (office === null) return before === null || before.content === null ? null : { ...before, content: null };
  const { document, officeKey } = office;
  return { till: document.till, officeKey, version: document.version, content: contentText(document) };
}
