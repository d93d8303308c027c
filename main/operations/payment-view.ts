// The specification shows no body for the retrieval calls. This reader takes what it finds at the places named here
// (a setting may name others) and says null for what it does not find: nothing is required, nothing is guessed.
import { showsOtherConversion } from '#contract/dcc-conversion.ts';
import { cardholderAmount } from '#contract/dcc-choice.ts';
import { type Json, type JsonObject, canonicalJson, isJsonObject, textAt, valueAt } from '#contract/json.ts';
import type { Money } from '#contract/money.ts';
import type { ReadTime } from '#contract/iso-time.ts';
import type { Facts, Sighting } from './define.ts';
import {
  type AnswerReading,
  defaultAnswerReading,
  isOlder,
  minorUnits,
  shownCreation,
  shownText,
} from './evidence/reading.ts';
import { caseless } from './evidence/caseless.ts';
import { type EntryKind, type EntryMatch, type EntryRule, entryKind, entryMatch } from './evidence/entries.ts';
import type { EvidenceRule } from './evidence/rules.ts';
import { codeMeaning, flagAgainst, meaningOf, soundsRefused, within } from './evidence/words.ts';

export interface PaymentOperationView {
  readonly type: string | null;
  readonly xId: string | null;
  readonly refNr: string | null;
  readonly transId: string | null;
  readonly value: number | null;
  readonly currency: string | null;
  /** It shows a sum or currency that cannot be read: not the one that was asked for. */
  readonly unreadable: boolean;
  readonly status: string | null;
  /** What its status and code say of it; `contradicted` where they speak against each other. */
  readonly sight: Sighting;
  /** When it was made; null where the list does not say. */
  readonly created: ReadTime | null;
  readonly clockToleranceMs: number;
  readonly responseCode: string | null;
  readonly raw: JsonObject;
}

export interface PaymentView {
  readonly payId: string | null;
  readonly transId: string | null;
  readonly status: string | null;
  /** What its status says, and the statuses within it. */
  readonly sight: Sighting;
  readonly responseCode: string | null;
  readonly refNr: string | null;
  readonly terminalId: string | null;
  /** When it was made; null where the record does not say. */
  readonly created: ReadTime | null;
  readonly clockToleranceMs: number;
  readonly currency: string | null;
  readonly value: number | null;
  /** Minor units; null where the record does not say. */
  readonly authorised: number | null;
  readonly captured: number | null;
  readonly refunded: number | null;
  /** It shows a sum or currency that cannot be read, so that it is not known to agree with anything. */
  readonly unreadable: boolean;
  readonly captureCount: number | null;
  /** The single operations on the payment, or null where the record does not list them. */
  readonly operations: readonly PaymentOperationView[] | null;
  /** The list is not whole, or no list that can be read: what it does not show is not absent. */
  readonly isPartial: boolean;
  readonly raw: JsonObject;
}

/** Where each fact may stand in a retrieval body: dotted paths, the first that is there counts. */
export interface PaymentPaths {
  readonly authorised: readonly string[];
  readonly captured: readonly string[];
  readonly refunded: readonly string[];
  readonly operations: readonly string[];
}

export const defaultPaymentPaths: PaymentPaths = {
  authorised: ['totals.authorised', 'amount.authorizedValue', 'authorizedAmount.value'],
  captured: ['totals.captured', 'amount.capturedValue', 'capturedAmount.value'],
  refunded: ['totals.refunded', 'amount.refundedValue', 'refundedAmount.value'],
  operations: ['operations', 'transactions', 'history'],
};

export function readPayment(
  body: JsonObject,
  paths: PaymentPaths,
  reading: AnswerReading = defaultAnswerReading,
): PaymentView {
  const lists = paths.operations.map((path) => valueAt(body, path));
  const listed = lists.find((value) => Array.isArray(value));
  const entries = Array.isArray(listed) ? listed.filter(isJsonObject) : null;
  let read: readonly PaymentOperationView[] | null = null;
  const operations = () => (read ??= entries?.map((entry) => readOperation(entry, reading)) ?? null);
  const { view, clash } = caseless(withoutLists(body));
  const at = (places: readonly string[]) =>
    shownAt(body, places) ??
    shownAt(
      view,
      places.map((path) => path.toLowerCase()),
    );
  const currency = at(['amount.currency', 'currency']);
  const value = at(['amount.value', 'amount']);
  const [authorised, captured, refunded] = [paths.authorised, paths.captured, paths.refunded].map(at);
  return {
    payId: textAt(view, 'payid'),
    transId: textAt(view, 'transid'),
    status: statusAt(view),
    sight: clash === null ? unlessContradicted(sightOf(view, reading)) : 'cannot-tell',
    responseCode: textAt(view, 'responsecode'),
    refNr: textAt(view, 'refnr'),
    terminalId: shownText(view, reading.paths.terminalId),
    created: shownCreation(view, reading),
    clockToleranceMs: reading.clockToleranceMs,
    currency: currencyOf(currency),
    value: sumOf(value),
    authorised: sumOf(authorised),
    captured: sumOf(captured),
    refunded: sumOf(refunded),
    unreadable: isUnreadable([value, authorised, captured, refunded], currency),
    // Read when somebody looks for one of them: a record may list hundreds, and most readers want the sums.
    get captureCount() {
      return operations()?.filter(isSuccessfulCapture).length ?? null;
    },
    get operations() {
      return operations();
    },
    isPartial: isPartial(lists, view),
    raw: body,
  };
}

/** Where lists say that there is more of them: at the top, and in these members, in small letters. */
const pagePlaces = ['', '_links.', 'links.', 'page.', 'paging.', 'pagination.', 'meta.'];

function isPartial(lists: readonly (Json | undefined)[], view: JsonObject): boolean {
  const [listed] = lists.filter((value) => value !== undefined && value !== null);
  if (listed === undefined) return false;
  if (!Array.isArray(listed) || !listed.every(isJsonObject)) return true;
  const at = (name: string) => pagePlaces.map((place) => valueAt(view, `${place}${name}`));
  const isNamed = (value: Json | undefined) => isFilled(isJsonObject(value) ? value['href'] : value);
  const isMany = (value: Json | undefined) => Number(value) > 1;
  return (
    ['hasmore', 'has_more', 'hasnext', 'next', 'nextpage', 'nextcursor', 'next_cursor'].some((name) =>
      at(name).some(isNamed),
    ) || ['totalnumberofpages', 'totalpages', 'total_pages', 'pagecount'].some((name) => at(name).some(isMany))
  );
}

function isFilled(value: Json | undefined): boolean {
  return value !== undefined && value !== null && value !== false && value !== 'false' && value !== '' && value !== 0;
}

function isSuccessfulCapture({ type, sight }: PaymentOperationView): boolean {
  return entryKind(type) === 'capture' && sight === 'applied';
}

/** In capitals: the specification names statuses, not how they are written. */
function statusAt(body: JsonObject): string | null {
  return textAt(body, 'status')?.toUpperCase() ?? null;
}

function readOperation(entry: JsonObject, reading: AnswerReading): PaymentOperationView {
  const { view, clash } = caseless(entry);
  const currency = shownAt(view, ['amount.currency', 'currency']);
  const value = shownAt(view, ['amount.value', 'amount', 'value']);
  return {
    type: textAt(view, 'type'),
    xId: textAt(view, 'xid'),
    refNr: textAt(view, 'refnr'),
    transId: textAt(view, 'transid'),
    value: sumOf(value),
    currency: currencyOf(currency),
    unreadable: isUnreadable([value], currency),
    status: statusAt(view),
    sight: clash === null ? sightOf(view, reading) : 'contradicted',
    created: shownCreation(view, reading),
    clockToleranceMs: reading.clockToleranceMs,
    responseCode: textAt(view, 'responsecode'),
    raw: entry,
  };
}

/** The first of them that is there. Objects have paths of their own. */
function shownAt(body: JsonObject, paths: readonly string[]): Json | undefined {
  return paths
    .map((path) => valueAt(body, path))
    .find((value) => value !== undefined && value !== null && !isJsonObject(value));
}

function sumOf(shown: Json | undefined): number | null {
  return shown === undefined ? null : minorUnits(shown);
}

function currencyOf(shown: Json | undefined): string | null {
  return typeof shown === 'string' ? shown.trim().toUpperCase() : null;
}

function isUnreadable(sums: readonly (Json | undefined)[], currency: Json | undefined): boolean {
  return (
    sums.some((sum) => sum !== undefined && minorUnits(sum) === null) ||
    (currency !== undefined && typeof currency !== 'string')
  );
}

function sightOfStatus(written: string | null, { statuses }: AnswerReading): Sighting {
  if (written === null) return 'cannot-tell';
  switch (meaningOf(written, statuses)) {
    case 'succeeded':
      return 'applied';
    case 'failed':
      return 'refused';
    case 'open':
      return 'pending';
    case 'unknown':
      return 'cannot-tell';
  }
}

/** A record may list hundreds of operations, which are read when one is looked for. */
function withoutLists(body: JsonObject): JsonObject {
  const isList = (value: Json) => Array.isArray(value) && value.some(isJsonObject);
  return Object.fromEntries(Object.entries(body).filter(([, value]) => !isList(value)));
}

/** A record that speaks against itself may speak of several operations: it is unclear. */
function unlessContradicted(sight: Sighting): Sighting {
  return sight === 'contradicted' ? 'cannot-tell' : sight;
}

/** A status within that is not good outweighs a good one outside, and one that is not bad a bad one. */
function sightOf(view: JsonObject, reading: AnswerReading): Sighting {
  const outside = outsideSight(view, reading);
  if (outside !== 'applied' && outside !== 'refused') return outside;
  const inner = within(view, (name) => name === 'status', false).map(({ value }) =>
    typeof value === 'string' ? sightOfStatus(value, reading) : 'cannot-tell',
  );
  const opposite = outside === 'applied' ? 'refused' : 'applied';
  if (inner.includes(opposite)) return 'contradicted';
  if (outside === 'refused' || inner.every((each) => each === 'applied')) return outside;
  return inner.every((each) => each === 'applied' || each === 'pending') ? 'pending' : 'cannot-tell';
}

/** A code, a flag or a text that speaks against a good status; and a code that speaks against a bad one. */
function outsideSight(view: JsonObject, reading: AnswerReading): Sighting {
  const sight = sightOfStatus(statusAt(view), reading);
  const code = codeMeaning(valueAt(view, 'responsecode'));
  if (sight !== 'applied' && sight !== 'refused') return sight;
  if (code === 'open') return 'pending';
  if (sight === 'refused') return code === 'succeeded' || code === 'fatal' ? 'contradicted' : sight;
  const isContrary = flagAgainst(view) !== null || soundsRefused(valueAt(view, 'responsedescription'));
  const isGood = code === 'succeeded' || code === 'zeros' || code === 'nothing';
  return isGood && !isContrary ? sight : 'contradicted';
}

/**
 * Looks for one operation on a payment by what only it carries: its xId, or the refNr that the bridge made for it. A
 * refNr of the caller's may stand on other operations too (an order number), so it counts only together with the
 * operation's own transId and type. A change of totals proves nothing: someone else may have caused it.
 */
export function sightByReference(facts: Facts, payment: PaymentView, rule: EvidenceRule): Sighting {
  const { operations } = payment;
  const { entry: listedAs } = rule;
  const { refNr, refNrUnique } = facts;
  if (operations === null || refNr === null || listedAs === null) return 'cannot-tell';
  const carriesOurs = (entry: PaymentOperationView) => isBound(facts, entry);
  const mine = operations.filter((entry) => isMine(facts, entry, listedAs));
  if (mine.length > 0) return sightOfMine(facts, mine, rule);
  // Something else stands under a reference that nobody else has.
  if (operations.some(carriesOurs)) return 'contradicted';
  const perhapsMine = operations.filter((entry) => mayBe(facts, entry, listedAs)).map(({ sight }) => sight);
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

/** Whether an entry of a payment's list is this operation for certain. */
export function isMine(facts: Facts, entry: PaymentOperationView, listedAs: EntryRule): boolean {
  const match: EntryMatch = entryMatch(listedAs, entry.type);
  if (isBound(facts, entry)) return match !== 'other';
  const isNamed = entry.refNr === facts.refNr && entry.transId === facts.transId;
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
  return entry.sight !== 'refused' && !differs(entry.currency, amount.currency) && mayBe(facts, entry, listedAs);
}

interface Sums {
  readonly captured: number | null;
  readonly refunded: number | null;
}

const capturedWords: ReadonlySet<string> = new Set(['CAPTURED', 'PAID', 'CAPTURE_REQUEST']);
const refundedWords: ReadonlySet<string> = new Set(['REFUNDED', 'CREDITED']);

/**
 * Whether the sums of the payment may hold a capture or refund already: as much was moved as it asks for, beyond what was
 * known before it was first sent (`before`) and what others' entries explain; or less is left than it asks for. It is no
 * proof of it: somebody else may have caused them.
 */
export function sumsMayHold(facts: Facts, payment: PaymentView, rule: EvidenceRule, before: Sums | null): boolean {
  const { amount } = facts;
  const kind = rule.entry?.own[0];
  if (amount === null || differs(payment.currency, amount.currency) || (kind !== 'capture' && kind !== 'refund'))
    return false;
  const [moved, known] =
    kind === 'capture' ? [payment.captured, before?.captured] : [payment.refunded, before?.refunded];
  const explained = Math.max(known ?? 0, listedSum(payment, kind));
  if ((moved ?? 0) - explained >= amount.value) return true;
  const words = kind === 'capture' ? capturedWords : refundedWords;
  if (!isSum(moved) && explained === 0 && payment.status !== null && words.has(payment.status)) return true;
  const whole = kind === 'capture' ? (payment.authorised ?? payment.value) : payment.captured;
  return whole !== null && whole > 0 && moved !== null && whole - moved < amount.value;
}

/** What the list shows as done of a kind. */
function listedSum({ operations }: PaymentView, kind: EntryKind): number {
  const done = operations?.filter(({ type, sight }) => sight === 'applied' && entryKind(type) === kind) ?? [];
  return done.reduce((sum, { value }) => sum + (value ?? 0), 0);
}

/** An operation that was sent twice may be listed twice, in any order. */
function sightOfMine(facts: Facts, mine: readonly PaymentOperationView[], rule: EvidenceRule): Sighting {
  const sights = mine.map(({ sight }) => sight);
  const asAsked = mine.every((entry) => isAsAsked(facts, entry, rule));
  if (isDoneTwice(facts, mine)) return 'contradicted';
  if (asAsked && sights.includes('applied')) return 'applied';
  if (sights.includes('pending')) return 'pending';
  if (!asAsked) return 'contradicted';
  return sights.every((sight) => sight === 'refused') ? 'refused' : 'cannot-tell';
}

/** Whether two of one kind are done under the bridge's own reference, each with an id of its own: the money moved twice. */
function isDoneTwice(facts: Facts, mine: readonly PaymentOperationView[]): boolean {
  const done = mine.filter((entry) => entry.sight === 'applied' && entry.xId !== null && isBound(facts, entry));
  return done.some(({ type, xId }) => done.some((other) => other.type === type && other.xId !== xId));
}

/** Whether nothing that it shows speaks against the operation: its sum, its status by the table, and its own words. */
function isAsAsked({ amount }: Facts, entry: PaymentOperationView, rule: EvidenceRule): boolean {
  const { value, currency, status, sight, unreadable } = entry;
  if (unreadable || sight === 'contradicted' || differs(value, amount?.value) || differs(currency, amount?.currency))
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
export function sightByPayment(facts: Facts, payment: PaymentView, rule: EvidenceRule): Sighting {
  if (!isMadeBy(facts, payment)) return 'cannot-tell';
  // It was made and taken back, by the terminal itself perhaps. Whether the goods are paid a person decides.
  if (isReversed(payment)) return 'not-open';
  return payment.sight === 'applied' ? whichWay(facts, payment, rule) : payment.sight;
}

/**
 * Whether the money of a payment went the way that was asked for, by its sums and its list as far as it shows them. What
 * was taken may have been refunded since; what was paid out was never taken.
 */
function whichWay(facts: Facts, payment: PaymentView, rule: EvidenceRule): Sighting {
  const { entry: listedAs, contrary } = rule;
  if (listedAs === null) return 'applied';
  const { authorised, captured, refunded, status } = payment;
  const done = payment.operations?.filter(({ sight }) => sight !== 'refused') ?? [];
  const isListed = (kind: EntryKind) => done.some(({ type }) => entryKind(type) === kind);
  const wasTaken = isListed('authorization') || isListed('capture') || isSum(authorised) || isSum(captured);
  const wasGiven = isListed('refund') || isSum(refunded);
  const isContrary = status !== null && contrary.includes(status);
  if (listedAs.own.includes('refund')) {
    if (wasTaken || isContrary || (isListed('reversal') && !wasGiven)) return 'contradicted';
    return differs(isSum(refunded) ? refunded : null, facts.amount?.value) || !sumsAgree(facts, done, listedAs)
      ? 'contradicted'
      : 'applied';
  }
  if (wasTaken) return sumsAgree(facts, done, listedAs) ? 'applied' : 'contradicted';
  if (wasGiven || isListed('reversal')) return 'contradicted';
  // It may have been taken and refunded since, or paid out: nothing more is shown.
  if (isContrary) return 'not-open';
  return authorised === 0 && (captured ?? 0) === 0 ? 'cannot-tell' : 'applied';
}

function isSum(sum: number | null): boolean {
  return sum !== null && sum > 0;
}

/** Whether what is listed as done under this operation's own reference has the sum that it had, or is a part of it. */
function sumsAgree(facts: Facts, done: readonly PaymentOperationView[], listedAs: EntryRule): boolean {
  // Beside what was approved stands what was asked for, and what the cardholder chose.
  const known = [facts.amount?.value, valueAt(facts.input, 'amount.value'), cardholderAmount(facts.dcc)?.value];
  const sums = known.filter((each) => typeof each === 'number');
  const most = Math.max(...sums);
  return done
    .filter((entry) => entry.sight === 'applied' && entry.value !== null && isBound(facts, entry))
    .filter(({ type }) => entryMatch(listedAs, type) === 'own')
    .every(({ type, value }) => sums.includes(value ?? 0) || (entryKind(type) === 'capture' && (value ?? 0) < most));
}

/**
 * The record as it would be in the shop's currency, where it shows the very amount that the cardholder chose in the
 * card's. Any other sum in that currency stays as it is, and disagrees.
 */
function inShopsCurrency({ amount, dcc }: Facts, payment: PaymentView): PaymentView {
  const cardholder = cardholderAmount(dcc);
  if (amount === null || cardholder === null || payment.currency !== cardholder.currency) return payment;
  const shown = [payment.value, payment.authorised, payment.captured].filter((each) => each !== null && each !== 0);
  if (shown.length === 0 || shown.some((each) => each !== cardholder.value)) return payment;
  const inShops = (sum: number | null) => (sum === cardholder.value ? amount.value : sum);
  return {
    ...payment,
    currency: amount.currency,
    value: inShops(payment.value),
    authorised: inShops(payment.authorised),
    captured: inShops(payment.captured),
  };
}

/**
 * Whether the record does not bear the choice: it shows a conversion that was not chosen, or a sum that is not the one
 * that was asked for and no currency, so that it may be the cardholder's or the shop's.
 */
function leavesChoiceOpen({ amount, dcc }: Facts, payment: PaymentView): boolean {
  if (showsOtherConversion(dcc, payment.raw)) return true;
  if (amount === null || cardholderAmount(dcc) === null || payment.currency !== null) return false;
  const shown = [payment.value, payment.authorised, payment.captured].filter((each) => each !== null && each !== 0);
  return shown.some((each) => each !== amount.value);
}

/** At a terminal another amount may have been approved: shown under our own refNr it is ours all the same. */
export function sightAtTerminal(facts: Facts, shown: PaymentView, rule: EvidenceRule): Sighting {
  if (leavesChoiceOpen(facts, shown)) return 'cannot-tell';
  const payment = inShopsCurrency(facts, shown);
  const approved = approvedAtTerminal(facts, payment);
  return sightByPayment(approved === null ? facts : { ...facts, amount: approved }, payment, rule);
}

/** What a payment's record shows was approved, where our own refNr shows that the record is of this operation. */
export function approvedAtTerminal(facts: Facts, shown: PaymentView): Money | null {
  const { refNr, amount } = facts;
  if (leavesChoiceOpen(facts, shown)) return null;
  const payment = inShopsCurrency(facts, shown);
  if (amount === null || refNr === null || payment.refNr !== refNr) return null;
  if (payment.currency !== null && payment.currency !== amount.currency) return null;
  const { authorised, captured, value } = payment;
  const approved = authorised ?? (captured !== null && captured > 0 ? captured : value);
  if (approved === null || approved === 0 || approved === amount.value) return null;
  return { value: approved, currency: amount.currency };
}

/**
 * Looks for a payment that a customer makes: once it is there the operation did its part, whatever its status is. Paid
 * under the reference that the bridge made, with another sum or currency, it is not what was sold: a person decides.
 */
export function sightOfOffer(facts: Facts, payment: PaymentView): Sighting {
  const isOurs = facts.refNrIsOurs && payment.refNr === facts.refNr;
  const isOther =
    payment.unreadable || isOfAnotherSum(payment, facts.amount) || differs(payment.currency, facts.amount?.currency);
  if (isOurs && isOther && payment.sight === 'applied') return 'contradicted';
  return isMadeBy(facts, payment) ? 'applied' : 'cannot-tell';
}

/**
 * Nothing that it shows is another's, and it is not older than the first sending: another till, or an order with the same
 * number, may have used transId and refNr weeks ago. Then by our refNr; else by the transId, the amount and what only the
 * sending explains: the terminal, and that it was made since.
 */
function isMadeBy(facts: Facts, payment: PaymentView): boolean {
  const { amount, transId, refNr, conflict } = facts;
  const named = payment.value ?? payment.authorised;
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
  if (refNr !== null && payment.refNr === refNr) return true;
  // A session or link carries no refNr of ours, and moves no money itself.
  if (refNr === null) return !conflict;
  return !conflict && showsItsSending(facts, payment);
}

/** One of its sums must be the one that was asked for: a part may be captured, and more may be authorized later. */
function isOfAnotherSum({ value, authorised, captured }: PaymentView, amount: Money | null): boolean {
  const shown = [value, ...[authorised, captured].filter(isSum)].filter((each) => each !== null);
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
 * A payment that is reversed is reversed, whoever did it; and while a reversal is open, whoever asked for it, it may
 * still be. An open entry that does not say what it is may be one. What is listed under our own reference must agree, and
 * is what became of ours, whatever the status of the payment.
 */
export function sightOfReversal(facts: Facts, payment: PaymentView, rule: EvidenceRule): Sighting {
  const { operations } = payment;
  const listed = ownEntries(facts, payment, rule);
  const mine = listed.filter((entry) => mayBeDone(entry, rule));
  if (mine.some((entry) => !isAsAsked(facts, entry, rule))) return 'contradicted';
  if (listed.length === 0 && operations?.some((entry) => isBound(facts, entry)) === true) return 'contradicted';
  if (mine.some(({ sight }) => sight === 'applied')) return 'applied';
  if (isReversed(payment)) return isReversedAsAsked(facts, payment, mine) ? 'applied' : 'cannot-tell';
  if (mine.some(({ sight }) => sight === 'pending')) return 'pending';
  const open = operations?.filter(({ sight }) => sight === 'pending') ?? [];
  if (open.some(({ type }) => type === null || entryKind(type) === 'reversal')) return 'pending';
  if (mayBeReversed(facts, payment, rule)) return 'cannot-tell';
  return payment.sight === 'applied' ? 'absent' : 'cannot-tell';
}

function ownEntries(
  facts: Facts,
  { operations }: PaymentView,
  { entry: listedAs }: EvidenceRule,
): readonly PaymentOperationView[] {
  return listedAs === null ? [] : (operations?.filter((entry) => isMine(facts, entry, listedAs)) ?? []);
}

/** A cancelled reversal may be one that was refused, or what it did to the payment. */
function mayBeDone({ sight, status }: PaymentOperationView, { alsoGood }: EvidenceRule): boolean {
  return sight !== 'refused' || (status !== null && alsoGood.includes(status));
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
  { operations, value, authorised, currency, unreadable }: PaymentView,
  mine: readonly PaymentOperationView[],
): boolean {
  if (amount === null || mine.some((entry) => entry.value !== null && entry.sight !== 'refused')) return true;
  const reversals =
    operations?.filter(({ type, sight }) => entryKind(type) === 'reversal' && sight !== 'refused') ?? [];
  if (unreadable || reversals.some((entry) => entry.unreadable)) return false;
  const parts = reversals.map((entry) => entry.value).filter((each) => each !== null);
  if (parts.includes(amount.value)) return true;
  if (parts.length > 0 && parts.reduce((sum, each) => sum + each, 0) !== amount.value) return false;
  const sums = [value, authorised].filter((each) => each !== null && each > 0);
  return parts.length > 0 || sums.length === 0 || differs(currency, amount.currency) || sums.includes(amount.value);
}

/**
 * "Reverse applies to a payment that has not yet been captured": of one that is captured whole nothing is left to. A
 * gateway that checks nothing gives a capture back all the same, and may show that as a refund.
 */
export function isCapturedWhole({ status, authorised, captured, refunded }: PaymentView): boolean {
  return (
    status === 'CAPTURED' && authorised !== null && authorised > 0 && captured === authorised && !isGivenBack(refunded)
  );
}

/** Whether money of it went back, by whatever did that. */
export function mayBeGivenBack({ status, refunded }: PaymentView): boolean {
  return status === 'REFUNDED' || isGivenBack(refunded);
}

function isGivenBack(refunded: number | null): boolean {
  return refunded !== null && refunded > 0;
}
