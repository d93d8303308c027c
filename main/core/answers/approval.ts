// What was really approved, and whether a person must decide because it is not the amount asked for: less (a partial
// approval), or more (a tip typed at the terminal, where the shop takes tips).
import type { DoubtMark } from '#contract/operation/doubt.ts';
import { type Money, formatMoney } from '#contract/money/money.ts';
import type { Command } from '#operations/define.ts';
import type { Policy } from '../ports/policy.ts';
import type { OperationRecord } from '../ports/record.ts';

type Asked = Pick<OperationRecord, 'amount' | 'takesPartial'>;

/** Why a person has to decide, or null where the sum is what was asked for or may differ from it. */
export function approvalDoubt(
  { amount, takesPartial }: Asked,
  approved: Money | null,
  { tips }: Pick<Policy, 'tips'>,
): DoubtMark | null {
  if (approved === null || amount === null || approved.value === amount.value) return null;
  if (approved.value < amount.value) return takesPartial ? null : approvedLess(approved, amount);
  // More than was asked for again is no tip that anybody meant.
  return tips && approved.value <= amount.value * 2 ? null : `approved-more: ${sumsOf(approved, amount)}`;
}

export function approvedLess(approved: Money, asked: Money): DoubtMark {
  return `approved-less: ${sumsOf(approved, asked)}`;
}

function sumsOf(approved: Money, asked: Money): string {
  return `${formatMoney(approved)} of ${formatMoney(asked)}`;
}

/** The approved amount of a success: the amount asked for, unless another is known. Null where it takes no money. */
export function approvedBySuccess(
  command: Command,
  { input, amount, approved }: Pick<OperationRecord, 'input' | 'amount' | 'approved'>,
): Money | null {
  if (!command.movesMoney(input) || command.evidence(input).openIsDone) return null;
  return approved ?? amount;
}
