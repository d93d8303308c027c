// A DCC quote as an offer that may be shown: only with both amounts, rate and mark-up, because the card schemes' rules
// ask for all of them. Rate and mark-up stay as the gateway wrote them; nothing is computed here.
import { type Json, textAt, valueAt } from '#contract/json.ts';
import { minorDigits, type Money } from '#contract/money.ts';

export interface DccOffer {
  readonly local: Money;
  readonly foreign: Money;
  readonly rate: string;
  readonly markupPercent: string;
}

export type DccReading =
  | { readonly type: 'offer'; readonly offer: DccOffer }
  | { readonly type: 'not-available' }
  | { readonly type: 'incomplete' };

function moneyAt(result: Json, path: string): Money | null {
  const value = valueAt(result, `${path}.value`);
  const currency = textAt(result, `${path}.currency`);
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value <= 0 || currency === null) return null;
  return minorDigits(currency) === null ? null : { value, currency };
}

export function readOffer(result: Json): DccReading {
  if (textAt(result, 'dccInfo.status') !== 'AVAILABLE') return { type: 'not-available' };
  const local = moneyAt(result, 'dccInfo.amounts.merchant');
  const foreign = moneyAt(result, 'dccInfo.amounts.cardholder');
  const rate = textAt(result, 'dccInfo.rate.exchangeRate');
  const markupPercent = textAt(result, 'dccInfo.rate.markupPercentage');
  if (local === null || foreign === null || rate === null || markupPercent === null) return { type: 'incomplete' };
  return { type: 'offer', offer: { local, foreign, rate, markupPercent } };
}
