// The sums of a payment's record as money, for callers who read it: the gateway writes them as it likes, with the currency
// beside them, above them or nowhere. They are those that the guards go by.
import type { Money } from '#contract/money.ts';
import type { PaymentMoney } from '#contract/payment-money.ts';
import type { PaymentView } from '#operations/payment-view.ts';
import type { StoreReads } from '../ports/store.ts';
import { inKnownCurrency } from './shown-sums.ts';

/** Null for a sum that the record does not show, or that may be the cardholder's. */
export function paymentMoney(reads: StoreReads, environmentId: string, shown: PaymentView): PaymentMoney {
  const { payId, transId } = shown;
  const known =
    (payId === null ? null : reads.payment(environmentId, payId)) ??
    (transId === null ? null : reads.paymentByTransId(environmentId, transId));
  const seen = inKnownCurrency(reads, environmentId, known, shown);
  const currency = seen.currency ?? known?.currency ?? null;
  const money = (value: number | null): Money | null =>
    value === null || currency === null ? null : { value, currency };
  return { authorized: money(seen.authorized), captured: money(seen.captured), refunded: money(seen.refunded) };
}
