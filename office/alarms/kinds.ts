// Which alarms there are, and what each one says of itself wherever it goes: mail, webhook, page.
export const alarmKinds = [
  'journal-refused',
  'restored',
  'other-folder',
  'silent',
  'doubt',
  'authorization',
  'refunded-twice',
  'settings',
  'people',
  'programs',
] as const;
export type NoticeKind = (typeof alarmKinds)[number];

/** They happened, and do not end: they are told once, without reminder and without a word that they are over. */
const events: readonly NoticeKind[] = ['restored', 'other-folder', 'refunded-twice'];

export const isEvent = (kind: NoticeKind): boolean => events.includes(kind);

/** What is wrong, as far as a kind knows it. */
export interface NoticeFacts {
  readonly amountMinor?: number | null;
  readonly currency?: string | null;
  readonly reference?: string | null;
  readonly mode?: string | null;
  /** The number of the journal's record. */
  readonly record?: number | null;
  readonly tills?: readonly string[] | null;
}

export interface NoticeItem {
  readonly event: 'opened' | 'reminder' | 'over' | 'test';
  readonly kind: NoticeKind;
  readonly till: string;
  readonly shop: string | null;
  readonly facts: NoticeFacts;
  /** ISO 8601. */
  readonly since: string;
}
