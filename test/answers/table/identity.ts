// Whose answer is it? Each id that an answer may show, right, left out and wrong, in a success and in a refusal.

import { type Sent } from '../support/gateway.ts';
import { type MoneyOperation, operations, payIdOf, wholeRefusal, wholeSuccess } from '../support/operations.ts';
import { type Row } from '../support/rows.ts';
import { makeRow } from './make-row.ts';
import { sources } from './sources.ts';

interface Foreign {
  readonly title: string;
  readonly over: (sent: Sent, number: number) => Record<string, unknown>;
}

function yesterday(localDateTime: unknown): string {
  const at = new Date(`${String(localDateTime).slice(0, 19)}Z`);
  return new Date(at.getTime() - 86_400_000).toISOString().slice(0, 19);
}

const everywhere: readonly Foreign[] = [
  { title: 'another refNr', over: () => ({ refNr: 'TB01A0000000000000000000000000000' }) },
];
const withTransId: readonly Foreign[] = [
  { title: 'another transId', over: () => ({ transId: 'T99999' }) },
  {
    title: 'another transId and nothing else',
    over: () => ({ transId: 'T99999', refNr: undefined, payId: undefined }),
  },
];
const ofPayment: readonly Foreign[] = [
  { title: 'another payId', over: () => ({ payId: 'P99999' }) },
  { title: 'another payId and nothing else', over: () => ({ payId: 'P99999', refNr: undefined, transId: undefined }) },
  {
    title: 'two wrong, one right',
    over: (_, number) => ({ payId: payIdOf(number), refNr: 'OTHER', transId: 'T99999' }),
  },
];
const atTerminal: readonly Foreign[] = [
  { title: 'another terminal', over: () => ({ posTerminalId: 'K99999' }) },
  {
    title: 'another terminal and nothing else',
    over: () => ({ posTerminalId: 'K99999', refNr: undefined, transId: undefined }),
  },
  { title: "yesterday's date", over: (sent) => ({ localDateTime: yesterday(sent.body['localDateTime']) }) },
  {
    title: "yesterday's date and no ids",
    over: (sent) => ({
      localDateTime: yesterday(sent.body['localDateTime']),
      refNr: undefined,
      transId: undefined,
      posTerminalId: undefined,
      payId: undefined,
    }),
  },
];
/** A number of its own is no fault (outsider.ts): only the one that the command is about must agree. */
const withTrace: readonly Foreign[] = [
  { title: 'the trace number of another original', over: () => ({ originalTraceNr: '000999' }) },
];

function foreignOf(operation: MoneyOperation): readonly Foreign[] {
  return [
    ...everywhere,
    ...(operation.kind === 'reverse' ? [] : withTransId),
    ...(operation.ofPayment ? ofPayment.slice(0, operation.kind === 'reverse' ? 2 : 3) : []),
    ...(operation.atTerminal ? atTerminal : []),
    ...(operation.input(0)['traceNr'] === undefined ? [] : withTrace),
  ];
}

const nothingShown = {
  payId: undefined,
  merchantId: undefined,
  transId: undefined,
  refNr: undefined,
  xId: undefined,
  posTerminalId: undefined,
  localDateTime: undefined,
};

function shownOrNot(operation: MoneyOperation): Row[] {
  // A payment whose id is not shown cannot be refunded later; the sources do not say what a created one has to show.
  const creates = operation.kind === 'create-payment';
  return [
    makeRow(
      'identity not shown',
      operation,
      'a success that shows no id',
      (sent, number) => wholeSuccess(operation, number, sent, nothingShown),
      { expected: creates ? 'not-failed' : 'succeeded', rests: sources.notRequired },
    ),
    makeRow(
      'identity not shown',
      operation,
      'FAILED that shows no id',
      (sent, number) => wholeRefusal(operation, number, sent, nothingShown),
      { expected: 'failed', rests: sources.onlyFailed },
    ),
    makeRow(
      'identity right',
      operation,
      'FAILED with the right ids',
      (sent, number) => wholeRefusal(operation, number, sent),
      { expected: 'failed', rests: sources.onlyFailed },
    ),
  ];
}

function wrong(operation: MoneyOperation): Row[] {
  return foreignOf(operation).flatMap((foreign) => [
    makeRow(
      'identity wrong, success',
      operation,
      `a success with ${foreign.title}`,
      (sent, number) => wholeSuccess(operation, number, sent, foreign.over(sent, number)),
      { expected: 'open', rests: `${sources.identity}; ${sources.notAgain}` },
    ),
    makeRow(
      'identity wrong, refusal',
      operation,
      `FAILED with ${foreign.title}`,
      (sent, number) => wholeRefusal(operation, number, sent, foreign.over(sent, number)),
      { expected: 'open', rests: `${sources.identity}; ${sources.notAgain}` },
    ),
  ]);
}

export const identityRows: readonly Row[] = operations.flatMap((operation) => [
  ...shownOrNot(operation),
  ...wrong(operation),
]);
