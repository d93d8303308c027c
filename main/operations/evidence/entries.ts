// What the entries of a payment's list call themselves. The specification names no types, so the words are looked for
// within a name; a type that has none of them is unknown, and says nothing for or against.

import { plainText } from './plain-text.ts';

/** What an entry is about, as the table (rules.ts) speaks of it. */
export type EntryKind = 'reversal' | 'refund' | 'increment' | 'confirmation' | 'capture' | 'authorization';

/** In this order: "capture reversal" is a reversal, and "incremental authorization" an increment. */
export const entryWords: readonly (readonly [kind: EntryKind, words: readonly string[]])[] = [
  ['reversal', ['revers', 'void', 'cancel', 'storn', 'ruckbuchung', 'rueckbuchung', 'annul', 'anulac']],
  [
    'refund',
    ['refund', 'credit', 'gutschrift', 'erstattung', 'rembours', 'rimbors', 'reembols', 'devoluc', 'terugbetal'],
  ],
  ['increment', ['increment']],
  ['confirmation', ['confirm', 'order']],
  ['capture', ['capture', 'captura', 'cattura']],
  [
    'authorization',
    [
      'auth',
      'autori',
      'reserv',
      'sale',
      'purchase',
      'kauf',
      'vente',
      'achat',
      'vendita',
      'acquisto',
      'venta',
      'compra',
      'verkoop',
    ],
  ],
];

/** Names how was paid, or what may be done, and not what was done. */
const notDone =
  /credit ?card|(?:carte|carta|tarjeta) d[ei] credit\w*|(?:revers|refund|void|cancell?|credit|captur|increment)[ai]ble/g;

export function entryKind(type: string | null): EntryKind | null {
  const small = plainText(type ?? '').replaceAll(notDone, '');
  return entryWords.find(([, words]) => words.some((word) => small.includes(word)))?.[0] ?? null;
}

/** Whether it takes the money at once, where an authorization holds it. */
export function namesSale(type: string | null): boolean {
  return entryKind(type) === 'authorization' && !/aut|reserv/.test(plainText(type ?? ''));
}

/** What an entry must be to be an operation of one row of the table. */
export interface EntryRule {
  /** What it is listed as. Of a payment that the operation made, one of these must be shown. */
  readonly own: readonly EntryKind[];
  /** What it may be listed as besides, under a reference that no other operation has. */
  readonly also: readonly EntryKind[];
}

/** Whether a type says that an entry is this operation, that it is another, or nothing. */
export type EntryMatch = 'own' | 'also' | 'unknown' | 'other';

export function entryMatch(rule: EntryRule, type: string | null): EntryMatch {
  const kind = entryKind(type);
  if (kind === null) return 'unknown';
  if (rule.own.includes(kind)) return 'own';
  return rule.also.includes(kind) ? 'also' : 'other';
}
