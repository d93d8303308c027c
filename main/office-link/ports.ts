// What the link to the office needs of the till. A till without one sells in the same way.
import type { JsonObject } from '#contract/data/json.ts';
import type { JournalHead } from '#contract/data/signed-head.ts';
import type { Countersigned } from '#contract/office/office.ts';
import type { SettingsAsked, SettingsDocument } from '#contract/office/office-settings.ts';

export interface LinkJournal {
  head(): JournalHead;
  /** The hash of one record, 64 zeros for number 0; null where there is none. */
  hashAt(seq: number): string | null;
  /** The next records as lines of an export; null where there is none. */
  stretchAfter(seq: number): string | null;
  /** `told` is called after each commit. */
  subscribe(told: () => void): () => void;
}

/** What the link needs of the till's settings. */
export interface LinkSettings {
  asked(): SettingsAsked;
  /** Keeps it, or notes why not; null: the office has nothing newer. */
  take(document: SettingsDocument | null): void;
}

export interface LinkPorts {
  readonly journal: LinkJournal;
  readonly after: (ms: number, work: () => void) => () => void;
  readonly nowIso: () => string;
  /** This program's. */
  readonly version: string;
  /** What is wrong with the office is another thing than before. */
  readonly changed: () => void;
  /** Keeps whether the chain wants refunds to be claimed. */
  readonly keepWish: (claims: boolean) => void;
  /** What the office sets at this till. */
  readonly settings: LinkSettings;
  /** Keeps the newest head that the office signed. */
  readonly keep: (signed: Countersigned) => void;
  readonly log: (level: 'info' | 'warn', event: string, facts: JsonObject) => void;
}
