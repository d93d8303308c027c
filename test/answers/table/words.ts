// What does it say? Status words in answers that are right in everything else.

import { type MoneyOperation, operations, wholeRefusal, wholeSuccess } from '../support/operations.ts';
import { type Expected, type Row } from '../support/rows.ts';
import { makeRow, repeatsOf } from './make-row.ts';
import { sources } from './sources.ts';

type Says = Readonly<Record<string, Expected>>;

/** Good words for every operation; ACCEPTED may mean "taken up" and is only not a refusal. */
const good: Says = {
  OK: 'succeeded',
  APPROVED: 'succeeded',
  COMPLETED: 'succeeded',
  SUCCESS: 'succeeded',
  ACCEPTED: 'not-failed',
  ok: 'not-failed',
  Approved: 'not-failed',
};

const takes: Says = { AUTHORIZED: 'succeeded', REVERSED: 'not-succeeded', REFUNDED: 'not-succeeded' };
const paysOut: Says = { REFUNDED: 'succeeded' };
const captures: Says = { CAPTURED: 'succeeded', AUTHORIZED: 'open', REVERSED: 'not-succeeded' };
/** An authorization that is still authorized, or captured, was not reversed. Cancelled is what a reversal wants. */
const reverses: Says = { REVERSED: 'succeeded', AUTHORIZED: 'open', CAPTURED: 'open', CANCELLED: 'not-failed' };

const own: Readonly<Record<MoneyOperation['name'], Says>> = {
  SALE: { ...takes, CAPTURED: 'succeeded' },
  AUTHORISATION: { ...takes, CAPTURED: 'not-failed' },
  CREDIT: paysOut,
  'CAPTURE at a terminal': captures,
  'REVERSE at a terminal': reverses,
  capture: captures,
  refund: paysOut,
  reverse: reverses,
  'create DIRECT': { ...takes, CAPTURED: 'succeeded' },
  'create HOSTED': {},
  confirm: { ...takes, CAPTURED: 'succeeded' },
  incremental: { AUTHORIZED: 'succeeded', REVERSED: 'not-succeeded' },
  'refund-unreferenced': paysOut,
};

/** TIMEOUT says that the host did not hear either; an unknown word is not guessed. */
const open: Says = {
  PENDING: 'open',
  PROCESSING: 'open',
  IN_PROGRESS: 'open',
  TIMEOUT: 'open',
  UNKNOWN: 'open',
  QUX: 'open',
  pending: 'open',
};

const bad: Says = {
  FAILED: 'failed',
  DECLINED: 'failed',
  REJECTED: 'failed',
  CANCELLED: 'failed',
  ERROR: 'not-succeeded',
  failed: 'not-succeeded',
  declined: 'not-succeeded',
};

function expectedOf(operation: MoneyOperation, word: string, expected: Expected): Expected {
  // A hosted payment is made before the customer pays: "not yet paid" and words for it do not make it open.
  return operation.name === 'create HOSTED' && expected === 'open' ? 'not-failed' : expected;
}

function goodRows(operation: MoneyOperation): Row[] {
  return Object.entries({ ...good, ...own[operation.name] }).map(([word, expected]) =>
    makeRow(
      `word: ${expected === 'succeeded' ? 'good' : 'not plainly good'}`,
      operation,
      `${word}, all else right`,
      (sent, number) => wholeSuccess(operation, number, sent, { status: word, responseCode: undefined }),
      { expected, rests: expected === 'open' ? sources.reversal : sources.words },
    ),
  );
}

function openRows(operation: MoneyOperation): Row[] {
  return Object.entries(open).flatMap(([word, expected]) => [
    makeRow(
      'word: open',
      operation,
      `${word}, all else right`,
      (sent, number) => wholeSuccess(operation, number, sent, { status: word, responseCode: undefined }),
      {
        expected: expectedOf(operation, word, expected),
        rests: `${sources.guess}; ${sources.running}`,
        posts: word === 'TIMEOUT' ? repeatsOf(operation) : 'once',
      },
    ),
    makeRow(
      'word: open',
      operation,
      `${word} beside responseCode 00000000`,
      (sent, number) => wholeSuccess(operation, number, sent, { status: word }),
      {
        expected: expectedOf(operation, word, expected),
        rests: `${sources.guess}; ${sources.running}`,
        posts: word === 'TIMEOUT' ? repeatsOf(operation) : 'once',
      },
    ),
  ]);
}

function badRows(operation: MoneyOperation): Row[] {
  const reversal = operation.name === 'reverse' || operation.name === 'REVERSE at a terminal';
  return Object.entries(bad)
    .filter(([word]) => !(reversal && word === 'CANCELLED'))
    .map(([word, expected]) =>
      makeRow(
        'word: bad',
        operation,
        `${word} with the right ids`,
        (sent, number) => wholeRefusal(operation, number, sent, { status: word, responseCode: undefined }),
        {
          expected,
          rests: word === 'FAILED' ? sources.onlyFailed : sources.words,
          posts: expected === 'failed' ? 'once' : repeatsOf(operation),
        },
      ),
    );
}

function bothRows(operation: MoneyOperation): Row[] {
  return ['FAILED', 'DECLINED', 'CANCELLED'].map((word) =>
    makeRow(
      'word: bad beside proof of success',
      operation,
      `${word} beside responseCode 00000000, amount and slip`,
      (sent, number) => wholeSuccess(operation, number, sent, { status: word }),
      {
        expected: own[operation.name][word] ?? 'not-succeeded',
        rests: sources.shownAgrees,
      },
    ),
  );
}

export const wordRows: readonly Row[] = operations.flatMap((operation) => [
  ...goodRows(operation),
  ...openRows(operation),
  ...badRows(operation),
  ...bothRows(operation),
]);
