// The brand of the card that a payment was made with, which answers and records show at one place or another, or nowhere.
import { type JsonObject, textAt } from '#contract/data/json.ts';
import type { Payment } from './ledger.ts';

const brands = ['VISA', 'MASTERCARD', 'AMEX', null] as const;

/** Null: nothing shows it. */
export function brandOf({ payId }: Pick<Payment, 'payId'>): string | null {
  return brands[digitOf(payId, -1) % brands.length] ?? null;
}

export function brandShownOf(payment: Pick<Payment, 'payId'>): JsonObject {
  const brand = brandOf(payment);
  if (brand === null) return {};
  const places = [{ paymentMethods: { card: { brand } } }, { card: { brand } }, { cardBrand: brand.toLowerCase() }];
  return places[digitOf(payment.payId, -2) % places.length] ?? {};
}

/** Whether an answer shows that brand. */
export function showsBrand(body: JsonObject, brand: string): boolean {
  return ['paymentMethods.card.brand', 'card.brand', 'cardBrand'].some(
    (path) => textAt(body, path)?.toUpperCase() === brand,
  );
}

function digitOf(payId: string, place: number): number {
  return Number.parseInt(payId.at(place) ?? '0', 16);
}
