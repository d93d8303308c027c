// What to do about an end that was not seen, for a person who has forgotten the operation.
import type { OperationView } from '#contract/operation/operation.ts';
import { isFinal } from '#contract/operation/states.ts';
import type { TextKey } from '#texts/index.ts';
import { isReversal } from '../operation-facts.ts';
import { isLink, isMoneyOut, nameOf } from '#texts/operation-facts.ts';

type EndWord = 'ends.notKnown' | 'ends.paid' | 'ends.notPaid' | 'ends.carriedOut' | 'ends.notCarriedOut';
type EndText = Extract<TextKey, `ends.do.${string}` | 'link.do.twice'>;

export function isCarriedOut({ state }: OperationView): boolean {
  return state === 'succeeded';
}

/** A sale is the customer's money: it was paid, or it was not. */
export function endWord(operation: OperationView): EndWord {
  if (!isFinal(operation.state)) return 'ends.notKnown';
  const done = isCarriedOut(operation);
  if (isPaidLink(operation)) return 'ends.paid';
  if (nameOf(operation) === 'kind.sale') return done ? 'ends.paid' : 'ends.notPaid';
  return done ? 'ends.carriedOut' : 'ends.notCarriedOut';
}

function isPaidLink(operation: OperationView): boolean {
  return isLink(operation) && operation.offer?.state === 'paid';
}

/** Another sum was paid by link or on a hosted page than was asked for. */
export function isDiffering({ offer }: OperationView): boolean {
  return offer?.state === 'differs';
}

/** One link or page was paid by more than one payment. */
export function isPaidTwice({ offer }: OperationView): boolean {
  return offer?.paidAgain !== undefined;
}

export function whatToDo(operation: OperationView): EndText {
  if (isPaidTwice(operation)) return 'link.do.twice';
  if (isPaidLink(operation)) return 'ends.do.charged';
  const name = nameOf(operation);
  const done = isCarriedOut(operation);
  if (isMoneyOut(name)) return done ? 'ends.do.refunded' : 'ends.do.notRefunded';
  if (isReversal(name)) return done ? 'ends.do.reversed' : 'ends.do.notReversed';
  if (name === 'kind.capture' || name === 'kind.terminal-capture') {
    return done ? 'ends.do.captured' : 'ends.do.notCaptured';
  }
  if (name === 'kind.authorization' || name === 'kind.incremental') {
    return done ? 'ends.do.reserved' : 'ends.do.notReserved';
  }
  if (name === 'kind.sale') return done ? 'ends.do.charged' : 'ends.do.notCharged';
  return 'ends.do.other';
}
