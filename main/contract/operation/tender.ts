// A purchase that is paid in parts, as the window shows it: minor units of its currency.
import type { State } from './states.ts';

export interface TenderPart {
  readonly operationId: string;
  readonly payId: string | null;
  readonly state: State;
  /** What was approved; what was asked for while it runs or where it failed. */
  readonly amount: number;
  readonly reversed: boolean;
  /** Refunded or reversed for certain. */
  readonly givenBack: number;
  /** The part of what is kept that a refund or reversal which is not at its end may give back. */
  readonly goingBack: number;
  /** ISO 8601. */
  readonly at: string;
}

export interface TenderView {
  /** The sale that asked for all of it. */
  readonly operationId: string;
  readonly reference: string | null;
  readonly currency: string;
  readonly asked: number;
  /** Neither kept, nor under way, nor marked as paid otherwise, nor returned. */
  readonly remaining: number;
  /** Of that: the tip that the customer chose at the till. */
  readonly tipLeft: number;
  readonly underWay: number;
  /** Given back for goods that came back after all of it was paid: nothing is to be paid again for it. */
  readonly returned: number;
  /** Marked by a person: in cash, for example. */
  readonly paidOtherwise: number;
  /** The first sale and the sales for its rest, oldest first. */
  readonly parts: readonly TenderPart[];
}
