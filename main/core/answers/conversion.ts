// What an answer says of a conversion to the currency of the card, at its top and in the objects that wrap parts of it.
import { cardholderAmount } from '#contract/operation/dcc-choice.ts';
import {
  type Conversion,
  conversionShown,
  showsOtherConversion,
  showsOtherMerchantSum,
} from '#contract/operation/dcc-conversion.ts';
import type { JsonObject } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import { caseless } from '#operations/evidence/caseless.ts';
import { type AnswerReading, wrappedIn } from '#operations/evidence/reading.ts';
import type { EvidenceRule } from '#operations/evidence/rules.ts';
import { type AmountShown, type Asked, askedWithin, foreignIdentity } from './agreement.ts';

export interface ReportedConversion {
  readonly clash: string | null;
  /** The parts of the answer that are not another operation's. */
  readonly parts: readonly JsonObject[];
}

export function reportedConversion(asked: Asked, told: JsonObject, reading: AnswerReading): ReportedConversion {
  const { view, clash } = caseless(told, 'dccinfo');
  return { clash, parts: ownParts(asked, view, reading) };
}

function ownParts(asked: Asked, view: JsonObject, reading: AnswerReading): JsonObject[] {
  const within = wrappedIn(view, reading).flatMap(({ name, members }) => {
    const inside = askedWithin(name, asked);
    const own = members.filter((each) => foreignIdentity(inside, each, reading) === null);
    return own.flatMap((each) => ownParts(inside, each, reading));
  });
  return [view, ...within];
}

/**
 * What the card is charged for the very sum that was asked for: by the cardholder's choice, else, where the terminal asked
 * by itself, by the conversion that the answer tells.
 */
export function chargeOf(
  { inCardsCurrency }: EvidenceRule,
  { dcc, amount }: Asked,
  { parts }: ReportedConversion,
): Money | null {
  if (!inCardsCurrency || dcc !== undefined) return inCardsCurrency ? cardholderAmount(dcc) : null;
  const told = parts.map(conversionShown).filter((each) => each !== null);
  const [charge = null] = told.map(({ cardholder }) => cardholder);
  const isOurs = ({ merchant, cardholder }: Conversion) => isSame(merchant, amount) && isSame(cardholder, charge);
  return told.every(isOurs) ? charge : null;
}

/**
 * The sums that an answer to an operation may name for it: what was asked for, what was approved instead, and what the card
 * is charged. None where none was asked for.
 */
export function sumsOf(
  rule: EvidenceRule,
  asked: Asked,
  shown: AmountShown,
  conversion: ReportedConversion,
): readonly Money[] {
  if (rule.amount === 'not-read' || asked.amount === null) return [];
  const approved = shown.type === 'less' || shown.type === 'more' ? [shown.approved] : [];
  const charge = chargeOf(rule, asked, conversion);
  return [asked.amount, ...approved, ...(charge === null ? [] : [charge])];
}

function isSame(one: Money, other: Money | null): boolean {
  return one.value === other?.value && one.currency === other.currency;
}

/** Whether it tells of a conversion that was not chosen, or of another sum than was asked for and than was approved. */
export function isOtherConversion(
  { inCardsCurrency }: EvidenceRule,
  { dcc, amount }: Asked,
  { parts, clash }: ReportedConversion,
  shown: AmountShown,
): boolean {
  if (clash !== null || parts.some((each) => showsOtherConversion(dcc, each))) return true;
  if (!inCardsCurrency || amount === null) return false;
  const sums = shown.type === 'less' || shown.type === 'more' ? [amount, shown.approved] : [amount];
  return parts.some((each) => showsOtherMerchantSum(sums, each));
}
