// Finds a sum that an answer says was approved or charged, at whatever path and in whatever spelling, and that is not the
// one that would be booked. Paths of the settings name where the sum stands; another host has another place.
import { type Json, type JsonObject, isJsonObject } from '#contract/data/json.ts';
import { type AnswerReading, minorUnits } from '#operations/evidence/reading.ts';
import type { EvidenceRule } from '#operations/evidence/rules.ts';
import { type Money, currencyShown } from '#contract/money/money.ts';

/** Names without the marks between their words, in small letters. */
const approvedSum =
  /^(?:approved|charged|paid|received|collected|final|total)(?:amount|sum|value)$|^(?:amount|sum|value)(?:approved|charged|paid|received|collected|final|total)$/;
/** Of a capture these may be what stood there before it. */
const authorizedSum =
  /^(?:authori[sz]ed|authori[sz]ation|auth|debited|settled)(?:amount|sum|value)$|^(?:amount|sum|value)authori[sz]ed$/;
const ofAmounts = /^(?:amount|sum|total)s?$/;
const withinAmounts = /^(?:approved|charged|paid|received|collected|final|total)$/;
const authorizedWithinAmounts = /^authori[sz]ed$/;
/** What a terminal or host says of its part: `posResult`, `partialApproval`. */
const ofResult = /(?:result|response|approval|authori[sz]ation)$/;
const plainSum = /^(?:amount|sum)$/;
const capturedSum = /^captured(?:amount|sum|value|total)$|^(?:amount|sum|value|total)captured$/;
/** A sum where it is a number above 1: with 0, 1 or a text it is a flag. */
const bareSum = /^(?:approved|charged|authori[sz]ed)$/;
/** A sum where it is an object with a `value`. */
const bareObject = /^(?:approved|charged|paid|final|total|authori[sz]ed)$/;

/** Sums of something else than the operation's own. */
const ofSomethingElse =
  /fee|tax|discount|surcharge|cashback|loyalty|instal|refund|captur|revers|original|previous|basket|commission|balance|limit|request|^(?:tips?|gratuity|items?|lines?|splits?|orders?)$/;

/** Of a reversal the others may be what is left: only these say how much was reversed. */
const reversedSum =
  /^(?:approved|revers(?:ed|al)|void(?:ed)?|cancell?ed)(?:amount|sum|value)$|^(?:amount|sum|value)(?:approved|reversed|voided|cancell?ed)$/;

const deepest = 8;

interface Sums {
  readonly amount: Money | null;
  readonly charge?: Money | null;
  /** For a request without a sum: all that "the whole" may be. */
  readonly whole?: { readonly currency: string | null; readonly sums: readonly number[] } | null;
}

/**
 * The path of such a sum, or null. `booked`: minor units. Zero says that nothing is told. What an answer to a reversal or
 * capture calls authorized may be the rest of the payment. A larger sum is of the whole payment, or holds a
 * lender's interest; only at a terminal it is what the card was charged.
 */
export function otherSum(
  rule: EvidenceRule,
  { amount, charge, whole }: Sums,
  booked: number,
  view: JsonObject,
  reading: AnswerReading,
): string | null {
  const kind = rule.entry?.own[0];
  const isReversal = kind === 'reversal';
  const currency = amount?.currency ?? (isReversal ? (whole?.currency ?? null) : null);
  const least = amount === null ? Math.min(...(whole?.sums ?? [])) : booked;
  if (currency === null || kind === undefined || !Number.isFinite(least)) return null;
  const wrappers = new Set(reading.wrappers.map((name) => name.toLowerCase()));
  const mayBeMore = rule.amount === 'approved';
  // What was captured of the payment is the operation's own sum or holds it, and so do the captures that are listed.
  const holdsCaptured = rule.captured === 'own' || rule.captured === 'total';
  const lists = (rule.entry?.own ?? []).filter((each) => each !== 'capture' || holdsCaptured).map((each) => `${each}s`);
  const isOther = (value: Json, beside: JsonObject) => {
    const shown = currencyShown((isJsonObject(value) ? value : beside)['currency']);
    const sum = sumOf(value);
    const isForeign = shown !== null && shown !== currency;
    const differs = sum < least || (mayBeMore && sum > least);
    return sum > 0 && differs && !isForeign && sum !== charge?.value;
  };
  const isOwnSum = (name: string, parent: string, value: Json) => {
    if (isReversal) return reversedSum.test(name) || (ofAmounts.test(parent) && name === 'approved');
    if (holdsCaptured && isCaptured(name, parent, value)) return true;
    return isApproved(name, parent, kind !== 'capture') || (kind !== 'capture' && isBareSum(name, value));
  };
  const search = (within: JsonObject, at: string, parent: string, depth: number): string | null => {
    for (const [name, value] of Object.entries(within)) {
      const plain = name.replaceAll(/[_-]/g, '');
      const path = at === '' ? name : `${at}.${name}`;
      const own = isOwnSum(plain, parent, value);
      if (lists.includes(plain) && isListOfLess(value, least)) return path;
      if (wrappers.has(name) || depth > deepest || (ofSomethingElse.test(plain) && !own)) continue;
      if (own) {
        if (isOther(value, within)) return path;
      } else if (isJsonObject(value)) {
        const found = search(value, path, plain, depth + 1);
        if (found !== null) return found;
      }
    }
    return null;
  };
  return search(view, '', '', 0);
}

function sumOf(value: Json): number {
  return minorUnits(isJsonObject(value) ? (value['value'] ?? null) : value) ?? 0;
}

/** Whether what is listed of the operation's kind, itself among it, is less than it together. */
function isListOfLess(value: Json, least: number): boolean {
  if (!Array.isArray(value) || value.length === 0) return false;
  const sums = value.map((each) => (isJsonObject(each) ? sumOf(each['amount'] ?? null) : 0));
  return sums.every((each) => each > 0) && sums.reduce((sum, each) => sum + each, 0) < least;
}

function isBareSum(name: string, value: Json): boolean {
  return isJsonObject(value)
    ? bareObject.test(name) && value['value'] !== undefined
    : bareSum.test(name) && isCount(value);
}

function isCaptured(name: string, parent: string, value: Json): boolean {
  if (name !== 'captured') return capturedSum.test(name);
  return ofAmounts.test(parent) || (isJsonObject(value) ? value['value'] !== undefined : isCount(value));
}

function isCount(value: Json): boolean {
  return typeof value === 'number' && value > 1;
}

/** Whether a path of a caseless view ends in a sum that was approved or charged. */
export function namesApprovedSum(path: string): boolean {
  const names = path.split('.').map((name) => name.replaceAll(/[_-]/g, ''));
  return isApproved(names.at(-1) ?? '', names.at(-2) ?? '', true);
}

function isApproved(name: string, parent: string, authorizedToo: boolean): boolean {
  if (approvedSum.test(name) || (ofAmounts.test(parent) && withinAmounts.test(name))) return true;
  if (ofResult.test(parent) && plainSum.test(name)) return authorizedToo || !parent.includes('authori');
  return authorizedToo && (authorizedSum.test(name) || (ofAmounts.test(parent) && authorizedWithinAmounts.test(name)));
}
