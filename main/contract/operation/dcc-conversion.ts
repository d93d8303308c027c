// What an answer or a record says of the conversion of a sale, held against what the cardholder chose. The specification
// shows `dccInfo` for a quote and says that records of card payments have one; what it holds there is read tolerantly.
import { type DccChoice, cardholderAmount } from './dcc-choice.ts';
import { type Json, type JsonObject, isJsonObject, textAt, valueAt } from '../data/json.ts';
import { type Money, currencyShown } from '../money/money.ts';

const places = ['dccinfo', 'card.dccinfo', 'paymentmethods.card.dccinfo'];

/**
 * Whether a conversion is shown that was not chosen: to another amount or currency, at another rate or of another quote,
 * none where one was chosen, or one where the currency of the shop was chosen. Without a choice (the terminal asks by
 * itself) nothing disagrees.
 */
export function showsOtherConversion(dcc: DccChoice | undefined, body: JsonObject): boolean {
  if (dcc === undefined) return false;
  const chosen = cardholderAmount(dcc) ?? dcc.local;
  const isConverted = chosen.currency !== dcc.local.currency;
  return dccInfosIn(body).some((info) => {
    if (isOtherSum(info, 'cardholder', [chosen.value], chosen.currency)) return true;
    return isConverted && (saysNotAvailable(info) || isOtherQuote(info, dcc));
  });
}

/** Each `dccInfo`, in any capitals. */
function dccInfosIn(body: JsonObject): JsonObject[] {
  return places.flatMap((place) => shownAt(body, place)).filter(isJsonObject);
}

/** What is there at a path in small letters, whatever its capitals are, and of a list its members. */
function shownAt(from: Json, path: string): Json[] {
  let here = [from];
  for (const step of path.split('.')) {
    const members = here.filter(isJsonObject).flatMap((each) => Object.entries(each));
    here = members.filter(([name]) => name.toLowerCase() === step).flatMap(([, value]) => value);
  }
  return here.filter((value) => value !== null);
}

function isOtherSum(info: JsonObject, whose: 'merchant' | 'cardholder', sums: readonly number[], currency: string) {
  const isOther = (value: Json) => !sums.some((sum) => sum === minorUnits(value));
  const isForeign = (unit: Json) => currencyShown(unit) !== currency;
  return (
    shownAt(info, `amounts.${whose}.value`).some(isOther) || shownAt(info, `amounts.${whose}.currency`).some(isForeign)
  );
}

function saysNotAvailable(info: JsonObject): boolean {
  return shownAt(info, 'status').some((word) => typeof word === 'string' && word.trim().toUpperCase() === notAvailable);
}

const notAvailable = 'NOT_AVAILABLE';

function isOtherQuote(info: JsonObject, { quoteId, rate }: DccChoice): boolean {
  const isOtherId = shownAt(info, 'dccrequestid').some((id) => id !== '' && textAt({ id }, 'id') !== quoteId);
  return (
    isOtherId || shownAt(info, 'rate.exchangerate').some((shown) => shown !== '' && Number(shown) !== Number(rate))
  );
}

/** Whether a conversion is shown that is not of one of the sums that the shop may have asked for. */
export function showsOtherMerchantSum(sums: readonly Money[], body: JsonObject): boolean {
  const [{ currency } = { currency: '' }] = sums;
  const values = sums.map(({ value }) => value);
  return sums.length > 0 && dccInfosIn(body).some((info) => isOtherSum(info, 'merchant', values, currency));
}

/** What a record shows of a conversion: what the shop asked for, and what the card was charged for it. */
export interface Conversion {
  readonly merchant: Money;
  readonly cardholder: Money;
}

/** Null where the record shows none, or not both of its amounts. It may be one that was only offered. */
export function conversionShown(body: JsonObject): Conversion | null {
  for (const info of dccInfosIn(body).filter((each) => !saysNotAvailable(each))) {
    const [merchant, cardholder] = [moneyAt(info, 'amounts.merchant'), moneyAt(info, 'amounts.cardholder')];
    if (merchant !== null && cardholder !== null && merchant.currency !== cardholder.currency)
      return { merchant, cardholder };
  }
  return null;
}

function moneyAt(info: JsonObject, path: string): Money | null {
  const [value = null] = shownAt(info, `${path}.value`).map(minorUnits);
  const currency = currencyShown(shownAt(info, `${path}.currency`)[0]);
  if (value === null || currency === null || !Number.isSafeInteger(value) || value <= 0) return null;
  return { value, currency };
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
  const beside = valueAt(body, 'currency') ?? null;
  const ofConversion = dccInfosIn(body).flatMap((info) => shownAt(info, 'amounts.cardholder'));
  const shown = [...sumsAt.map((path) => valueAt(body, path) ?? null), ...ofConversion];
  return shown.some((each) => isSum(each, beside, charged));
}

function isSum(shown: Json, beside: Json, { value, currency }: Money): boolean {
  const [sum, unit] = isJsonObject(shown) ? [shown['value'], shown['currency']] : [shown, beside];
  return minorUnits(sum ?? null) === value && currencyShown(unit) === currency;
}

/** As a number, or a text of digits. */
function minorUnits(value: Json): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value.trim()) : value;
  return typeof number === 'number' ? number : null;
}
