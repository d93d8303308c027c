// What the link to the office needs of the till. A till without one sells in the same way.
import type { JsonObject } from '#contract/data/json.ts';
import type { JournalHead } from '#contract/data/signed-head.ts';
import type { Countersigned } from '#contract/office/office.ts';
import type { PeopleAnswer, PeopleAsked } from '#contract/office/office-people.ts';
import type { ProgramsAnswer, ProgramsAsked } from '#contract/office/office-programs.ts';
import type { SettingsAnswer, SettingsAsked } from '#contract/office/office-settings.ts';

export interface LinkJournal {
  head(): JournalHead;
  /** The hash of one record, 64 zeros for number 0; null where there is none. */
  hashAt(seq: number): string | null;
  /** The next records as lines of an export; null where there is none. */
  stretchAfter(seq: number): string | null;
  /** `told` is called after each commit. */
  subscribe(told: () => void): () => void;
}

/** What the link needs of what the till keeps of its office, of one kind. */
export interface LinkDocument<Asked, Answer> {
  asked(): Asked;
  /** Keeps the document, or notes why not; where there is none, the office has nothing newer. */
  take(answer: Answer): void | Promise<void>;
}

/** Of people or programs. */
export interface LinkList<Asked, Answer> extends LinkDocument<Asked, Answer> {
  /** How many of them the till ever had of an office: the rows and records of each stay. */
  known(): number;
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
  readonly settings: LinkDocument<SettingsAsked, SettingsAnswer>;
  /** Whom the office lets sign in at this till. */
  readonly people: LinkList<PeopleAsked, PeopleAnswer>;
  /** Which programs the office lets in at this till. */
  readonly programs: LinkList<ProgramsAsked, ProgramsAnswer>;
  /** Keeps the newest head that the office signed. */
  readonly keep: (signed: Countersigned) => void;
  readonly log: (level: 'info' | 'warn', event: string, facts: JsonObject) => void;
}
