// Whether a person of the office may answer what a till asks for: in this shop, for this sum, and not for themselves.
import type { ApprovalQuestion } from '#contract/office/approvals.ts';
import type { ApprovalBar } from '#contract/office/page.ts';
import { namesakeIn } from '#contract/text/look-alike.ts';

export interface ApprovalRight {
  /** The empty text: every shop. */
  readonly shop: string;
  /** Null, and then the currency too: without a limit. */
  readonly mostMinor: number | null;
  readonly currency: string | null;
}

export interface Approver {
  readonly name: string;
  /** Their name at the tills, where it is another one. */
  readonly atTills: string | null;
  readonly rights: readonly ApprovalRight[];
}

/** Null: they may. `shop`: they do not even see it. */
export function barFrom(
  { name, atTills, rights }: Approver,
  { person, amount }: Pick<ApprovalQuestion, 'person' | 'amount'>,
  shop: string | null,
): ApprovalBar | null {
  const here = rights.filter((right) => right.shop === '' || right.shop === shop);
  if (here.length === 0) return 'shop';
  if (namesakeIn(atTills === null ? [name] : [name, atTills], person) !== null) return 'self';
  return here.some((right) => isWithin(right, amount)) ? null : 'sum';
}

/** A sum in another currency, or one that the till does not know, is within no limit. */
function isWithin({ mostMinor, currency }: ApprovalRight, amount: ApprovalQuestion['amount']): boolean {
  if (mostMinor === null) return true;
  return amount !== null && amount.currency === currency && amount.value <= mostMinor;
}
