// What at a till needs more than whoever is signed in: a manual refund always, an ordinary one above the shop's limit.
// It is asked of people at the window; a program has its scopes instead.
import type { Money } from '#contract/money.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Command } from '#operations/define.ts';
import type { Policy } from './ports/policy.ts';

/** Money out without a payment that it belongs to: the refund without reference, and a terminal's CREDIT. */
export function isManualRefund(command: Command, input: JsonObject): boolean {
  return command.scope(input) === 'refund-unreferenced';
}

/** Money out of any kind. Where its outcome is not known, two people must say the same. */
function isRefund(command: Command, input: JsonObject): boolean {
  return command.claim(input) === 'refund' || isManualRefund(command, input);
}

/** How many people must say the same of an outcome that nobody could find out. */
export function voicesNeeded(command: Command, input: JsonObject): 1 | 2 {
  return isRefund(command, input) ? 2 : 1;
}

/** Whether a supervisor's PIN is asked for before it is accepted. */
export function needsSupervisor(
  command: Command,
  input: JsonObject,
  { refundLimitMinor, shopCurrency }: Pick<Policy, 'refundLimitMinor' | 'shopCurrency'>,
): boolean {
  if (isManualRefund(command, input)) return true;
  return isRefund(command, input) && isAbove(command.amount(input), refundLimitMinor, shopCurrency);
}

/** The limit is in the shop's currency; what is in another cannot be compared, so it is above. */
function isAbove(amount: Money | null, limitMinor: number, currency: string): boolean {
  return amount === null || amount.currency !== currency || amount.value > limitMinor;
}
