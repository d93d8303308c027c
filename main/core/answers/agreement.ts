// Whether an answer is of this operation, and for how much (docs/answers.md). Each member that the answer shows is
// compared with the request; a member that is missing proves nothing. The first disagreement is named.
import { readIsoTime, widestZoneMs } from '#contract/data/iso-time.ts';
import { type Json, type JsonObject, isJsonObject, textAt } from '#contract/data/json.ts';
import type { DccChoice } from '#contract/operation/dcc-choice.ts';
import { type Money, currencyShown } from '#contract/money/money.ts';
import {
  type AnswerPaths,
  type AnswerReading,
  allShownAt,
  isOlder,
  minorUnits,
  shownCreation,
  shownText,
  saidWithin,
  wrappedIn,
} from '#operations/evidence/reading.ts';
import type { EvidenceRule, PaymentSum } from '#operations/evidence/rules.ts';
import { bareTrace } from '../operation/lanes.ts';
import { otherSum } from './other-sum.ts';

/** What an answer is compared with: the operation as it was sent. `view` is always an answer's caseless view. */
export interface Asked {
  readonly input: JsonObject;
  readonly payId: string | null;
  readonly transId: string | null;
  readonly refNr: string | null;
  readonly terminalId: string | null;
  readonly amount: Money | null;
  readonly dcc?: DccChoice;
  /** What the card is charged for this very amount in its own currency (conversion.ts), where that is known. */
  readonly charge?: Money | null;
  readonly merchantId?: string;
  /** The wall clock when it was first sent, ms, where it makes a payment; the payment cannot be older. */
  readonly madeAfterMs?: number | null;
  /** Whether this trace number is that of another recent command at the same terminal. */
  readonly isOthersTrace?: (traceNr: string) => boolean;
  /** Whether this approval code is that of another recent command at the same terminal. */
  readonly isOthersApproval?: (approvalCode: string) => boolean;
  /** Whether another operation made the payment with this payId. */
  readonly isOthersPayment?: (payId: string) => boolean;
  /** Whether the gateway gave this id to another operation: no two have the same. */
  readonly isOthersXId?: (xId: string) => boolean;
  /** What a request without a sum means, the whole payment or its rest; null where the payment is not known. */
  readonly whole?: Whole | null;
}

/** What is known of a payment that is meant as a whole: its currency, and the sums that "all of it" may be. */
export interface Whole {
  readonly currency: string | null;
  readonly sums: readonly number[];
}

/** Hosts cut long references; a shorter beginning than this is no reference of ours. */
const leastReference = 12;

/**
 * The path of what an answer shows of another operation, or null where all that it shows is this one's. Of a list, one
 * member that is not another's is enough.
 */
export function foreignIdentity(asked: Asked, view: JsonObject, reading: AnswerReading): string | null {
  const here = foreignHere(asked, view, reading);
  if (here !== null) return here;
  for (const { name, members } of saidWithin(view, reading)) {
    // What was made has one number.
    const [only] = members.length === 1 ? members : [];
    const isMade = asked.payId === null && only !== undefined;
    if (isMade && differs(textNamed(only, 'payId'), textNamed(view, 'payId'))) return `${name}.payId`;
    const found = members.map((each) => foreignIdentity(askedWithin(name, asked), each, reading));
    const [first] = found;
    if (typeof first === 'string' && !found.includes(null)) return `${name}.${first}`;
  }
  return null;
}

/** An existing payment inside an answer carries the ids of its making, so those of this operation are not compared. */
export function askedWithin(name: string, asked: Asked): Asked {
  if (asked.payId === null || !name.startsWith('payment')) return asked;
  const itsOwn = { input: {}, transId: null, refNr: null, terminalId: null, madeAfterMs: null };
  return { ...asked, ...itsOwn, isOthersXId: () => false };
}

function foreignHere(asked: Asked, view: JsonObject, reading: AnswerReading): string | null {
  const { paths } = reading;
  for (const name of ['payId', 'transId'] as const) {
    if (differs(textNamed(view, name), asked[name])) return name;
  }
  // What it was done to; a refund may be a payment of its own.
  if (differs(textNamed(view, 'originalPayId'), asked.payId)) return 'originalPayId';
  const made = asked.payId === null ? textNamed(view, 'payId') : null;
  if (made !== null && asked.isOthersPayment?.(made) === true) return 'payId';
  const xId = textNamed(view, 'xId');
  if (xId !== null && asked.isOthersXId?.(xId) === true) return 'xId';
  if (differs(textNamed(view, 'merchantId'), asked.merchantId ?? null)) return 'merchantId';
  if (differs(textNamed(view, 'messageType'), textAt(asked.input, 'messageType'))) return 'messageType';
  const refNr = textNamed(view, 'refNr');
  if (refNr !== null && asked.refNr !== null && !isReference(refNr, asked.refNr)) return 'refNr';
  const terminalId = shownText(view, paths.terminalId);
  if (terminalId !== null && asked.terminalId !== null && terminalId !== asked.terminalId) return 'posTerminalId';
  const tooOld = isOlder(shownCreation(view, reading), asked.madeAfterMs, reading) ? 'creationDate' : null;
  return foreignTrace(asked, view, reading) ?? foreignTime(asked, view, reading) ?? tooOld;
}

function differs(shown: string | null, ours: string | null): boolean {
  return shown !== null && ours !== null && shown !== ours;
}

function isReference(shown: string, ours: string): boolean {
  return shown === ours || (shown.length >= leastReference && ours.startsWith(shown));
}

/** Whether the answer shows the reference that was sent, whole or cut at its end. */
export function showsReference(asked: Pick<Asked, 'refNr'>, view: JsonObject): boolean {
  const refNr = textNamed(view, 'refNr');
  return refNr !== null && asked.refNr !== null && isReference(refNr, asked.refNr);
}

function foreignTrace(asked: Asked, view: JsonObject, { paths }: AnswerReading): string | null {
  if (asked.terminalId === null) return null;
  const shown = shownText(view, paths.traceNr);
  const original = shownText(view, paths.originalTraceNr);
  const given = textAt(asked.input, 'traceNr');
  if (given !== null) {
    if (original !== null && bareTrace(original) !== bareTrace(given)) return 'originalTraceNr';
    if (shown !== null && bareTrace(shown) === bareTrace(given)) return null;
    // A capture or reversal has its own trace number; in an answer without anything else of ours, it is another's.
    if (shown !== null && original === null && !showsAnythingAsked(asked, view, paths)) return 'traceNr';
  }
  return shown !== null && asked.isOthersTrace?.(shown) === true ? 'traceNr' : null;
}

/** Whether the answer shows an id or a sum of the request; `foreignHere` and `amountShown` compare them. */
function showsAnythingAsked({ payId, transId }: Asked, view: JsonObject, paths: AnswerPaths): boolean {
  const ids = [payId === null ? null : textNamed(view, 'payId'), transId === null ? null : textNamed(view, 'transId')];
  return [...ids, textNamed(view, 'refNr')].some((each) => each !== null) || allShownAt(view, paths.amount).length > 0;
}

function foreignTime({ input }: Asked, view: JsonObject, { paths, clockToleranceMs }: AnswerReading): string | null {
  const [ours, theirs] = [textAt(input, 'localDateTime'), shownText(view, paths.localDateTime)];
  const [sent, shown] = [ours === null ? null : readIsoTime(ours), theirs === null ? null : readIsoTime(theirs)];
  if (sent === null || shown === null) return null;
  const toleranceMs = clockToleranceMs + (sent.zoned === shown.zoned ? 0 : widestZoneMs);
  return Math.abs(sent.ms - shown.ms) > toleranceMs ? 'localDateTime' : null;
}

/** The text of a top member of a caseless view. */
function textNamed(view: JsonObject, name: string): string | null {
  const found = textAt(view, name.toLowerCase());
  return found === '' ? null : found;
}

export type AmountShown =
  | { readonly type: 'not-shown' }
  | { readonly type: 'agrees' }
  | { readonly type: 'less' | 'more'; readonly approved: Money }
  /** `what`: the member that disagrees. */
  | { readonly type: 'contrary'; readonly what: string };

/** What the answer shows of the sum, at the top and in what it may stand in; what two places disagree in is contrary. */
export function amountShown(rule: EvidenceRule, asked: Asked, view: JsonObject, reading: AnswerReading): AmountShown {
  const within = wrappedIn(view, reading).flatMap(({ name, members }) => {
    const inside = askedWithin(name, asked);
    const own = members.filter((each) => foreignIdentity(inside, each, reading) === null);
    // Of several members, one without an id may belong to any operation.
    const telling = members.length === 1 ? own : own.filter((each) => showsAnyId(each));
    return telling.map((each) => amountShown(rule, inside, each, reading));
  });
  return [amountHere(rule, asked, view, reading), ...within].reduce(together);
}

function together(one: AmountShown, other: AmountShown): AmountShown {
  if (one.type === 'contrary' || other.type === 'not-shown') return one;
  if (other.type === 'contrary' || one.type === 'not-shown') return other;
  const isSame = one.type === other.type && approvedBy(one) === approvedBy(other);
  return isSame ? one : contrary('amount');
}

function approvedBy(shown: AmountShown): number | null {
  return shown.type === 'less' || shown.type === 'more' ? shown.approved.value : null;
}

function amountHere(rule: EvidenceRule, asked: Asked, view: JsonObject, reading: AnswerReading): AmountShown {
  const shown = ownAmount(rule, asked, view, reading);
  if (rule.amount === 'not-read' || shown.type === 'contrary') return shown;
  const approved = shown.type === 'less' || shown.type === 'more' ? shown.approved : asked.amount;
  const { captured, refunded } = reading.paths;
  // In the card's currency all of it was captured.
  const taken = allShownAt(view, captured).filter((each) => asked.charge?.value !== minorUnits(each));
  if (!isPaymentSum(rule.captured, taken, approved)) return contrary('capturedValue');
  if (!isPaymentSum(rule.refunded, allShownAt(view, refunded), approved)) return contrary('refundedValue');
  const other = otherSum(rule, asked, approved?.value ?? 0, view, reading);
  return other === null ? shown : contrary(other);
}

/** Whether sums of the whole payment may stand in an answer to an operation with this approved amount. */
function isPaymentSum(sum: PaymentSum, shown: readonly Json[], approved: Money | null): boolean {
  const read = sums(shown);
  if (read === 'unreadable') return sum === 'any';
  const least = approved?.value ?? 0;
  switch (sum) {
    case 'own':
      return read.every((each) => each === 0 || approved === null || each === least);
    case 'total':
      return read.every((each) => each === 0 || each >= least);
    case 'none':
      return read.every((each) => each === 0);
    case 'any':
      return true;
  }
}

function ownAmount(rule: EvidenceRule, asked: Asked, view: JsonObject, reading: AnswerReading): AmountShown {
  const { amount } = asked;
  if (rule.amount === 'not-read') return { type: 'not-shown' };
  if (amount === null) return wholeAmount(asked.whole ?? null, view, reading);
  const cardholders = asked.charge ?? null;
  const { paths, shown } = besideCardholders(cardholders, view, reading.paths);
  const currencies = allShownAt(view, paths.currency);
  if (currencies.some((each) => !isCurrency(each, amount.currency))) return contrary('currency');
  const named = sums(allShownAt(view, paths.amount));
  // Elsewhere than at a terminal these are sums of the whole payment.
  const approved = rule.amount === 'approved' ? sums(allShownAt(view, paths.approved)) : [];
  if (named === 'unreadable' || approved === 'unreadable') return contrary('amount');
  // Without its currency it may be the cardholder's sum or the shop's: that cannot be told.
  if (cardholders !== null && holdsBareSum(view, paths, amount.value)) return contrary('currency');
  const value = approved[0] ?? named[0];
  if (value === undefined) return { type: shown ? 'agrees' : 'not-shown' };
  if (rule.amount === 'exact') {
    return named.every((each) => each === amount.value) ? { type: 'agrees' } : contrary('amount');
  }
  // What was asked for may stand beside what was approved; a third sum is another operation's.
  const others = [...approved, ...named].filter((each) => each !== value && each !== amount.value);
  if (value === 0 || others.length > 0 || approved.some((each) => each !== value)) return contrary('amount');
  const tipCurrencies = allShownAt(view, paths.tip.filter((path) => path.endsWith('.value')).map(besideValue));
  if (tipCurrencies.some((each) => !isCurrency(each, amount.currency))) return contrary('tip');
  if (approved.length === 0 && named.some((each) => each !== value)) return contrary('amount');
  const tips = sums(allShownAt(view, paths.tip));
  const more = value - amount.value;
  if (tips === 'unreadable' || tips.some((each) => each !== 0 && each !== more)) return contrary('tip');
  if (more === 0) return { type: 'agrees' };
  // The cardholder's sum beside the shop's currency: which of the two is meant cannot be told.
  if (value === cardholders?.value) return contrary('currency');
  return { type: more < 0 ? 'less' : 'more', approved: { value, currency: amount.currency } };
}

/** The request named no sum, so a sum that is shown must be one of the payment's, where those are known. */
function wholeAmount(whole: Whole | null, view: JsonObject, { paths }: AnswerReading): AmountShown {
  if (whole === null) return { type: 'not-shown' };
  const { currency } = whole;
  const isForeign = (each: Json) => currency !== null && !isCurrency(each, currency);
  if (allShownAt(view, paths.currency).some(isForeign)) return contrary('currency');
  const named = sums(allShownAt(view, paths.amount));
  if (named === 'unreadable') return contrary('amount');
  if (named.length === 0 || whole.sums.length === 0) return { type: 'not-shown' };
  return named.every((each) => whole.sums.includes(each)) ? { type: 'agrees' } : contrary('amount');
}

function besideValue(path: string): string {
  return path.replace(/value$/, 'currency');
}

function isCurrency(shown: Json, currency: string): boolean {
  return currencyShown(shown) === currency;
}

/**
 * The paths without those at which the cardholder's amount stands, in its currency and to the unit: that is the sum that
 * was asked for. A path with another sum in that currency stays, and disagrees.
 */
function besideCardholders(
  cardholders: Money | null,
  view: JsonObject,
  paths: AnswerPaths,
): { readonly paths: Pick<AnswerPaths, 'amount' | 'approved' | 'currency' | 'tip'>; readonly shown: boolean } {
  if (cardholders === null) return { paths, shown: false };
  const sumsAt = sumPaths(paths);
  const currencyOf = (path: string) => currencyPathOf(path, view, paths);
  const isTheirs = (path: string) => {
    const [sum] = allShownAt(view, [path]);
    const currency = currencyOf(path);
    if (sum === undefined || currency === undefined || minorUnits(sum) !== cardholders.value) return false;
    return allShownAt(view, [currency]).every((each) => isCurrency(each, cardholders.currency));
  };
  const theirs = new Set(sumsAt.filter(isTheirs));
  // A currency that belongs to another sum is compared; beside no sum the cardholder's says nothing more.
  const others = new Set(sumsAt.filter((path) => !theirs.has(path) && hasSum(view, path)).map(currencyOf));
  const isTheirCurrency = (path: string) =>
    !others.has(path) && allShownAt(view, [path]).every((each) => isCurrency(each, cardholders.currency));
  return {
    shown: theirs.size > 0,
    paths: {
      tip: paths.tip,
      amount: paths.amount.filter((path) => !theirs.has(path)),
      approved: paths.approved.filter((path) => !theirs.has(path)),
      currency: paths.currency.filter((path) => !isTheirCurrency(path)),
    },
  };
}

type SumPaths = Pick<AnswerPaths, 'amount' | 'approved' | 'currency'>;

function sumPaths({ amount, approved }: SumPaths): readonly string[] {
  return [...new Set([...amount, ...approved])];
}

/** Where the currency of the sum at `path` is shown: beside it, else at the top. */
function currencyPathOf(path: string, view: JsonObject, { currency }: SumPaths): string | undefined {
  const beside = path.includes('.') ? [`${path.slice(0, path.lastIndexOf('.'))}.currency`] : [];
  const top = currency.filter((each) => !each.includes('.'));
  return [...beside, ...top].find((each) => allShownAt(view, [each]).length > 0);
}

/** Whether a sum is shown that is not the one that was asked for, and no currency with it. */
function holdsBareSum(view: JsonObject, paths: SumPaths, asked: number): boolean {
  return sumPaths(paths).some((path) => {
    if (!hasSum(view, path) || currencyPathOf(path, view, paths) !== undefined) return false;
    return allShownAt(view, [path]).some((each) => minorUnits(each) !== asked);
  });
}

function hasSum(view: JsonObject, path: string): boolean {
  return allShownAt(view, [path]).some((each) => !isJsonObject(each));
}

function contrary(what: string): AmountShown {
  return { type: 'contrary', what };
}

/** Objects have paths of their own. */
function sums(values: readonly Json[]): number[] | 'unreadable' {
  const read = values.filter((each) => !isJsonObject(each)).map(minorUnits);
  const numbers = read.filter((each) => each !== null);
  return numbers.length === read.length ? numbers : 'unreadable';
}

/** Whether it shows an id of an operation or payment. */
export function showsAnyId(view: JsonObject): boolean {
  return ['xId', 'payId', 'transId', 'refNr'].some((name) => textNamed(view, name) !== null);
}
