// A DCC quote as an offer that may be shown. The card schemes' rules ask for both amounts, the rate and the mark-up, and
// a figure that is wrong binds the shop: so all of them must be there and agree, or there is no offer. What is shown is
// what the gateway wrote; nothing is computed for display.
import { type Json, type JsonObject, textAt, valueAt } from '../data/json.ts';
import { type Money, minorDigits } from '../money/money.ts';

export interface DccOffer {
  readonly local: Money;
  readonly foreign: Money;
  /** Units of the foreign currency for one of the local one, as the gateway wrote it. */
  readonly rate: string;
  readonly markupPercent: string;
  /** False: the amounts are the rate with the mark-up on top of it. */
  readonly rateHoldsMarkup: boolean;
}

export const dccFaults = [
  'incomplete', // an amount, the rate or the mark-up is missing or is none
  'other-amount', // not the amount that was asked for
  'same-currency', // nothing to convert
  'decimals', // the amount in units and in minor units differ
  'direction', // the rate leads from the card's currency to the shop's
  'amounts', // rate and amounts do not agree
] as const;

export type DccFault = (typeof dccFaults)[number];

export type DccReading =
  | { readonly type: 'offer'; readonly offer: DccOffer }
  | { readonly type: 'no-offer'; readonly why: 'not-available' | DccFault };

/** What the till may do with an offer. */
export type DccAnswer =
  | { readonly type: 'no-offer'; readonly why: 'not-available' | 'expired' | DccFault }
  /** `choices` is null where the screen informs and the terminal asks. */
  | { readonly type: 'offer'; readonly offer: DccOffer; readonly choices: DccChoices | null };

export interface DccChoices {
  /** Who converts. */
  readonly provider: string;
  /** The members of a sale that say which currency was chosen: of the shop, and of the card. */
  readonly local: JsonObject;
  readonly foreign: JsonObject;
  /** How long the quote may still be used, ms. */
  readonly leftMs: number;
}

/** `asked`: the amount that the quote was asked for. `result`: the gateway's answer. */
export function readOffer(asked: Money | null, result: Json): DccReading {
  if (textAt(result, 'dccInfo.status') !== 'AVAILABLE') return no('not-available');
  const local = moneyAt(result, 'dccInfo.amounts.merchant');
  const foreign = moneyAt(result, 'dccInfo.amounts.cardholder');
  const rate = textAt(result, 'dccInfo.rate.exchangeRate');
  const markupPercent = textAt(result, 'dccInfo.rate.markupPercentage');
  const factor = decimalOf(rate);
  const markup = decimalOf(markupPercent);
  if (local === null || foreign === null || rate === null || markupPercent === null) return no('incomplete');
  if (factor === null || factor.digits === 0n || markup === null) return no('incomplete');
  if (isBeyond(markup)) return no('incomplete');
  if (asked === null || local.value !== asked.value || local.currency !== asked.currency) return no('other-amount');
  if (foreign.currency === local.currency) return no('same-currency');
  if (!decimalsAgree(foreign, textAt(result, 'dccInfo.amounts.cardholder.decimalValue'))) return no('decimals');
  const holds = agrees(local, foreign, factor, zero);
  if (!holds && !agrees(local, foreign, factor, markup)) {
    const isInverse = [zero, markup].some((each) => agrees(foreign, local, factor, each));
    return no(isInverse ? 'direction' : 'amounts');
  }
  return { type: 'offer', offer: { local, foreign, rate, markupPercent, rateHoldsMarkup: holds } };
}

function no(why: 'not-available' | DccFault): DccReading {
  return { type: 'no-offer', why };
}

function moneyAt(result: Json, path: string): Money | null {
  const value = valueAt(result, `${path}.value`);
  const currency = textAt(result, `${path}.currency`);
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value <= 0 || currency === null) return null;
  return minorDigits(currency) === null ? null : { value, currency };
}

/** More than the whole amount on top is no mark-up, but a figure at the wrong place. */
function isBeyond({ digits, scale }: Decimal): boolean {
  return digits > 100n * tenTo(scale);
}

/** `digits` divided by ten to the power of `scale`: never a float. */
interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

const zero: Decimal = { digits: 0n, scale: 0 };

function decimalOf(text: string | null): Decimal | null {
  if (text === null || !/^\d{1,12}(?:\.\d{1,12})?$/.test(text)) return null;
  const [whole = '', rest = ''] = text.split('.');
  return { digits: BigInt(whole + rest), scale: rest.length };
}

const tenTo = (power: number): bigint => 10n ** BigInt(power);

function decimalsAgree({ value, currency }: Money, shown: string | null): boolean {
  if (shown === null) return true;
  const decimal = decimalOf(shown);
  return (
    decimal !== null && BigInt(value) * tenTo(decimal.scale) === decimal.digits * tenTo(minorDigits(currency) ?? 0)
  );
}

// Rates are written with four decimals or more. One with fewer has lost zeros on its way, and is exact.
const leastDecimals = 4;
/** A difference beyond a thousandth of the amount is no rounding. */
const mostOfAmount = 1_000n;

/**
 * Whether `from` at the rate, with the mark-up on top, is `to`: within one minor unit, and within what the rate's own
 * rounding makes of the amount.
 */
function agrees(from: Money, to: Money, rate: Decimal, markup: Decimal): boolean {
  const withMarkup = 100n * tenTo(markup.scale) + markup.digits;
  const unit = 100n * tenTo(markup.scale) * tenTo(rate.scale) * tenTo(minorDigits(from.currency) ?? 0);
  const expected = BigInt(from.value) * rate.digits * withMarkup * tenTo(minorDigits(to.currency) ?? 0);
  const difference = expected - BigInt(to.value) * unit;
  const ofRate = expected / (rate.digits * 2n * tenTo(Math.max(0, leastDecimals - rate.scale)));
  const most = expected / mostOfAmount;
  const tolerance = unit + (ofRate < most ? ofRate : most);
  return (difference < 0n ? -difference : difference) <= tolerance;
}
