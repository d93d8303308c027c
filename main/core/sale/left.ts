// What is left of a payment to capture or to give back, in words and figures, for a refusal.
import { type Money, formatMoney } from '#contract/money/money.ts';
import type { Refusal } from '#contract/programs/problems.ts';

/** `left`: after what is done and what is under way; minor units of the currency asked for. */
export function leftOf(
  verb: string,
  left: number,
  { value, currency }: Money,
  open: number,
): Pick<Refusal, 'detail' | 'facts'> {
  const money = (amount: number): Money => ({ value: Math.max(0, amount), currency });
  const doubtful = open > 0 ? ` (${formatMoney(money(open))} is still under way)` : '';
  const detail = `At most ${formatMoney(money(left))} can still be ${verb}${doubtful}; ${formatMoney(money(value))} was asked for.`;
  return { detail, facts: { left: money(left), open: money(open), asked: money(value) } };
}
