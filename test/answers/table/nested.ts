// A status inside the answer that says another thing than the one outside.

import { type MoneyOperation, operations, wholeRefusal, wholeSuccess } from '../support/operations.ts';
import { type Expected, type Row } from '../support/rows.ts';
import { makeRow } from './make-row.ts';
import { sources } from './sources.ts';

type Place = readonly [string, (status: string) => Record<string, unknown>];

const places: readonly Place[] = [
  ['paymentMethods.card.status', (status) => ({ paymentMethods: { card: { status } } })],
  ['payment.status', (status) => ({ payment: { status } })],
];

const inside: Readonly<Record<string, Expected>> = {
  DECLINED: 'not-succeeded',
  FAILED: 'not-succeeded',
  PENDING: 'open',
  QUX: 'open',
};

function expectedOf(operation: MoneyOperation, expected: Expected): Expected {
  return operation.name === 'create HOSTED' && expected === 'open' ? 'not-failed' : expected;
}

export const nestedRows: readonly Row[] = operations.flatMap((operation) =>
  places.flatMap(([place, put]) => [
    ...Object.entries(inside).map(([word, expected]) =>
      makeRow(
        'nested status against a good one',
        operation,
        `${operation.word} around ${place} ${word}`,
        (sent, number) => wholeSuccess(operation, number, sent, put(word)),
        { expected: expectedOf(operation, expected), rests: sources.nested },
      ),
    ),
    makeRow(
      'nested status that agrees',
      operation,
      `${operation.word} around ${place} ${operation.word}`,
      (sent, number) => wholeSuccess(operation, number, sent, put(operation.word)),
      { expected: 'succeeded', rests: sources.shownAgrees },
    ),
    makeRow(
      'good nested status in a refusal',
      operation,
      `FAILED around ${place} OK`,
      (sent, number) => wholeRefusal(operation, number, sent, put('OK')),
      { expected: 'not-succeeded', rests: sources.shownAgrees },
    ),
  ]),
);
