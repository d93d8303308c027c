// What a record shows under the operation's own reference, after the answer was lost: the answers of the other tables
// come as records, and are held to the same expectations. A payment that was made is the record itself; an operation on
// a payment is an entry in the record's list.

import { type Answer, type Sent } from '../support/gateway.ts';
import { type OperationName, operationNamed, payIdOf, wholeRefusal, wholeSuccess } from '../support/operations.ts';
import { type Expected, type Row } from '../support/rows.ts';
import { amountRows } from './amount.ts';
import { amountsElsewhereRows, denialRows } from './beyond.ts';
import { conversionRows } from './conversion.ts';
import { identityRows } from './identity.ts';
import { makeRow, repeatsOf } from './make-row.ts';
import { nestedRows } from './nested.ts';
import { besideRows, languageRows, smallerRows } from './outsider.ts';
import { sources } from './sources.ts';

const making: ReadonlySet<OperationName> = new Set([
  'SALE',
  'AUTHORISATION',
  'CREDIT',
  'create DIRECT',
  'refund-unreferenced',
]);

const typeOf: { readonly [name in OperationName]?: string } = {
  refund: 'REFUND',
  capture: 'CAPTURE',
  confirm: 'ORDER_CONFIRMATION',
  incremental: 'INCREMENTAL_AUTHORIZATION',
};

/** Says of a payment's record something else than of an answer. */
const meansSomethingElse: readonly RegExp[] = [
  // A part of a payment may be captured, and what was not captured or refunded yet remains.
  /remain|balance that is due|amount\.capturedValue$|nothing captured yet/,
  // What is not shown in a record was proved by the reference.
  /for nothing$/,
];

function asRecord(row: Row): Row | null {
  const { operation } = row;
  const type = typeOf[operation.name];
  if (!making.has(operation.name) && type === undefined) return null;
  // An entry with other references is another operation's; its transId may be that of the payment.
  if (type !== undefined && row.class.startsWith('identity') && !row.name.endsWith('another payId')) return null;
  if (row.expected === 'failed' || meansSomethingElse.some((each) => each.test(row.name))) return null;
  let sent: Sent | null = null;
  const record = (number: number): Answer => {
    const body = sent === null ? {} : (row.answer(sent, number).body as object);
    if (type === undefined) return { status: 200, body };
    const operations = [{ type, ...body }];
    return { status: 200, body: { payId: payIdOf(number), merchantId: 'SHOP', status: 'OK', operations } };
  };
  return {
    ...row,
    name: `${row.name}, as a record`,
    class: `as a record: ${row.class}`,
    // A record that says nothing proves as little as none: then what has a key may be sent again.
    posts: row.expected === 'not-failed' ? repeatsOf(operation) : row.posts,
    answer: (post) => {
      sent ??= post;
      return { status: 504 };
    },
    lookUp: (_, number) => record(number),
  };
}

const sale = operationNamed('SALE');
const sum = (value: number) => ({ value, currency: 'EUR' });

const sinceThen: readonly Row[] = (
  [
    [
      'refunded whole since',
      { status: 'REFUNDED', amount: { ...sum(5000), capturedValue: 5000, refundedValue: 5000 } },
      'open',
    ],
    [
      'refunded whole since, by its sum',
      { amount: { ...sum(5000), capturedValue: 5000, refundedValue: 5000 } },
      'open',
    ],
    [
      'refunded whole since, by its word',
      { status: 'REFUNDED', amount: { ...sum(5000), capturedValue: 5000 } },
      'open',
    ],
    [
      'refunded in part since',
      { status: 'REFUNDED', amount: { ...sum(5000), capturedValue: 5000, refundedValue: 1000 } },
      'succeeded',
    ],
    [
      'what remains to be refunded',
      { remainingAmount: sum(4000), amount: { ...sum(5000), capturedValue: 5000, refundedValue: 1000 } },
      'succeeded',
    ],
    [
      'captured whole',
      { status: 'CAPTURED', amount: { ...sum(5000), capturedValue: 5000, refundedValue: 0 } },
      'succeeded',
    ],
    [
      'voided, by an entry alone',
      {
        operations: [
          { type: 'SALE', status: 'OK', amount: sum(5000) },
          { type: 'VOID', status: 'OK', amount: sum(5000) },
        ],
      },
      'open',
    ],
    [
      'a void of it that was refused',
      {
        operations: [
          { type: 'SALE', status: 'OK', amount: sum(5000) },
          { type: 'VOID', status: 'FAILED', amount: sum(5000) },
        ],
      },
      'succeeded',
    ],
    [
      'a try that was taken back, and the one that stands',
      {
        operations: [
          { type: 'SALE', status: 'OK', amount: sum(5000) },
          { type: 'VOID', status: 'OK', amount: sum(5000) },
          { type: 'SALE', status: 'OK', amount: sum(5000) },
        ],
      },
      'succeeded',
    ],
    [
      'its capture refused',
      {
        status: 'AUTHORIZED',
        amount: { ...sum(5000), capturedValue: 0 },
        operations: [
          { type: 'AUTHORIZATION', status: 'OK', amount: sum(5000) },
          { type: 'CAPTURE', status: 'FAILED', amount: sum(5000) },
        ],
      },
      'open',
    ],
    [
      'its capture refused and tried again',
      {
        operations: [
          { type: 'AUTHORIZATION', status: 'OK', amount: sum(5000) },
          { type: 'CAPTURE', status: 'FAILED', amount: sum(5000) },
          { type: 'CAPTURE', status: 'OK', amount: sum(5000) },
        ],
      },
      'succeeded',
    ],
    [
      'authorized, and captured at the end of the day',
      { status: 'AUTHORIZED', amount: { ...sum(5000), capturedValue: 0 } },
      'succeeded',
    ],
    [
      'a list with a refused try before it',
      {
        operations: [
          { type: 'AUTHORIZATION', status: 'FAILED', responseCode: '20000000', amount: sum(5000) },
          { type: 'AUTHORIZATION', status: 'OK', amount: sum(5000) },
        ],
      },
      'succeeded',
    ],
  ] as const
).map(([title, over, expected]) =>
  makeRow('what became of a sale', sale, title, (sent, number) => wholeSuccess(sale, number, sent, over), {
    expected,
    rests: sources.shownAgrees,
  }),
);

/** A refusal in the record, and what stands beside it. */
const beside = (title: string, over: Record<string, unknown>, expected: Expected) => ({ title, over, expected });
const paid = { ...sum(5000), capturedValue: 5000 };
const madeRefused = [
  beside('nothing else', {}, 'failed'),
  beside('nothing captured', { amount: { ...sum(5000), capturedValue: 0, refundedValue: 0 } }, 'failed'),
  beside(
    'its refused tries',
    { operations: ['SALE', 'CAPTURE'].map((type) => ({ type, status: 'FAILED', responseCode: '20000051' })) },
    'failed',
  ),
  beside('an entry that is done', { operations: [{ type: 'SALE', status: 'OK', amount: sum(5000) }] }, 'open'),
  beside('an entry of a capture that is done', { operations: [{ type: 'CAPTURE', status: 'OK' }] }, 'open'),
  beside('an approval code', { approvalCode: '654321' }, 'open'),
  beside('a slip that says approved', { receipt: { customer: ['APPROVED'] } }, 'open'),
  beside('a text of success', { message: 'Transaction approved' }, 'open'),
];
const ofTaking = [
  beside('all of it captured', { amount: paid }, 'open'),
  beside('a part of it captured', { amount: { ...paid, capturedValue: 100 } }, 'open'),
  beside('captured and given back', { amount: { ...paid, refundedValue: 5000 } }, 'open'),
];

const refusedRecords: readonly Row[] = [...making].flatMap((name) =>
  [...madeRefused, ...(name === 'CREDIT' || name === 'refund-unreferenced' ? [] : ofTaking)].map(
    ({ title, over, expected }): Row => {
      const operation = operationNamed(name);
      let sent: Sent | null = null;
      const lost = (post: Sent): Answer => {
        sent ??= post;
        return { status: 504 };
      };
      return {
        ...makeRow('a record of a refusal', operation, `FAILED beside ${title}`, lost, {
          expected,
          rests: sources.refusedAround,
        }),
        lookUp: (get, number) => ({ ...wholeRefusal(operation, number, sent ?? get, over), status: 200 }),
      };
    },
  ),
);

/** The entry of an operation is refused; what the payment's sums and other entries say. */
const refusedEntries: readonly Row[] = (['refund', 'capture'] as const).flatMap((name) => {
  const operation = operationNamed(name);
  const moved = name === 'refund' ? 'refundedValue' : 'capturedValue';
  const type = typeOf[name];
  const sums = (value: number) => ({ ...sum(9000), capturedValue: name === 'refund' ? 9000 : 0, [moved]: value });
  const others = { type, refNr: 'ANOTHER-TILLS', status: 'OK', amount: sum(5000) };
  return [
    { title: 'sums without it', value: 0, listed: [], entry: {}, expected: 'failed' as const },
    { title: "another till's in the sums", value: 5000, listed: [others], entry: {}, expected: 'failed' as const },
    { title: 'it in the sums', value: 5000, listed: [], entry: {}, expected: 'open' as const },
    {
      title: "it and another till's in the sums",
      value: 10_000,
      listed: [others],
      entry: {},
      expected: 'open' as const,
    },
    { title: 'an approval code', value: 0, listed: [], entry: { approvalCode: '654321' }, expected: 'open' as const },
  ].map(({ title, value, listed, entry, expected }): Row => {
    let sent: Sent | null = null;
    const lost = (post: Sent): Answer => {
      sent ??= post;
      return { status: 504 };
    };
    const own = () => ({ type, refNr: sent?.body['refNr'], status: 'FAILED', responseCode: '20000051', ...entry });
    const record = (number: number) => ({
      payId: payIdOf(number),
      merchantId: 'SHOP',
      status: 'CAPTURED',
      amount: sums(value),
      operations: [...listed, { ...own(), amount: sum(5000) }],
    });
    return {
      ...makeRow('a record of a refusal', operation, `an entry FAILED beside ${title}`, lost, {
        expected,
        rests: sources.refusedAround,
      }),
      lookUp: (_, number) => ({ status: 200, body: record(number) }),
    };
  });
});

const wraps: readonly (readonly [title: string, wrap: (record: unknown) => unknown])[] = [
  ['data', (record) => ({ data: record })],
  ['a list of payments', (record) => ({ payments: [record] })],
  ['Payment, in capitals', (record) => ({ Payment: record })],
  ['a payment in a result', (record) => ({ result: { payment: record } })],
  ['data, beside a word', (record) => ({ success: true, data: record })],
];

/** All of a record stands within another object or a list. */
const wrapped: readonly Row[] = wraps.flatMap(([title, wrap]) =>
  (['SALE', 'refund', 'capture', 'create DIRECT'] as const).map(operationNamed).flatMap((operation) =>
    (
      [
        ['the operation', {}, 'succeeded'],
        ['half of the sum', { amount: { value: 2500, currency: 'EUR' } }, 'open'],
        ['another payId', { payId: 'P99999', transId: 'T99999', refNr: 'ORDER-99999' }, 'open'],
      ] as const
    ).flatMap(([what, over, expected]) => {
      const row = asRecord(
        makeRow(
          'a record within',
          operation,
          `${what} in ${title}`,
          (sent, number) => wholeSuccess(operation, number, sent, over),
          { expected, rests: sources.shownAgrees, posts: what === 'another payId' ? 'any' : 'once' },
        ),
      );
      const within = (answer: Answer): Answer => ({ ...answer, body: wrap(answer.body) });
      return row === null
        ? []
        : [{ ...row, lookUp: (sent: Sent, number: number) => within(row.lookUp!(sent, number)) }];
    }),
  ),
);

export const recordRows: readonly Row[] = [
  ...amountRows,
  ...amountsElsewhereRows,
  ...denialRows,
  ...conversionRows,
  ...identityRows.filter((row) => row.class === 'identity wrong, success'),
  ...nestedRows,
  ...besideRows,
  ...smallerRows,
  ...languageRows.filter((row) => row.class !== 'a refusal that is none'),
  ...sinceThen,
]
  .map(asRecord)
  .filter((row) => row !== null)
  .concat(wrapped, refusedRecords, refusedEntries);
