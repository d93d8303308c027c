// DCC: what a foreign card would be charged in its own currency. Rates are fixed for the sandbox and kept as whole
// numbers; the only rounding is the last one, to a minor unit of the card's currency. The specification names dccInfo's
// status, provider, dccRequestId, rate and amounts, without the members of the last two.
import type { JsonObject } from '#contract/data/json.ts';
import { type Money, minorDigits } from '#contract/money/money.ts';
import { newId } from '../facts/ids.ts';

/** Millionths of a currency unit for one euro. */
const perEuro: ReadonlyMap<string, bigint> = new Map([
  ['EUR', 1_000_000n],
  ['USD', 1_085_000n],
  ['GBP', 855_000n],
  ['CHF', 955_000n],
  ['CAD', 1_478_000n],
  ['JPY', 163_250_000n],
  ['KWD', 333_500n],
  ['BHD', 409_000n],
  ['AED', 3_985_000n],
  ['PLN', 4_270_000n],
]);

const provider = 'SANDBOX-DCC';
const markupPercentage = 3;
const rateScale = 100_000_000n;

/** The quote's dccInfo. `currency`: the card's own. `at`: ISO 8601, UTC. */
export function dccInfoFor(merchant: Money, currency: string, at: string): JsonObject {
  const offer = convert(merchant, currency);
  if (offer === null) return { status: 'NOT_AVAILABLE' };
  return {
    status: 'AVAILABLE',
    provider,
    dccRequestId: newId(),
    rate: { exchangeRate: offer.exchangeRate, markupPercentage, timestamp: at },
    amounts: { merchant: { value: merchant.value, currency: merchant.currency }, cardholder: offer.cardholder },
  };
}

interface Offer {
  /** Units of the card's currency for one of the merchant's, the mark-up included. */
  readonly exchangeRate: number;
  readonly cardholder: { value: number; currency: string; decimalValue: number };
}

function convert(merchant: Money, currency: string): Offer | null {
  const from = perEuro.get(merchant.currency);
  const to = perEuro.get(currency);
  const fromDigits = minorDigits(merchant.currency);
  const toDigits = minorDigits(currency);
  if (currency === merchant.currency || from === undefined || to === undefined) return null;
  if (fromDigits === null || toDigits === null) return null;
  const rate = divideRounded(to * rateScale * BigInt(100 + markupPercentage), from * 100n);
  const value = Number(
    divideRounded(BigInt(merchant.value) * rate * 10n ** BigInt(toDigits), rateScale * 10n ** BigInt(fromDigits)),
  );
  if (!Number.isSafeInteger(value)) return null;
  const decimalValue = value / 10 ** toDigits;
  return { exchangeRate: Number(rate) / Number(rateScale), cardholder: { value, currency, decimalValue } };
}

/** Half up; both are positive. */
function divideRounded(dividend: bigint, divisor: bigint): bigint {
  return (dividend * 2n + divisor) / (divisor * 2n);
}
