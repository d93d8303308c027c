// Whose answer is it, and for how much (docs/answers.md). Each thing that an answer shows is held against what was
// asked; what it does not show says nothing. The first disagreement found is named.
import { readIsoTime, widestZoneMs } from '#contract/iso-time.ts';
import { type Json, type JsonObject, isJsonObject, textAt } from '#contract/json.ts';
import { type DccChoice, cardholderAmount } from '#contract/dcc-choice.ts';
import type { Money } from '#contract/money.ts';
import {
  type AnswerPaths,
  type AnswerReading,
  allShownAt,
  isOlder,
  minorUnits,
  shownCreation,
  shownText,
} from '#operations/evidence/reading.ts';
import type { EvidenceRule, PaymentSum } from '#operations/evidence/rules.ts';
import { bareTrace } from '../lanes.ts';

/** What an answer is held against: the operation as it was sent. `view` is everywhere an answer's caseless view. */
export interface Asked {
  readonly input: JsonObject;
  readonly payId: string | null;
  readonly transId: string | null;
  readonly refNr: string | null;
  readonly terminalId: string | null;
  readonly amount: Money | null;
  readonly dcc?: DccChoice;
  readonly merchantId?: string;
  /** The clock on the wall when it was first sent, ms, where it makes a payment; what it made cannot be older. */
  readonly madeAfterMs?: number | null;
  /** Whether this trace number is that of another recent command at the same terminal. */
  readonly isOthersTrace?: (traceNr: string) => boolean;
  /** Whether another operation made the payment with this payId. */
  readonly isOthersPayment?: (payId: string) => boolean;
}

/** Hosts cut long references; a shorter beginning than this is no reference of ours. */
const leastReference = 12;

/** The name of what an answer shows of another operation, or null where all that it shows is this one's. */
export function foreignIdentity(asked: Asked, view: JsonObject, reading: AnswerReading): string | null {
  const { paths } = reading;
  for (const name of ['payId', 'transId'] as const) {
    if (differs(textNamed(view, name), asked[name])) return name;
  }
  const made = asked.payId === null ? textNamed(view, 'payId') : null;
  if (made !== null && asked.isOthersPayment?.(made) === true) return 'payId';
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
    // A capture or reversal has a number of its own; beside nothing else of ours it is another command's.
    if (shown !== null && original === null && !showsAnythingAsked(asked, view, paths)) return 'traceNr';
  }
  return shown !== null && asked.isOthersTrace?.(shown) === true ? 'traceNr' : null;
}

/** What is shown is held against what was asked elsewhere. */
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
  | { readonly type: 'contrary'; readonly what: SumName };

type SumName = 'amount' | 'currency' | 'tip' | 'capturedValue' | 'refundedValue';

export function amountShown(rule: EvidenceRule, asked: Asked, view: JsonObject, reading: AnswerReading): AmountShown {
  const shown = ownAmount(rule, asked, view, reading);
  if (rule.amount === 'not-read' || shown.type === 'contrary') return shown;
  const approved = shown.type === 'less' || shown.type === 'more' ? shown.approved : asked.amount;
  const { captured, refunded } = reading.paths;
  if (!isPaymentSum(rule.captured, allShownAt(view, captured), approved)) return contrary('capturedValue');
  if (!isPaymentSum(rule.refunded, allShownAt(view, refunded), approved)) return contrary('refundedValue');
  return shown;
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
  if (rule.amount === 'not-read' || amount === null) return { type: 'not-shown' };
  const cardholders = rule.inCardsCurrency ? cardholderAmount(asked.dcc) : null;
  const { paths, shown } = besideCardholders(cardholders, view, reading.paths);
  const currencies = allShownAt(view, paths.currency);
  if (currencies.some((each) => !isCurrency(each, amount.currency))) return contrary('currency');
  const named = sums(allShownAt(view, paths.amount));
  // Elsewhere than at a terminal these are sums of the whole payment.
  const approved = rule.amount === 'approved' ? sums(allShownAt(view, paths.approved)) : [];
  if (named === 'unreadable' || approved === 'unreadable') return contrary('amount');
  // Without its currency it may be the cardholder's sum or a sum of the shop's: nobody can tell.
  if (cardholders !== null && holdsBareSum(view, paths, amount.value)) return contrary('currency');
  const value = approved[0] ?? named[0];
  if (value === undefined) return { type: shown ? 'agrees' : 'not-shown' };
  if (rule.amount === 'exact') {
    return named.every((each) => each === amount.value) ? { type: 'agrees' } : contrary('amount');
  }
  // What was asked for may stand beside what was approved; a third sum is another operation's.
  const others = [...approved, ...named].filter((each) => each !== value && each !== amount.value);
  if (value === 0 || others.length > 0 || approved.some((each) => each !== value)) return contrary('amount');
  if (approved.length === 0 && named.some((each) => each !== value)) return contrary('amount');
  const tips = sums(allShownAt(view, paths.tip));
  const more = value - amount.value;
  if (tips === 'unreadable' || tips.some((each) => each !== 0 && each !== more)) return contrary('tip');
  if (more === 0) return { type: 'agrees' };
  return { type: more < 0 ? 'less' : 'more', approved: { value, currency: amount.currency } };
}

function isCurrency(shown: Json, currency: string): boolean {
  return typeof shown === 'string' && shown.trim().toUpperCase() === currency;
}

/**
 * The paths without those at which the cardholder's amount stands, in its currency and to the unit: that is the sum that
 * was asked for. What stands in that currency and is another sum stays, and disagrees.
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

function contrary(what: SumName): AmountShown {
  return { type: 'contrary', what };
}

/** Objects have paths of their own. */
function sums(values: readonly Json[]): number[] | 'unreadable' {
  const read = values.filter((each) => !isJsonObject(each)).map(minorUnits);
  const numbers = read.filter((each) => each !== null);
  return numbers.length === read.length ? numbers : 'unreadable';
}
