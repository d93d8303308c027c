// Which failures leave an operation free to be tried again as the very same one: it certainly was not carried out, for
// a reason that is not its own. A decline is not among them, nor is what a person took back.
import type { FailureCode } from '#contract/failure.ts';
import type { OperationRecord } from './record.ts';

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
