// Notes at a start what the office sets: the journal says so where it changed, and the newest version outlives the file.
import { canonicalJson } from '#contract/data/json.ts';
import { contentText } from '#contract/office/office-settings.ts';
import type { OpenedStore } from '#store/open.ts';
import type { Folder } from './open-folder.ts';
import type { BridgePorts } from './ports.ts';

const noted = 'office-settings';

interface Noted {
  readonly till: string;
  readonly version: number;
  /** What it says, as canonical JSON; null: it is not in force. */
  readonly content: string | null;
}

export function notedSettings(meta: Pick<OpenedStore['meta'], 'get'>): Noted | null {
  const text = meta.get(noted);
  return text === null ? null : (JSON.parse(text) as Noted);
}

export function noteOfficeSettings(
  { opening, clock }: Pick<Folder, 'opening' | 'clock'>,
  { officeSettings: started }: Pick<BridgePorts, 'officeSettings'>,
): void {
  const document = started?.office?.document ?? null;
  const before = notedSettings(opening.meta);
  if (document === null && (before === null || before.content === null)) return;
  const content = document === null ? null : contentText(document);
  const now: Noted =
    document === null
      ? { till: before?.till ?? '', version: before?.version ?? 0, content }
      : { till: document.till, version: document.version, content };
  if (before !== null && canonicalJson({ ...before }) === canonicalJson({ ...now })) return;
  opening.meta.transact((tx) => {
    if (before?.till !== now.till || before.content !== content) {
      const type = document === null ? 'office-settings-removed' : 'office-settings-applied';
      const { version } = now;
      const said = document === null ? {} : { currency: document.currency, settings: document.settings };
      tx.journal({ type, operationId: null, atMs: clock.nowMs(), data: { version, ...said } });
    }
    tx.put(noted, JSON.stringify(now));
  });
}
