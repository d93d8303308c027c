// What was really approved, and whether somebody has to be asked because it is not what was asked for: less (a partial
// approval), or more (a tip typed at the terminal, where the shop takes tips).
import type { DoubtMark } from '#contract/doubt.ts';
import { type Money, formatMoney } from '#contract/money.ts';
import type { Command } from '#operations/define.ts';
import type { Policy } from '../ports/policy.ts';
import type { OperationRecord } from '../record.ts';

type Asked = Pick<OperationRecord, 'amount' | 'takesPartial'>;

/** Why a person has to decide, or null where the sum is what was asked for or may differ from it. */
export function approvalDoubt(
  { amount, takesPartial }: Asked,
  approved: Money | null,
  { tips }: Pick<Policy, 'tips'>,
): DoubtMark | null {
  if (approved === null || amount === null || approved.value === amount.value) return null;
  const sums = `${formatMoney(approved)} of ${formatMoney(amount)}`;
  if (approved.value < amount.value) return takesPartial ? null : `approved-less: ${sums}`;
  // More than was asked for again is no tip that anybody meant.
  return tips && approved.value <= amount.value * 2 ? null : `approved-more: ${sums}`;
}

/** What a success approved where nothing says otherwise: what was asked for. Null for what takes no money by itself. */
export function approvedBySuccess(
  command: Command,
  { input, amount, approved }: Pick<OperationRecord, 'input' | 'amount' | 'approved'>,
): Money | null {
  if (!command.movesMoney(input) || command.evidence(input).openIsDone) return null;
  return approved ?? amount;
}
