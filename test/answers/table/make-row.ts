// How the files of the table make their rows: a class, an operation, a title, an answer and the outcome written by hand.

import { type Answer, type Sent } from '../support/gateway.ts';
import { type MoneyOperation } from '../support/operations.ts';
import { type Expected, type Posts, type Row } from '../support/rows.ts';

export interface Say {
  readonly expected: Expected;
  readonly rests: string;
  /** The operation's own rule about repeats: a keyed one may be repeated after a lost answer, others never. */
  readonly posts?: Posts;
  readonly until?: 'sent';
}

export function makeRow(
  name: string,
  operation: MoneyOperation,
  title: string,
  answer: (sent: Sent, number: number) => Answer,
  say: Say,
): Row {
  return {
    name: `${operation.name}: ${title}`,
    class: name,
    rests: say.rests,
    operation,
    answer,
    expected: say.expected,
    posts: say.posts ?? 'once',
    ...(say.until === undefined ? {} : { until: say.until }),
  };
}

/** After an answer that says nothing, a keyed operation may be repeated; nothing else ever is. */
export const repeatsOf = (operation: MoneyOperation): 'once' | 'any' => (operation.keyed ? 'any' : 'once');
