// Whether a refund may be paid out beside those that all tills of the chain have paid, have under way, or have claimed:
// one refund for one line, and no more than the payment has left.
import type { ClaimAsked, ClaimState } from '#contract/office/claims.ts';

/** Another refund that was paid, is under way, or is claimed. */
export interface OtherRefund {
  readonly id: string;
  readonly state: ClaimState;
  readonly payment: string | null;
  readonly line: string | null;
  /** Minor units; null: all that is left of the payment. */
  readonly amountMinor: number | null;
  readonly currency: string | null;
}

export interface Wanted {
  /** The payment's one name; null: it has none. */
  readonly payment: string | null;
  readonly line: string | null;
  readonly amount: ClaimAsked['amount'];
  /** What was captured of the payment, in the amount's currency; null where no till and no record knows. */
  readonly capturedMinor: number | null;
}

export type Verdict<R extends OtherRefund> =
  | { readonly type: 'granted' }
  | {
      readonly type: 'refused';
      readonly why: 'line' | 'sum';
      readonly by: R;
      /** Minor units of the amount's currency; null where it is not known. */
      readonly leftMinor: number | null;
    };

export function judge<R extends OtherRefund>(wanted: Wanted, others: readonly R[]): Verdict<R> {
  const ofLine = others.find((other) => isSameLine(wanted, other));
  if (ofLine !== undefined) return { type: 'refused', why: 'line', by: ofLine, leftMinor: null };
  const ofPayment = wanted.payment === null ? [] : others.filter(({ payment }) => payment === wanted.payment);
  const moving = ofPayment.filter(({ amountMinor }) => amountMinor !== 0);
  const [first] = moving;
  if (first === undefined) return withinCaptured(wanted, []);
  const whole = moving.find(({ amountMinor }) => amountMinor === null);
  if (whole !== undefined) return { type: 'refused', why: 'sum', by: whole, leftMinor: 0 };
  // What is left of the payment is not known while another refund is under way, and was given back in part after one.
  if (wanted.amount === null) return { type: 'refused', why: 'sum', by: first, leftMinor: null };
  return withinCaptured(wanted, moving);
}

/** A line of a refund without a payment may be that of any slip. */
function isSameLine(wanted: Wanted, other: OtherRefund): boolean {
  if (wanted.line === null || wanted.line !== other.line) return false;
  return wanted.payment === other.payment || wanted.payment === null || other.payment === null;
}

/** The first refund of a payment is judged by its till and the gateway. Amounts in another currency say nothing here. */
function withinCaptured<R extends OtherRefund>({ amount, capturedMinor }: Wanted, moving: readonly R[]): Verdict<R> {
  const by = moving.at(-1);
  if (amount === null || capturedMinor === null || by === undefined) return { type: 'granted' };
  if (moving.some(({ currency }) => currency !== amount.currency)) return { type: 'granted' };
  const leftMinor = capturedMinor - moving.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0), 0);
  if (amount.value <= leftMinor) return { type: 'granted' };
  return { type: 'refused', why: 'sum', by, leftMinor: Math.max(0, leftMinor) };
}
