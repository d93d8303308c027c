// For how much? Amounts that an answer shows, beside right ids and a good word.

import { type MoneyOperation, operations, wholeRefusal, wholeSuccess } from '../support/operations.ts';
import { type Expected, type Row } from '../support/rows.ts';
import { makeRow } from './make-row.ts';
import { sources } from './sources.ts';

interface Shown {
  readonly title: string;
  readonly amount: unknown;
  readonly expected: Expected;
  readonly rests: string;
}

const shown: readonly Shown[] = [
  { title: 'no amount', amount: undefined, expected: 'succeeded', rests: sources.notRequired },
  { title: 'the right value, no currency', amount: { value: 5000 }, expected: 'succeeded', rests: sources.notRequired },
  { title: 'half', amount: { value: 2500, currency: 'EUR' }, expected: 'open', rests: sources.less },
  { title: 'half, no currency', amount: { value: 2500 }, expected: 'open', rests: sources.less },
  { title: 'one cent less', amount: { value: 4999, currency: 'EUR' }, expected: 'open', rests: sources.less },
  { title: 'nothing', amount: { value: 0, currency: 'EUR' }, expected: 'open', rests: sources.less },
  { title: 'one cent more', amount: { value: 5001, currency: 'EUR' }, expected: 'open', rests: sources.more },
  { title: 'a tenth more', amount: { value: 5500, currency: 'EUR' }, expected: 'open', rests: sources.more },
  { title: 'another currency', amount: { value: 5000, currency: 'USD' }, expected: 'open', rests: sources.amount },
  { title: 'another currency, no value', amount: { currency: 'USD' }, expected: 'open', rests: sources.amount },
  {
    title: 'another currency and another value',
    amount: { value: 5500, currency: 'USD' },
    expected: 'open',
    rests: sources.amount,
  },
];

/** An answer to an incremental authorization may show the new total, which the bridge does not know here. */
function expectedFor(operation: MoneyOperation, each: Shown): Expected {
  return operation.name === 'incremental' && each.rests === sources.more ? 'not-failed' : each.expected;
}

export const amountRows: readonly Row[] = operations
  .filter((operation) => operation.kind !== 'reverse')
  .flatMap((operation) => [
    ...shown.map((each) =>
      makeRow(
        `amount: ${each.rests === sources.notRequired ? 'not shown' : 'other'}`,
        operation,
        `a success for ${each.title}`,
        (sent, number) => wholeSuccess(operation, number, sent, { amount: each.amount }),
        { expected: expectedFor(operation, each), rests: each.rests },
      ),
    ),
    makeRow(
      'amount: in a refusal',
      operation,
      'FAILED for the right amount',
      (sent, number) => wholeRefusal(operation, number, sent, { amount: { value: 5000, currency: 'EUR' } }),
      { expected: 'failed', rests: sources.onlyFailed },
    ),
    makeRow(
      'amount: in a refusal',
      operation,
      'FAILED for nothing',
      (sent, number) => wholeRefusal(operation, number, sent, { amount: { value: 0, currency: 'EUR' } }),
      { expected: 'not-succeeded', rests: sources.onlyFailed },
    ),
    ...[
      ['another amount', { value: 9900, currency: 'EUR' }] as const,
      ['another currency', { value: 5000, currency: 'USD' }] as const,
    ].map(([title, amount]) =>
      makeRow(
        'amount: in a refusal of another',
        operation,
        `FAILED for ${title}`,
        (sent, number) => wholeRefusal(operation, number, sent, { amount }),
        { expected: 'open', rests: sources.amount },
      ),
    ),
  ]);
