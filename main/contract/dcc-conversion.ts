// What an answer or a record says of the conversion of a sale, held against what the cardholder chose. The specification
// shows `dccInfo` for a quote and says that records of card payments have one; what it holds there is read tolerantly.
import { type DccChoice, cardholderAmount } from './dcc-choice.ts';
import { type Json, type JsonObject, isJsonObject, textAt, valueAt } from './json.ts';
import type { Money } from './money.ts';

const places = ['dccInfo', 'paymentMethods.card.dccInfo'];

/**
 * Whether a conversion is shown that was not chosen: to another amount or currency, none where one was chosen, or one
 * where the currency of the shop was chosen. Without a choice (the terminal asks by itself) nothing disagrees.
 */
export function showsOtherConversion(dcc: DccChoice | undefined, body: JsonObject): boolean {
  if (dcc === undefined) return false;
  const chosen = cardholderAmount(dcc) ?? dcc.local;
  const isConverted = chosen.currency !== dcc.local.currency;
  return places.some((place) => {
    const value = valueAt(body, `${place}.amounts.cardholder.value`) ?? null;
    const currency = textAt(body, `${place}.amounts.cardholder.currency`);
    const isRefused = isConverted && textAt(body, `${place}.status`)?.toUpperCase() === 'NOT_AVAILABLE';
    const isOther = value !== null && minorUnits(value) !== chosen.value;
    return isRefused || isOther || (currency !== null && currency.toUpperCase() !== chosen.currency);
  });
}

/** What a record shows of a conversion: what the shop asked for, and what the card was charged for it. */
export interface Conversion {
  readonly merchant: Money;
  readonly cardholder: Money;
}

/** Null where the record shows none, or not both of its amounts. It may be one that was only offered. */
export function conversionShown(body: JsonObject): Conversion | null {
  for (const place of places) {
    const [merchant, cardholder] = [
      moneyAt(body, `${place}.amounts.merchant`),
      moneyAt(body, `${place}.amounts.cardholder`),
    ];
    if (merchant !== null && cardholder !== null && merchant.currency !== cardholder.currency)
      return { merchant, cardholder };
  }
  return null;
}

function moneyAt(body: JsonObject, path: string): Money | null {
  const value = minorUnits(valueAt(body, `${path}.value`) ?? null);
  const currency = textAt(body, `${path}.currency`)?.trim().toUpperCase() ?? null;
  return value === null || currency === null || !Number.isSafeInteger(value) || value <= 0 ? null : { value, currency };
}

/** Where an answer has sums: an amount with its currency, or one with the currency beside it. */
const sumsAt = ['amount', 'approvedAmount', 'payment.amount', 'transaction.amount', 'paymentMethods.card.amount'];

/**
 * Whether the gateway said that the card is charged the cardholder's amount, to the unit and in its currency, and nothing
 * else of the conversion: only then may somebody be told so.
 */
export function showsCharge(dcc: DccChoice, body: Json): boolean {
  const charged = cardholderAmount(dcc);
  if (charged === null || !isJsonObject(body) || showsOtherConversion(dcc, body)) return false;
  const isShown = (path: string) => isSum(valueAt(body, path) ?? null, valueAt(body, 'currency') ?? null, charged);
  return [...sumsAt, ...places.map((place) => `${place}.amounts.cardholder`)].some(isShown);
}

function isSum(shown: Json, beside: Json, { value, currency }: Money): boolean {
  const [sum, unit] = isJsonObject(shown) ? [shown['value'], shown['currency']] : [shown, beside];
  return minorUnits(sum ?? null) === value && typeof unit === 'string' && unit.trim().toUpperCase() === currency;
}

/** As a number, or a text of digits. */
function minorUnits(value: Json): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value.trim()) : value;
  return typeof number === 'number' ? number : null;
}
