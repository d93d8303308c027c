// Response codes, alone and beside a status word. Eight characters; the first digit says what it is.

import { type MoneyOperation, operations, wholeRefusal, wholeSuccess } from '../support/operations.ts';
import { type Expected, type Row } from '../support/rows.ts';
import { makeRow, repeatsOf } from './make-row.ts';
import { sources } from './sources.ts';

interface Code {
  readonly code: unknown;
  readonly description?: string;
  readonly expected: Expected;
  /** For a capture and a reversal, which need no evidence: what is neither good nor bad is not contrary. */
  readonly withoutEvidence?: Expected;
  readonly rests: string;
}

const alone: readonly Code[] = [
  { code: '00000000', expected: 'succeeded', rests: sources.code },
  { code: '0ABCDEF1', expected: 'succeeded', rests: sources.code },
  { code: '00', expected: 'open', withoutEvidence: 'not-failed', rests: sources.code },
  { code: '0', expected: 'open', withoutEvidence: 'not-failed', rests: sources.code },
  { code: 0, expected: 'open', withoutEvidence: 'not-failed', rests: sources.code },
  { code: '0000000', expected: 'open', withoutEvidence: 'not-failed', rests: sources.code },
  { code: '000000000', expected: 'open', withoutEvidence: 'not-failed', rests: sources.code },
  { code: '05', description: 'DO NOT HONOUR', expected: 'not-succeeded', rests: sources.code },
  { code: '51', description: 'INSUFFICIENT FUNDS', expected: 'not-succeeded', rests: sources.code },
  { code: 5, description: 'DO NOT HONOUR', expected: 'not-succeeded', rests: sources.code },
  { code: '20000000', expected: 'not-succeeded', rests: sources.code },
  { code: 20000000, expected: 'not-succeeded', rests: sources.code },
  { code: '40000000', expected: 'open', rests: sources.fatal },
  { code: 40000000, expected: 'open', rests: sources.fatal },
  { code: '60000000', expected: 'open', rests: sources.fatal },
  { code: 60000000, expected: 'open', rests: sources.fatal },
  { code: '70000000', expected: 'not-succeeded', rests: sources.code },
  { code: '90000000', expected: 'not-succeeded', rests: sources.code },
];

const besideGood: readonly Code[] = [
  { code: '05', description: 'DO NOT HONOUR', expected: 'not-succeeded', rests: sources.shownAgrees },
  { code: '20000000', expected: 'open', rests: sources.shownAgrees },
  { code: '40000000', expected: 'open', rests: sources.fatal },
  { code: 40000000, expected: 'open', rests: sources.fatal },
  { code: '60000000', expected: 'open', rests: sources.fatal },
];

const besideFailed: readonly Code[] = [
  { code: '20000000', expected: 'failed', rests: sources.onlyFailed },
  { code: '40000000', expected: 'open', rests: sources.fatal },
  { code: 40000000, expected: 'open', rests: sources.fatal },
  { code: '60000000', expected: 'open', rests: sources.fatal },
];

const spelled = (code: unknown): string => (typeof code === 'number' ? `number ${code}` : `"${String(code)}"`);

function expectedOf(operation: MoneyOperation, each: Code): Expected {
  if (operation.name === 'create HOSTED') {
    // Created is all that is claimed; 6 says that the customer is still to pay.
    return each.expected === 'open' ? 'not-failed' : each.expected;
  }
  const needsNothing = operation.name === 'capture' || operation.name === 'reverse';
  return needsNothing ? (each.withoutEvidence ?? each.expected) : each.expected;
}

const described = (each: Code): Record<string, unknown> => ({
  responseCode: each.code,
  responseDescription: each.description ?? 'see code',
});

export const codeRows: readonly Row[] = operations.flatMap((operation) => [
  ...alone.map((each) =>
    makeRow(
      'code alone',
      operation,
      `code ${spelled(each.code)}, no status`,
      (sent, number) => wholeSuccess(operation, number, sent, { status: undefined, ...described(each) }),
      {
        expected: expectedOf(operation, each),
        rests: each.rests,
        // 6 says that it still runs; what the other codes say of a repeat is not known.
        posts: String(each.code).startsWith('6') ? 'once' : repeatsOf(operation),
      },
    ),
  ),
  ...besideGood.map((each) =>
    makeRow(
      'code against a good word',
      operation,
      `${operation.word} with code ${spelled(each.code)}`,
      (sent, number) => wholeSuccess(operation, number, sent, described(each)),
      { expected: expectedOf(operation, each), rests: each.rests },
    ),
  ),
  ...[200, 422].flatMap((status) =>
    besideFailed.map((each) =>
      makeRow(
        'code beside FAILED',
        operation,
        `${status} FAILED with code ${spelled(each.code)}`,
        (sent, number) => ({ ...wholeRefusal(operation, number, sent, described(each)), status }),
        {
          expected: each.expected,
          rests: each.rests,
          posts: String(each.code).startsWith('6') ? 'once' : repeatsOf(operation),
        },
      ),
    ),
  ),
]);
