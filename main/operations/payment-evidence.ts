// What the record of a payment proves: whether one operation was carried out, for which amount, and whether the payment was
// reversed. What is not shown says nothing, and what disagrees is never taken for done.
import { conversionShown, showsOtherConversion, showsOtherMerchantSum } from '#contract/operation/dcc-conversion.ts';
import { cardholderAmount } from '#contract/operation/dcc-choice.ts';
import { type Json, canonicalJson, isJsonObject, textAt, valueAt } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import type { Facts } from './define.ts';
import type { Observation } from './observation.ts';
import { type EntryKind, type EntryMatch, type EntryRule, entryMatch } from './evidence/entries.ts';
import { isOlder } from './evidence/reading.ts';
import type { EvidenceRule } from './evidence/rules.ts';
import { type PaymentOperationView, type PaymentView, listedSum } from './payment-view.ts';
import { wholeSums } from './whole-sums.ts';

/**
 * Looks for one operation on a payment by what only it carries: its xId, or the refNr that the bridge made for it. A
 * refNr of the caller's may stand on other operations too (an order number), so it counts only together with the
 * operation's own transId and type. A change of totals proves nothing: someone else may have caused it.
 */
export function observeByReference(facts: Facts, payment: PaymentView, rule: EvidenceRule): Observation {
  const { operations } = payment;
  const { entry: listedAs } = rule;
  const { refNr, refNrUnique } = facts;
  if (operations === null || refNr === null || listedAs === null) return 'cannot-tell';
  const carriesOurs = (entry: PaymentOperationView) => isBound(facts, entry);
  const mine = ownEntries(facts, payment, rule);
  if (mine.length > 0) return observationOfMine(facts, mine, rule);
  // Another operation stands under a reference that only this one has.
  if (operations.some(carriesOurs)) return 'contradicted';
  const perhapsMine = operations.filter((entry) => mayBe(facts, entry, listedAs)).map(({ observation }) => observation);
  if (perhapsMine.includes('pending')) return 'pending';
  if (perhapsMine.includes('cannot-tell') || perhapsMine.includes('contradicted')) return 'cannot-tell';
  // Where no entry shows a refNr at all, the record does not show what is looked for.
  const showsRefNr = operations.some((entry) => entry.refNr !== null);
  const isTold = showsRefNr && refNrUnique && operations.every((entry) => entry.refNr !== refNr);
  return isTold && perhapsMine.length === 0 ? 'absent' : 'not-open';
}

/** Whether it carries what no other operation can: an xId of this one, or the refNr that the bridge made for it. */
function isBound(facts: Facts, { xId, refNr }: PaymentOperationView): boolean {
  return (xId !== null && facts.xIds.includes(xId)) || (facts.refNrIsOurs && refNr === facts.refNr);
}

/** The entries of a payment's list that are this operation for certain. */
export function ownEntries(
  facts: Facts,
  { operations }: PaymentView,
  { entry: listedAs }: EvidenceRule,
): readonly PaymentOperationView[] {
  return listedAs === null ? [] : (operations?.filter((entry) => isMine(facts, entry, listedAs)) ?? []);
}

function isMine(facts: Facts, entry: PaymentOperationView, listedAs: EntryRule): boolean {
  const match: EntryMatch = entryMatch(listedAs, entry.type);
  if (isBound(facts, entry)) return match !== 'other';
  const isNamed = entry.refNr === facts.refNr && entry.transId === facts.transId && !facts.conflict;
  return isNamed && facts.refNrUnique && match === 'own' && !isOlder(entry.created, facts.firstSentWallMs, entry);
}

/**
 * Whether the record holds what is this operation, or the payment that it made: open, done or refused. Then the gateway
 * has it, also where a later record no longer shows it.
 */
export function showsOwn(facts: Facts, payment: PaymentView, { entry: listedAs }: EvidenceRule): boolean {
  if (listedAs === null) return false;
  if (facts.refNrIsOurs && payment.refNr === facts.refNr) return true;
  const isOwn = (entry: PaymentOperationView) =>
    isBound(facts, entry) || isMine(facts, entry, listedAs) || isLikely(facts, entry, listedAs);
  return payment.operations?.some(isOwn) === true;
}

/** Its number and its sum, not from before it was sent and not refused: too much to take it for another's. */
function isLikely(facts: Facts, entry: PaymentOperationView, listedAs: EntryRule): boolean {
  const { transId, amount } = facts;
  if (transId === null || entry.transId !== transId || amount === null || entry.value !== amount.value) return false;
  return entry.observation !== 'refused' && !differs(entry.currency, amount.currency) && mayBe(facts, entry, listedAs);
}

export interface Sums {
  readonly captured: number | null;
  readonly refunded: number | null;
}

const capturedWords: ReadonlySet<string> = new Set(['CAPTURED', 'PAID', 'CAPTURE_REQUEST']);
const refundedWholeWords: ReadonlySet<string> = new Set(['REFUNDED', 'CREDITED']);
const refundedPartWords: ReadonlySet<string> = new Set([
  'PARTIALLY_REFUNDED',
  'PARTLY_REFUNDED',
  'CHARGEBACK',
  'CHARGED_BACK',
]);

/**
 * What the list of a payment shows as taken: its captures, or what made it where none is listed; minor units. What is of no
 * known kind counts as well, so that the payment cannot have come to more. Null where the list does not tell.
 */
export function listedAsTaken({ operations, isPartial, currency }: PaymentView): ListedSum | null {
  if (operations === null || isPartial) return null;
  const done = operations.filter(({ observation }) => observation === 'applied');
  const isCaptured = done.some(({ kind }) => kind === 'capture');
  const gone: readonly (EntryKind | null)[] = isCaptured
    ? ['refund', 'reversal', 'authorization', 'increment', 'confirmation']
    : ['refund', 'reversal'];
  const sum = listedSum(
    done.filter(({ kind }) => !gone.includes(kind)),
    currency,
  );
  return sum === null ? null : { sum, isCaptured };
}

/** What the listed captures come to, less what was reversed; null where the list does not tell. */
export function listedCaptures({ operations, currency }: PaymentView): number | null {
  const done = operations?.filter(({ observation }) => observation === 'applied') ?? [];
  const sum = (wanted: EntryKind) =>
    listedSum(
      done.filter(({ kind }) => kind === wanted),
      currency,
    );
  const captured = sum('capture');
  return captured === null ? null : captured - (sum('reversal') ?? 0);
}

interface ListedSum {
  readonly sum: number;
  readonly isCaptured: boolean;
}

/** Whether the record's status says that something was captured, not how much. */
export function saysCaptured({ status }: Pick<PaymentView, 'status'>): boolean {
  return status !== null && capturedWords.has(status);
}

/** The same of what was given back, where its list may say so as well. */
export function saysRefunded({ status, operations }: Pick<PaymentView, 'status' | 'operations'>): boolean {
  if (status !== null && (refundedWholeWords.has(status) || refundedPartWords.has(status))) return true;
  return operations?.some(({ kind, observation }) => kind === 'refund' && observation === 'applied') === true;
}

/**
 * Whether the sums of the payment may hold a capture or refund already: as much was moved as it asks for, beyond what was
 * known before it was first sent (`before`) and what others' entries explain; or less is left than it asks for, and those
 * do not explain it. That is no proof: another till or program may have caused them.
 */
export function sumsMayHold(facts: Facts, payment: PaymentView, rule: EvidenceRule, before: Sums | null): boolean {
  const sums = sumsBeside(facts, payment, rule, before);
  if (sums === null) return false;
  const { kind, asked, moved, explained } = sums;
  if ((moved ?? 0) - explained >= asked) return true;
  const isSaid = kind === 'capture' ? saysCaptured(payment) : saysRefunded(payment);
  if (!isSum(moved) && explained === 0 && isSaid) return true;
  const whole = kind === 'capture' ? (payment.authorized ?? payment.value) : payment.captured;
  if (whole === null || whole <= 0 || moved === null) return false;
  const isExplained = moved > 0 && moved <= explained;
  return !isExplained && whole - moved < asked;
}

/** Whether as much was moved as it asks for, beyond what was known before and what others' entries explain. */
export function movedBeyond(facts: Facts, payment: PaymentView, rule: EvidenceRule, before: Sums | null): boolean {
  const sums = sumsBeside(facts, payment, rule, before);
  return sums !== null && (sums.moved ?? 0) - sums.explained >= sums.asked;
}

/**
 * The sum that a record names as moved by an operation: in its own entry, or as captured or refunded of the payment beyond
 * what was known before it was first sent and what others' entries explain; null where it names none. It is no proof.
 */
export function sumMoved(facts: Facts, payment: PaymentView, rule: EvidenceRule, before: Sums | null): number | null {
  const { amount, refNr } = facts;
  if (amount === null || rule.entry === null || rule.openIsDone) return null;
  const own = ownEntries(facts, payment, rule).find(
    ({ size, observation }) => size !== null && observation !== 'refused',
  );
  if (own !== undefined) return differs(own.currency, amount.currency) ? null : own.size;
  const sums = sumsBeside(facts, payment, rule, before);
  if (sums !== null)
    return before === null || (sums.moved ?? 0) <= sums.explained ? null : (sums.moved ?? 0) - sums.explained;
  const isOthers = differs(payment.refNr, refNr) || differs(payment.terminalId, facts.terminalId);
  if (isOthers || payment.currency !== amount.currency || rule.entry.own[0] !== 'authorization') return null;
  return isSum(payment.captured) ? payment.captured : isSum(payment.authorized) ? payment.authorized : null;
}

/** Of a capture or refund: what it asks for, what the payment shows as moved, and what of that is known to be another's. */
function sumsBeside({ amount }: Facts, payment: PaymentView, { entry }: EvidenceRule, before: Sums | null) {
  const kind = entry?.own[0];
  if (amount === null || differs(payment.currency, amount.currency) || (kind !== 'capture' && kind !== 'refund'))
    return null;
  const [moved, known] =
    kind === 'capture' ? [payment.captured, before?.captured] : [payment.refunded, before?.refunded];
  return { kind, asked: amount.value, moved, explained: Math.max(known ?? 0, doneOfKind(payment, kind)) };
}

/** Whether a payment's sums or its list show that money moved, or was set aside. */
export function movesAnything({ captured, refunded, operations }: PaymentView): boolean {
  return (
    isSum(captured) || isSum(refunded) || operations?.some(({ observation }) => observation === 'applied') === true
  );
}

/** What the list shows as done of a kind. */
function doneOfKind({ operations }: PaymentView, kind: EntryKind): number {
  const done = operations?.filter((each) => each.observation === 'applied' && each.kind === kind) ?? [];
  return done.reduce((sum, { size }) => sum + (size ?? 0), 0);
}

/** An operation that was sent twice may be listed twice, in any order. */
function observationOfMine(facts: Facts, mine: readonly PaymentOperationView[], rule: EvidenceRule): Observation {
  const observations = mine.map(({ observation }) => observation);
  const asAsked = mine.every((entry) => isAsAsked(facts, entry, rule));
  if (isDoneTwice(facts, mine)) return 'contradicted';
  if (asAsked && observations.includes('applied')) return 'applied';
  if (observations.includes('pending')) return 'pending';
  if (!asAsked) return 'contradicted';
  return observations.every((observation) => observation === 'refused') ? 'refused' : 'cannot-tell';
}

/** Whether two of one kind are done under the bridge's own reference, each with another id: the money moved twice. */
function isDoneTwice(facts: Facts, mine: readonly PaymentOperationView[]): boolean {
  const done = mine.filter((entry) => entry.observation === 'applied' && entry.xId !== null && isBound(facts, entry));
  return done.some(({ type, xId }) => done.some((other) => other.type === type && other.xId !== xId));
}

/** Whether nothing that it shows speaks against the operation: its sum, its status by the table, and its own words. */
function isAsAsked({ amount }: Facts, entry: PaymentOperationView, rule: EvidenceRule): boolean {
  const { value, currency, status, observation, unreadable } = entry;
  if (
    unreadable ||
    observation === 'contradicted' ||
    differs(value, amount?.value) ||
    differs(currency, amount?.currency)
  )
    return false;
  return status === null || !rule.contrary.includes(status);
}

/**
 * Whether nothing speaks against an entry being this operation. Too little to call it done; but while such a one is
 * open, what it is looked for may be under way, and must neither be taken for absent nor be sent again.
 */
function mayBe(facts: Facts, entry: PaymentOperationView, listedAs: EntryRule): boolean {
  const { amount, transId, refNr, firstSentWallMs } = facts;
  if (entryMatch(listedAs, entry.type) === 'other' || isOlder(entry.created, firstSentWallMs, entry)) return false;
  return !differs(entry.transId, transId) && !differs(entry.refNr, refNr) && !differs(entry.value, amount?.value);
}

/** Looks for a payment that this operation itself made (see isMadeBy). */
export function observeByPayment(facts: Facts, shown: PaymentView, rule: EvidenceRule): Observation {
  const payment = rule.inCardsCurrency ? inShopsCurrency(facts, shown) : shown;
  if (!isMadeBy(facts, payment)) return 'cannot-tell';
  // It was made and taken back, by the terminal itself perhaps. Whether the goods are paid a person decides.
  if (isReversed(payment)) return 'not-open';
  const whole = ownEntries(facts, payment, rule).filter(({ value }) => value !== null && value === facts.amount?.value);
  if (isDoneTwice(facts, whole)) return 'contradicted';
  const observation = payment.observation === 'applied' ? whichWay(facts, payment, rule) : payment.observation;
  const isTakenBack = isListedAsReversed(payment) || isRefundedWhole(payment, rule);
  return observation === 'applied' && isTakenBack ? 'not-open' : observation;
}

/**
 * Whether the money of a payment went the way that was asked for, by its sums and its list as far as it shows them. What
 * was taken may have been refunded since; what was paid out was never taken.
 */
function whichWay(facts: Facts, payment: PaymentView, rule: EvidenceRule): Observation {
  const { entry: listedAs, contrary } = rule;
  if (listedAs === null) return 'applied';
  const { authorized, captured, refunded, status } = payment;
  const done = payment.operations?.filter(({ observation }) => observation !== 'refused') ?? [];
  const isListed = (kind: EntryKind) => done.some((each) => each.kind === kind);
  const wasTaken = isListed('authorization') || isListed('capture') || isSum(authorized) || isSum(captured);
  const wasGiven = isListed('refund') || isSum(refunded);
  const isContrary = status !== null && contrary.includes(status);
  if (listedAs.own.includes('refund')) {
    if (wasTaken || isContrary || (isListed('reversal') && !wasGiven)) return 'contradicted';
    return differs(isSum(refunded) ? refunded : null, facts.amount?.value) || !sumsAgree(facts, done, listedAs)
      ? 'contradicted'
      : 'applied';
  }
  if (!isSum(captured) && listedAsUndone(payment, rule) === 'refused') return 'contradicted';
  if (wasTaken) return sumsAgree(facts, done, listedAs) ? 'applied' : 'contradicted';
  if (wasGiven || isListed('reversal')) return 'contradicted';
  // It may have been taken and refunded since, or paid out: nothing more is shown.
  if (isContrary) return 'not-open';
  return authorized === 0 && (captured ?? 0) === 0 ? 'cannot-tell' : 'applied';
}

/**
 * What the list says of what was to be taken, where none of it is done; null where some is, or nothing tells. What was
 * authorized for a sale is captured with it.
 */
export function listedAsUndone(payment: PaymentView, { leavesNothing }: EvidenceRule): 'open' | 'refused' | null {
  return undone(payment, ['authorization', 'capture']) ?? (leavesNothing ? undone(payment, ['capture']) : null);
}

function undone({ operations }: PaymentView, kinds: readonly EntryKind[]): 'open' | 'refused' | null {
  const listed = operations?.filter(({ kind }) => kind !== null && kinds.includes(kind)) ?? [];
  const said = listed.map(({ observation }) => observation);
  if (said.length === 0 || said.includes('applied')) return null;
  if (said.includes('pending')) return 'open';
  return said.every((each) => each === 'refused' || each === 'contradicted') ? 'refused' : null;
}

function isSum(sum: number | null): boolean {
  return sum !== null && sum > 0;
}

/** Whether the entries that are done under this operation's own reference have its sum, or a part of it. */
function sumsAgree(facts: Facts, done: readonly PaymentOperationView[], listedAs: EntryRule): boolean {
  // Beside what was approved stands what was asked for, and what the cardholder chose.
  const known = [facts.amount?.value, valueAt(facts.input, 'amount.value'), cardholderAmount(facts.dcc)?.value];
  const sums = known.filter((each) => typeof each === 'number');
  const most = Math.max(...sums);
  return done
    .filter((entry) => entry.observation === 'applied' && entry.value !== null && isBound(facts, entry))
    .filter(({ type }) => entryMatch(listedAs, type) === 'own')
    .every(({ kind, value }) => sums.includes(value ?? 0) || (kind === 'capture' && (value ?? 0) < most));
}

/**
 * The record as it would be in the shop's currency, where it shows the very amount that the cardholder chose in the
 * card's, or, where nothing was chosen here, that its conversion names for the very amount that was asked for. Any other
 * sum in that currency stays as it is, and disagrees.
 */
function inShopsCurrency({ amount, dcc }: Facts, payment: PaymentView): PaymentView {
  const told = dcc === undefined ? conversionShown(payment.raw) : null;
  const isOurs = told?.merchant.value === amount?.value && told?.merchant.currency === amount?.currency;
  const cardholder = told !== null && isOurs ? told.cardholder : cardholderAmount(dcc);
  if (amount === null || cardholder === null || payment.currency !== cardholder.currency) return payment;
  const shown = sumsShown(payment);
  if (shown.length === 0 || shown.some((each) => each !== cardholder.value)) return payment;
  const inShops = (sum: number | null) => (sum === cardholder.value ? amount.value : sum);
  return {
    ...payment,
    currency: amount.currency,
    value: inShops(payment.value),
    authorized: inShops(payment.authorized),
    captured: inShops(payment.captured),
  };
}

/**
 * Whether the record does not bear the choice: it shows a conversion that was not chosen or is of another sum, or a sum
 * that is not the one that was asked for and no currency, so that it may be the cardholder's or the shop's.
 */
function leavesChoiceOpen({ amount, dcc }: Facts, payment: PaymentView): boolean {
  if (showsOtherConversion(dcc, payment.raw)) return true;
  const approved = payment.currency === amount?.currency ? sumsShown(payment) : [];
  const sums = amount === null ? [] : [amount, ...approved.map((value) => ({ ...amount, value }))];
  if (showsOtherMerchantSum(sums, payment.raw)) return true;
  if (amount === null || cardholderAmount(dcc) === null || payment.currency !== null) return false;
  return sumsShown(payment).some((each) => each !== amount.value);
}

/** What it was made for, and what was authorized and captured of it, where the record shows that. */
export function sumsShown({ value, authorized, captured }: PaymentView): readonly number[] {
  return [value, authorized, captured].filter((each) => each !== null).filter(isSum);
}

/** At a terminal another amount may have been approved: shown under our own refNr it is ours all the same. */
export function observeAtTerminal(facts: Facts, shown: PaymentView, rule: EvidenceRule): Observation {
  if (leavesChoiceOpen(facts, shown)) return 'cannot-tell';
  const payment = inShopsCurrency(facts, shown);
  const approved = approvedAtTerminal(facts, payment);
  return observeByPayment(approved === null ? facts : { ...facts, amount: approved }, payment, rule);
}

/** What a payment's record shows was approved, where our own refNr shows that the record is of this operation. */
export function approvedAtTerminal(facts: Facts, shown: PaymentView): Money | null {
  const { refNr, amount } = facts;
  if (leavesChoiceOpen(facts, shown)) return null;
  const payment = inShopsCurrency(facts, shown);
  if (amount === null || refNr === null || payment.refNr !== refNr) return null;
  if (payment.currency !== null && payment.currency !== amount.currency) return null;
  const { authorized, captured, value } = payment;
  const approved = authorized ?? (captured !== null && captured > 0 ? captured : value);
  if (approved === null || approved === 0 || approved === amount.value) return null;
  return { value: approved, currency: amount.currency };
}

/**
 * Looks for a payment that a customer makes: once it is there the operation did its part, whatever its status is. Paid
 * under the reference that the bridge made, with another sum or currency, it is not what was sold: a person decides.
 */
export function observeOffer(facts: Facts, payment: PaymentView): Observation {
  const isOurs = facts.refNrIsOurs && payment.refNr === facts.refNr;
  const isOther =
    payment.unreadable || isOfAnotherSum(payment, facts.amount) || differs(payment.currency, facts.amount?.currency);
  if (isOurs && isOther && payment.observation === 'applied') return 'contradicted';
  return isMadeBy(facts, payment) ? 'applied' : 'cannot-tell';
}

/**
 * Nothing that it shows is another's, and it is not older than the first sending: another till, or an order with the same
 * number, may have used transId and refNr weeks ago. Then by our refNr; else by the transId, the amount and what only the
 * sending explains: the terminal, and that it was made since.
 */
function isMadeBy(facts: Facts, payment: PaymentView): boolean {
  const { amount, transId, refNr, conflict } = facts;
  const named = payment.value ?? payment.authorized;
  const differing =
    differs(payment.payId, facts.payId) ||
    differs(payment.transId, transId) ||
    differs(payment.refNr, refNr) ||
    differs(payment.terminalId, facts.terminalId) ||
    isOlder(payment.created, facts.firstSentWallMs, payment) ||
    payment.unreadable ||
    isOfAnotherSum(payment, amount) ||
    differs(payment.currency, amount?.currency);
  if (differing || (payment.transId === null && (payment.payId === null || named === null))) return false;
  if (facts.refNrIsOurs && payment.refNr === refNr) return true;
  // A caller's refNr may be an order number, which another till of the shop takes money for as well, at its terminal.
  const isKnown = facts.payId !== null && payment.payId === facts.payId;
  // No terminal makes what was asked for elsewhere.
  if (facts.terminalId === null && payment.terminalId !== null && !isKnown) return false;
  const isNamed = facts.terminalId === null || isKnown || payment.observation === 'pending';
  if (isNamed && refNr !== null && payment.refNr === refNr && !conflict) return true;
  // A session or link carries no refNr of ours, and moves no money itself. No terminal pays it.
  if (refNr === null) return !conflict && payment.terminalId === null;
  return !conflict && showsItsSending(facts, payment);
}

/** One of its sums must be the one that was asked for: a part may be captured, and more may be authorized later. */
export function isOfAnotherSum({ value, authorized, captured }: PaymentView, amount: Money | null): boolean {
  const shown = [value, ...[authorized, captured].filter(isSum)].filter((each) => each !== null);
  return amount !== null && shown.length > 0 && !shown.includes(amount.value);
}

/** That it is not older is known already. */
function showsItsSending({ terminalId, firstSentWallMs }: Facts, { terminalId: shown, created }: PaymentView): boolean {
  if (terminalId !== null && shown !== terminalId) return false;
  return created !== null && firstSentWallMs !== null;
}

const reversedWords: ReadonlySet<string> = new Set(['REVERSED', 'VOIDED', 'CANCELLED', 'CANCELED']);

/** Whether the record says that the payment was taken back whole. */
export function isReversed({ status }: Pick<PaymentView, 'status'>): boolean {
  return status !== null && reversedWords.has(status);
}

/**
 * Whether the list of a payment shows that all of it was taken back: as much as its authorizations came to, so that a
 * later try stands. A reversal without a sum is one of the whole, unless a part was captured: then it let the rest go.
 */
export function isListedAsReversed({ operations, value, authorized, captured }: PaymentView): boolean {
  const done = operations?.filter(({ observation }) => observation === 'applied') ?? [];
  const of = (wanted: EntryKind) => done.filter(({ kind }) => kind === wanted);
  const [reversals, makings] = [of('reversal'), of('authorization')];
  const whole = authorized ?? value;
  if (reversals.length === 0 || whole === null) return false;
  const isPartCaptured = (captured ?? 0) > 0 && captured !== whole;
  if (isPartCaptured && reversals.some((each) => each.size === null)) return false;
  const sum = (entries: readonly PaymentOperationView[]) =>
    entries.reduce((total, each) => total + (each.size ?? whole), 0);
  return sum(reversals) >= (makings.length === 0 ? whole : sum(makings));
}

/** Whether all of a payment that takes money was given back. Where no refunded sum is shown, its status says so. */
function isRefundedWhole(payment: PaymentView, { entry: listedAs }: EvidenceRule): boolean {
  if (listedAs === null || listedAs.own.includes('refund')) return false;
  const { status, authorized, captured, value } = payment;
  const taken = isSum(captured) ? captured : isSum(authorized) ? authorized : value;
  const { refunded } = payment;
  if (refunded !== null && refunded > 0) return taken !== null && refunded >= taken;
  const isListed = payment.operations?.some(({ kind }) => kind === 'refund') === true;
  return status !== null && refundedWholeWords.has(status) && isSum(captured) && !isListed;
}

/** What is not shown, or not known here, says nothing. */
function differs(shown: string | number | null, ours: string | number | null | undefined): boolean {
  return shown !== null && ours !== null && ours !== undefined && shown !== ours;
}

/** Whether a record shows every value that was asked for, each at its own place. Nothing asked for shows nothing. */
export function showsAll(record: Json | undefined, asked: Json): boolean {
  if (!isJsonObject(asked)) return record !== undefined && canonicalJson(record) === canonicalJson(asked);
  const names = Object.keys(asked);
  return isJsonObject(record) && names.length > 0 && names.every((name) => showsAll(record[name], asked[name] ?? null));
}

/**
 * A payment that is reversed counts as reversed, by whichever operation; and while any reversal of it is open, it may
 * still become so. An open entry without a type may be one. An entry under our own reference must agree, and shows the
 * outcome of our operation, whatever the payment's status is.
 */
export function observeReversal(facts: Facts, payment: PaymentView, rule: EvidenceRule): Observation {
  const { operations } = payment;
  const listed = ownEntries(facts, payment, rule);
  const mine = listed.filter((entry) => mayBeDone(entry, rule));
  if (mine.some((entry) => !isAsAsked(facts, entry, rule) || !isOfWhole(facts, payment, entry))) return 'contradicted';
  if (listed.length === 0 && operations?.some((entry) => isBound(facts, entry)) === true) return 'contradicted';
  if (mine.some(({ observation }) => observation === 'applied')) return 'applied';
  if (isReversed(payment))
    return isOfReversed(facts, payment) && isReversedAsAsked(facts, payment, mine) ? 'applied' : 'cannot-tell';
  if (mine.some(({ observation }) => observation === 'pending')) return 'pending';
  const open = operations?.filter(({ observation }) => observation === 'pending') ?? [];
  if (open.some(({ type, kind }) => type === null || kind === 'reversal')) return 'pending';
  if (mayBeReversed(facts, payment, rule)) return 'cannot-tell';
  return payment.observation === 'applied' ? 'absent' : 'cannot-tell';
}

/**
 * Whether a reversed payment is the one that was to be reversed. At a terminal it is looked up by the transId of the
 * reversal, which another till may have given to its own: then by the payId, our refNr, the trace number at the terminal,
 * or what only the sending explains.
 */
function isOfReversed(facts: Facts, payment: PaymentView): boolean {
  const { payId, terminalId, refNr, input, firstSentWallMs, conflict } = facts;
  if (terminalId === null) return !differs(payment.payId, payId);
  if (differs(payment.payId, payId) || differs(payment.terminalId, terminalId)) return false;
  if (payId !== null && payment.payId === payId) return true;
  if (facts.refNrIsOurs && payment.refNr === refNr) return true;
  const traceNr = textAt(payment.raw, 'traceNr');
  if (traceNr !== null && traceNr === textAt(input, 'traceNr')) return payment.terminalId === terminalId;
  const isOthers = differs(payment.refNr, refNr) || traceNr !== null || conflict;
  return !isOthers && !isOlder(payment.created, firstSentWallMs, payment) && showsItsSending(facts, payment);
}

/** Asked for without a sum, an entry shows one of the payment's own, in its currency, where the record shows those. */
function isOfWhole({ amount }: Facts, payment: PaymentView, { value, currency }: PaymentOperationView): boolean {
  if (amount !== null) return true;
  const sums = wholeSums(payment);
  const isOneOfThem = value === null || sums.length === 0 || sums.includes(value);
  return isOneOfThem && !differs(currency, payment.currency);
}

/** A cancelled reversal may be one that was refused, or what it did to the payment. */
function mayBeDone({ observation, status }: PaymentOperationView, { alsoGood }: EvidenceRule): boolean {
  return observation !== 'refused' || (status !== null && alsoGood.includes(status));
}

/** Whether the list holds what this reversal may have done: then it is neither refused nor to be sent again. */
export function mayBeReversed(facts: Facts, payment: PaymentView, rule: EvidenceRule): boolean {
  const { entry: listedAs } = rule;
  if (listedAs === null) return false;
  const isContrary = ({ status }: PaymentOperationView) => status !== null && rule.contrary.includes(status);
  const others = payment.operations?.filter((each) => mayBe(facts, each, listedAs) && !isContrary(each));
  return [...ownEntries(facts, payment, rule), ...(others ?? [])].some((entry) => mayBeDone(entry, rule));
}

/**
 * Whether a reversed payment shows nothing but the sum that was to be reversed: in its own entry; else in another's, of
 * which the parts may add up; else among the sums of the payment. What is not shown says nothing.
 */
function isReversedAsAsked(
  { amount }: Facts,
  { operations, value, authorized, currency, unreadable }: PaymentView,
  mine: readonly PaymentOperationView[],
): boolean {
  if (amount === null || mine.some((entry) => entry.value !== null && entry.observation !== 'refused')) return true;
  const reversals =
    operations?.filter(({ kind, observation }) => kind === 'reversal' && observation !== 'refused') ?? [];
  if (unreadable || reversals.some((entry) => entry.unreadable)) return false;
  const parts = reversals.map((entry) => entry.value).filter((each) => each !== null);
  if (parts.includes(amount.value)) return true;
  if (parts.length > 0 && parts.reduce((sum, each) => sum + each, 0) !== amount.value) return false;
  const sums = [value, authorized].filter((each) => each !== null && each > 0);
  return parts.length > 0 || sums.length === 0 || differs(currency, amount.currency) || sums.includes(amount.value);
}

/**
 * "Reverse applies to a payment that has not yet been captured": of one that is captured whole nothing is left to. A
 * gateway that checks nothing gives a capture back all the same, and may show that as a refund.
 */
export function isCapturedWhole({ status, authorized, captured, refunded }: PaymentView): boolean {
  return status === 'CAPTURED' && isSum(authorized) && captured === authorized && !isSum(refunded);
}

/** Whether money of it went back, by whatever did that. */
export function mayBeGivenBack({ status, refunded }: PaymentView): boolean {
  return status === 'REFUNDED' || isSum(refunded);
}
