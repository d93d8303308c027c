// What a host approves where it is not what was asked for: a part of it, more, a tip that the customer typed, or money
// of another kind. The ledger has what was approved; the answer shows it in one of the places that answers have for it.
import type { JsonObject } from '#contract/data/json.ts';
import type { Random } from '../random.ts';

export const approvals = ['half', 'one-more', 'tip', 'thrice', 'other-currency'] as const;

export type Approval = (typeof approvals)[number];

export interface Approved {
  readonly value: number;
  readonly currency: string;
  /** Members of the answer. */
  readonly shown: JsonObject;
}

/** `asked` in minor units. */
export function approvedOf(asked: number, approval: Approval | null, random: Random): Approved {
  const currency = approval === 'other-currency' ? 'USD' : 'EUR';
  const value = valueOf(asked, approval);
  if (approval === null) return { value, currency, shown: {} };
  const tip = approval === 'tip' && random.chance(0.7) ? { tipAmount: { value: value - asked } } : {};
  const shown = random.pick([
    { amount: { value, currency } },
    { approvedAmount: { value, currency } },
    { amount: { value: asked, currency, approvedValue: value } },
  ]);
  return { value, currency, shown: { ...shown, ...tip } };
}

function valueOf(asked: number, approval: Approval | null): number {
  switch (approval) {
    case 'half':
      return Math.floor(asked / 2);
    case 'one-more':
      return asked + 1;
    case 'tip':
      return asked + Math.ceil(asked / 10);
    case 'thrice':
      return asked * 3;
    case 'other-currency':
    case null:
      return asked;
  }
}
