// What a terminal's sale or authorization must show before goods are handed over: the slip's trace number or approval
// code, or our own reference together with the amount.

import { operationNamed, operations, wholeSuccess } from '../support/operations.ts';
import { type Expected, type Row } from '../support/rows.ts';
import { makeRow } from './make-row.ts';
import { sources } from './sources.ts';

const bare = {
  traceNr: undefined,
  approvalCode: undefined,
  refNr: undefined,
  amount: undefined,
  responseCode: undefined,
  responseDescription: undefined,
};
const amount = { value: 5000, currency: 'EUR' };

type Shown = readonly [string, Readonly<Record<string, unknown>> | 'keep refNr' | 'keep refNr and amount', Expected];

const shown: readonly Shown[] = [
  ['no slip, no refNr, no amount', {}, 'open'],
  ['payId, transId and terminal only', { responseCode: '00000000' }, 'open'],
  [
    '00000000 "command delivered to terminal"',
    { status: undefined, responseCode: '00000000', responseDescription: 'command delivered to terminal' },
    'open',
  ],
  ['amount only', { amount }, 'open'],
  ['refNr only', 'keep refNr', 'open'],
  ['refNr and amount', 'keep refNr and amount', 'succeeded'],
  ['trace number only', { traceNr: '000777' }, 'succeeded'],
  ['approval code only', { approvalCode: '999111' }, 'succeeded'],
  ['an empty trace number', { traceNr: '', approvalCode: '' }, 'open'],
  ['a trace number that is null', { traceNr: null, approvalCode: null }, 'open'],
  ['a trace number of spaces', { traceNr: '      ', approvalCode: ' ' }, 'open'],
];

const sales: readonly Row[] = (['SALE', 'AUTHORISATION'] as const).map(operationNamed).flatMap((operation) =>
  shown.map(([title, over, expected]) =>
    makeRow(
      'evidence of a terminal sale',
      operation,
      `${operation.word}, ${title}`,
      (sent, number) => {
        const whole = wholeSuccess(operation, number, sent, bare);
        const kept =
          over === 'keep refNr'
            ? { refNr: sent.body['refNr'] }
            : over === 'keep refNr and amount'
              ? { refNr: sent.body['refNr'], amount }
              : over;
        return { ...whole, body: { ...(whole.body as object), ...kept } };
      },
      { expected, rests: sources.evidence },
    ),
  ),
);

/** What was sent with the command is no number of its own. */
const others: readonly Row[] = operations
  .filter((each) => each.atTerminal && each.name !== 'SALE' && each.name !== 'AUTHORISATION')
  .flatMap((operation) => {
    const of = (title: string, over: Readonly<Record<string, unknown>>, expected: Expected): Row =>
      makeRow(
        'evidence of other terminal commands',
        operation,
        `${operation.word}, ${title}`,
        (sent, number) => wholeSuccess(operation, number, sent, { ...bare, ...over }),
        { expected, rests: sources.evidence },
      );
    const given = operation.input(1);
    const echoed = { traceNr: given['traceNr'], approvalCode: given['approvalCode'] };
    const delivered = {
      status: undefined,
      responseCode: '00000000',
      responseDescription: 'command delivered to terminal',
    };
    return [
      of('without slip, refNr and amount', {}, 'open'),
      of('00000000 "command delivered to terminal"', delivered, 'open'),
      of('00000000 "command delivered to terminal", with what was sent', { ...delivered, ...echoed }, 'open'),
      of('a trace number of its own', { traceNr: '000777' }, 'succeeded'),
      of('an approval code of its own', { approvalCode: '991199' }, 'succeeded'),
    ];
  });

/** The request again, with a good word. */
const echoes: readonly Row[] = operations
  .filter((each) => each.atTerminal)
  .map((operation) =>
    makeRow(
      'an echo of a terminal command',
      operation,
      'all that was sent, and OK',
      (sent) => ({ status: 200, body: { ...sent.body, status: 'OK' } }),
      { expected: 'open', rests: sources.evidence },
    ),
  );

export const evidenceRows: readonly Row[] = [...sales, ...others, ...echoes];
