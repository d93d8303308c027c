// What of an approved sum is a tip, and no part of the purchase.
import { tipChosen } from '#contract/money/tip.ts';
import type { OperationRecord } from '../ports/record.ts';

/** A tip typed at the terminal, and the one that was chosen at the till; where less was approved, that is missing first. */
export function tipOf({ input, amount, approved }: Pick<OperationRecord, 'input' | 'amount' | 'approved'>): number {
  return amount === null || approved === null ? 0 : Math.max(0, approved.value - amount.value + tipChosen(input));
}
