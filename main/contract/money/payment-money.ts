// What a payment came to so far, as money. Programs get it beside the gateway's own record of the payment.
import type { Money } from './money.ts';

export interface PaymentMoney {
  readonly authorized: Money | null;
  readonly captured: Money | null;
  readonly refunded: Money | null;
}
