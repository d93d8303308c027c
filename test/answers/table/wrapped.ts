// Answers of which a part, or all, stands within another object or a list: what is shown there counts as at the top.

import {
  type MoneyOperation,
  operationNamed,
  payIdOf,
  transIdOf,
  wholeRefusal,
  wholeSuccess,
} from '../support/operations.ts';
import { type Row } from '../support/rows.ts';
import { makeRow } from './make-row.ts';
import { sources } from './sources.ts';

type Over = Readonly<Record<string, unknown>>;

const sum = (value: number, currency = 'EUR') => ({ value, currency });
const onPayment = (['capture', 'refund', 'confirm', 'incremental'] as const).map(operationNamed);
const making = (['SALE', 'create DIRECT', 'refund-unreferenced'] as const).map(operationNamed);

/** What is of another payment, operation, sum or currency. */
const foreign: readonly (readonly [title: string, within: Over])[] = [
  ['another transId', { transId: 'T99999' }],
  ['another sum', { amount: sum(4_999) }],
  ['another currency', { amount: sum(5_000, 'USD') }],
];
const anothersPayment: readonly (readonly [title: string, within: Over])[] = [
  ['another payId', { payId: 'P99999' }],
  ['another payment, whole', { payId: 'P99999', transId: 'T99999', amount: sum(100) }],
];

const places: readonly (readonly [title: string, wrap: (shown: Over) => Over])[] = [
  ['transaction', (shown) => ({ transaction: shown })],
  ['data', (shown) => ({ data: shown })],
  ['result', (shown) => ({ result: shown })],
  ['Result, in capitals', (shown) => ({ Result: shown })],
  ['a data in a response', (shown) => ({ response: { data: shown } })],
  ['a list of one', (shown) => ({ results: [shown] })],
];

function within(operation: MoneyOperation): Row[] {
  const cases = [...foreign, ...(operation.ofPayment ? anothersPayment : [])];
  return places.flatMap(([place, wrap]) =>
    cases.map(([title, shown]) =>
      makeRow(
        'of another, within',
        operation,
        `${title} in ${place}`,
        (sent, number) => wholeSuccess(operation, number, sent, wrap(shown)),
        { expected: 'open', rests: `${sources.identity}; ${sources.amount}; ${sources.notAgain}` },
      ),
    ),
  );
}

const otherPayments: readonly Row[] = onPayment.map((operation) =>
  makeRow(
    'of another, within',
    operation,
    'a list of other payments',
    (sent, number) =>
      wholeSuccess(operation, number, sent, { payments: [{ payId: 'P99998' }, { payId: 'P99999', amount: sum(1) }] }),
    { expected: 'open', rests: sources.identity },
  ),
);

/** What may stand in an answer that is whole and right. */
function harmless(operation: MoneyOperation): Row[] {
  const cases: readonly (readonly [title: string, over: (number: number) => Over])[] = [
    [
      'its own names and sum in a transaction',
      (number) => ({ transaction: { transId: transIdOf(number), amount: sum(5_000) } }),
    ],
    [
      'the payment among others',
      (number) => ({ payments: [{ payId: 'P99999', amount: sum(1) }, { payId: payIdOf(number) }] }),
    ],
    [
      'the names of the payment',
      (number) => ({ payment: { payId: payIdOf(number), transId: 'order-7', refNr: 'till-3' } }),
    ],
    ['an original payment', () => ({ originalPayment: { payId: 'P99999', transId: 'T99999', amount: sum(90_000) } })],
    [
      'the entries of the payment',
      () => ({ operations: [{ type: 'AUTHORIZATION', transId: 'T99999', amount: sum(90_000) }] }),
    ],
    ['a fee', () => ({ fee: { amount: sum(35) } })],
    ['an empty data', () => ({ data: {} })],
    ['data that is a text', () => ({ data: 'ok' })],
    ['null in its place', () => ({ data: null, payment: null, result: [] })],
  ];
  return cases.map(([title, over]) =>
    makeRow(
      'its own, within',
      operation,
      title,
      (sent, number) => wholeSuccess(operation, number, sent, over(number)),
      { expected: 'succeeded', rests: sources.notRequired },
    ),
  );
}

/** A refusal that shows what it moved, or says in its words that all went well. */
const refusals: readonly Row[] = (
  [
    ['capture', 'the captured sum', { amount: { ...sum(5_000), capturedValue: 5_000 } }],
    ['capture', 'capturedAmount', { capturedAmount: sum(5_000) }],
    ['refund', 'the refunded sum', { amount: { ...sum(5_000), refundedValue: 5_000 } }],
    ['SALE', 'the captured sum', { amount: { ...sum(5_000), capturedValue: 5_000 } }],
    ['refund', 'the title "Successful"', { title: 'Successful' }],
    ['refund', 'the detail "Approved"', { detail: 'Approved' }],
  ] as const
).flatMap(([name, title, over]) =>
  [400, 422].map((status) =>
    makeRow(
      'a refusal that is none',
      operationNamed(name),
      `${status} FAILED with ${title}`,
      (sent, number) => ({ ...wholeRefusal(operationNamed(name), number, sent, over), status }),
      { expected: 'open', rests: sources.refusedAround },
    ),
  ),
);

export const wrappedRows: readonly Row[] = [
  ...[...onPayment, ...making].flatMap(within),
  ...otherPayments,
  ...(['capture', 'refund'] as const).map(operationNamed).flatMap(harmless),
  ...refusals,
];
