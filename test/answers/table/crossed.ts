// Everything against everything: status x identity x amount x word, for one operation of each family. The outcome of
// each class is a line of `expectedOf`, written by hand and read from the top.

import { type MoneyOperation, operationNamed, wholeSuccess } from '../support/operations.ts';
import { type Expected, type Row } from '../support/rows.ts';
import { makeRow, repeatsOf } from './make-row.ts';
import { sources } from './sources.ts';

const statuses = ['success', 202, 409, 422, 500] as const;
const identities = ['right', 'not shown', 'wrong'] as const;
const amounts = ['right', 'less', 'other currency'] as const;
const words = ['good', 'FAILED', 'PENDING', 'QUX'] as const;

interface Cell {
  readonly status: (typeof statuses)[number];
  readonly identity: (typeof identities)[number];
  readonly amount: (typeof amounts)[number];
  readonly word: (typeof words)[number];
}

const identityMembers = {
  right: {},
  'not shown': { payId: undefined, transId: undefined, refNr: undefined, posTerminalId: undefined, xId: undefined },
  wrong: { refNr: 'TB01A0000000000000000000000000000' },
} as const;

const amountMembers = {
  right: {},
  less: { amount: { value: 1, currency: 'EUR' } },
  'other currency': { amount: { value: 5000, currency: 'JPY' } },
} as const;

function expectedOf(operation: MoneyOperation, cell: Cell): readonly [Expected, string] {
  const { status, identity, amount, word } = cell;
  if (status === 409 || status === 500) return ['open', sources.unknownStatus];
  if (status === 202) return [word === 'FAILED' ? 'not-succeeded' : 'open', sources.accepted202];
  if (identity === 'wrong') return ['open', sources.identity];
  if (word === 'PENDING' || word === 'QUX') return [status === 422 ? 'not-succeeded' : 'open', sources.guess];
  // A refusal that names another sum is not said to be anybody's; it is no success in any case.
  if (word === 'FAILED') return [amount === 'right' ? 'failed' : 'not-succeeded', sources.onlyFailed];
  if (status === 422) return ['open', sources.shownAgrees];
  if (amount !== 'right') return ['open', amount === 'less' ? sources.less : sources.amount];
  const creates = operation.kind === 'create-payment';
  return [identity === 'not shown' && creates ? 'not-failed' : 'succeeded', sources.guess];
}

/** Whatever contradicts itself or the request is never repeated; a keyed operation may repeat after silence only. */
function repeatsFor(operation: MoneyOperation, cell: Cell): 'once' | 'any' {
  return (cell.status === 409 || cell.status === 500) && repeatsOf(operation) === 'any' ? 'any' : 'once';
}

const cells: readonly Cell[] = statuses.flatMap((status) =>
  identities.flatMap((identity) =>
    amounts.flatMap((amount) => words.map((word) => ({ status, identity, amount, word }))),
  ),
);

export const crossedRows: readonly Row[] = (['SALE', 'refund', 'create DIRECT'] as const)
  .map(operationNamed)
  .flatMap((operation) =>
    cells.map((cell) => {
      const [expected, rests] = expectedOf(operation, cell);
      const bad = cell.word === 'FAILED';
      return makeRow(
        `crossed: ${cell.status}`,
        operation,
        `${cell.status}, identity ${cell.identity}, amount ${cell.amount}, ${cell.word}`,
        (sent, number) => {
          const answer = wholeSuccess(operation, number, sent, {
            ...(cell.word === 'good' ? {} : { status: cell.word, responseCode: bad ? '20000000' : undefined }),
            ...(bad ? { traceNr: undefined, approvalCode: undefined } : {}),
            ...identityMembers[cell.identity],
            ...amountMembers[cell.amount],
          });
          return cell.status === 'success' ? answer : { ...answer, status: cell.status };
        },
        { expected, rests, posts: repeatsFor(operation, cell) },
      );
    }),
  );
