// What the customer sees on a display of their own: this customer's payment, and nothing of the shop.
import type { DccOffer } from '../operation/dcc-offer.ts';
import type { Language } from '../data/languages.ts';
import type { Money } from '../money/money.ts';

/**
 * `pay`: the card is asked for. `refund`: money goes back, not done yet. `paid`, `refunded`: done. `not-paid`, `not-refunded`:
 * refused or cancelled, no money moved. `wait`, `wait-refund`: the outcome is not known yet.
 */
export type CustomerStep =
  | 'pay'
  | 'refund'
  | 'paid'
  | 'refunded'
  | 'not-paid'
  | 'not-refunded'
  | 'wait'
  | 'wait-refund';

export type CustomerView =
  | { readonly step: 'idle' }
  /** `left`: less was approved than was asked for, and this is still to pay. */
  | { readonly step: CustomerStep; readonly amount: Money; readonly left: Money | null };

/** The two currencies of a card payment: the shop's, and the card's. */
export const customerCurrencies = ['local', 'foreign'] as const;
export type CustomerCurrency = (typeof customerCurrencies)[number];

/** The customer chooses the currency by a touch. `chosen` is read back until the payment begins. */
export interface CustomerChoice {
  readonly step: 'choose';
  /** The quote's operation: an answer names it, so that a touch on an older offer counts for nothing. */
  readonly quoteOperationId: string;
  readonly offer: DccOffer;
  /** Who converts. */
  readonly provider: string;
  readonly chosen: CustomerCurrency | null;
}

/** The customer says by a touch whether and how much of a tip they add. `chosen` is read back until the sale is sent. */
export interface CustomerTip {
  readonly step: 'tip';
  /** An answer names it, so that a touch on an older question counts for nothing. */
  readonly questionId: string;
  /** What is sold. */
  readonly amount: Money;
  /** What the shop offers. */
  readonly percentages: readonly number[];
  /** Minor units; 0: none. */
  readonly chosen: number | null;
}

/** A code for the customer's phone. */
export interface CustomerCode {
  readonly step: 'code';
  readonly what: 'link' | 'receipt';
  readonly text: string;
  readonly amount: Money | null;
}

/** What a cashier turns to the customer. */
export type CustomerTurned = CustomerChoice | CustomerTip | CustomerCode;

/** What the window on the customer's screen shows. */
export type CustomerScene = CustomerView | CustomerTurned;

/** All that the customer's window is ever told. */
export interface CustomerTold {
  readonly scene: CustomerScene;
  readonly language: Language;
  /** The shop's name; empty: none. */
  readonly shopName: string;
}

/** All that the customer's window may ever say. Null: choose again. */
export type CustomerAnswer =
  | { readonly quoteOperationId: string; readonly currency: CustomerCurrency | null }
  | { readonly questionId: string; readonly tipMinor: number | null };

export const nothingTold: CustomerTold = { scene: { step: 'idle' }, language: 'en', shopName: '' };
