// Which failures let a caller try the same operation again: it was certainly not carried out, for a reason that may
// pass. A decline is not among them, nor is an operation that a person cancelled.
import type { FailureCode } from '#contract/operation/outcome-codes.ts';
import type { OperationRecord } from '../ports/record.ts';

const passing: ReadonlySet<FailureCode> = new Set([
  'busy',
  'credentials-refused',
  'not-permitted',
  'not-sent-in-time',
  'card-number-gone',
  'payment-token-gone',
  // Of questions only: they move no money.
  'no-answer',
]);

export function mayBeTriedAgain({ failure }: Pick<OperationRecord, 'failure'>): boolean {
  return failure !== null && passing.has(failure.code);
}
