// What a customer pays by a link, a session or on a hosted page is in no answer of ours: it is seen in a look-up,
// whoever asked for it. Then it counts, at that time and once: in one transaction with what is known of the payment.
import { type JsonObject, isJsonObject, textAt } from '#contract/json.ts';
import type { Command } from '#operations/define.ts';
import { sumsShown } from '#operations/payment-evidence.ts';
import type { PaymentView } from '#operations/payment-view.ts';
import type { Context } from './context.ts';
import { readIsoTime } from '#contract/iso-time.ts';
import { payIdLane } from './lanes.ts';
import { type Moved, brandShown, movedData } from './moved.ts';
import { emptyPayment, noteSight } from './payments.ts';
import { lanesOf } from './same-sale.ts';
import type { StoreReads, StoreWrites } from './ports/store.ts';
import type { KnownPayment, Offer, OperationRecord } from './record.ts';
import { inMerchantsCurrency, withoutOthersTotals } from './shown-sums.ts';
import { offerSeen, seenPaid } from './shift-tally.ts';
import { changedMeanwhile } from './stale.ts';

/** A payment has been made by few operations; more are not looked through. */
const most = 20;
const hourMs = 3_600_000;

/** What is to be watched after a success: a payment that is there, and that nobody has paid yet. Null for anything else. */
export function offerOf(command: Command, record: OperationRecord, nowMs: number): Offer | null {
  const { input, payId, transId, result } = record;
  // Where the answer itself says what was captured or authorized, that has counted.
  const effect = command.effect(input, isJsonObject(result) ? result : {});
  const isPaidLater = command.movesMoney(input) && command.createsPayment(input);
  const isOffer = (command.evidence(input).openIsDone || isPaidLater) && effect?.creates === false;
  if (!isOffer || (payId === null && transId === null)) return null;
  return {
    state: 'open',
    sinceMs: nowMs,
    untilMs: untilOf(record, nowMs),
    lookUps: 0,
    lastLookUpMs: null,
    nextLookUpMs: nowMs,
  };
}

/** Where the request names an end of its own. The gateway's clock may differ, so it is looked up for an hour longer. */
function untilOf({ input, attempts }: OperationRecord, nowMs: number): number | null {
  const expires = readIsoTime(textAt(input, 'expirationTime') ?? '');
  const sentWallMs = attempts.at(-1)?.sentWallMs ?? null;
  const endMs = expires === null || sentWallMs === null ? null : nowMs + Math.max(0, expires.ms - sentWallMs) + hourMs;
  const delayed = input['captureMethod'];
  const hours = textAt(delayed, 'type') === 'DELAYED' ? Number(textAt(delayed, 'delayed.delayedHours')) : 0;
  const capturedMs = Number.isFinite(hours) && hours > 0 ? nowMs + (hours + 1) * hourMs : null;
  return endMs === null && capturedMs === null ? null : Math.max(endMs ?? 0, capturedMs ?? 0);
}

export function isWatched({ offer }: OperationRecord): boolean {
  return offer !== undefined && offer.nextLookUpMs !== null;
}

/** Whether it may still turn out to be paid: also long after the bridge has stopped to ask by itself. */
function isAwaited({ offer }: OperationRecord): boolean {
  return offer !== undefined && offer.state !== 'paid' && offer.state !== 'differs';
}

/** Notes what a look-up shows of payments that customers were to make. */
export async function noteOffers(context: Pick<Context, 'ports'>, view: PaymentView): Promise<void> {
  const { store, environment, clock, events } = context.ports;
  for (const id of offersOf(store, environment.id, view)) {
    const next = await changedMeanwhile(() =>
      store.transact((tx) => noteOffer(tx, context.ports, id, view, clock.nowMs())),
    );
    if (next !== null) events.changed(next);
  }
}

function offersOf(reads: StoreReads, environmentId: string, { payId, transId }: PaymentView): ReadonlySet<string> {
  const creator = transId === null ? null : reads.creatorOf(environmentId, transId);
  const named = payId === null ? [] : reads.list(environmentId, { payId, limit: most });
  const made = creator === null ? null : reads.operation(creator);
  const records = [...named, ...(made === null ? [] : [made])];
  return new Set(records.filter(isAwaited).map(({ id }) => id));
}

type Ports = Pick<Context['ports'], 'environment'>;

function noteOffer(
  tx: StoreWrites,
  { environment }: Ports,
  id: string,
  view: PaymentView,
  nowMs: number,
): OperationRecord | null {
  const before = tx.operation(id);
  if (before?.offer === undefined || !isAwaited(before)) return null;
  const payId = before.payId ?? view.payId;
  if (payId === null || !isThis(before, view)) return null;
  const ours = withoutOthersTotals(before, tx.payment(environment.id, payId), inMerchantsCurrency(view));
  const shown = inDecidedSum(before, view) ?? ours;
  const sight = sightOf(tx, before, before.offer, shown);
  if (sight === null) return null;
  noteSight(tx, environment.id, view, nowMs);
  // A decided sale keeps the numbers that may be its: the record may be a new one by now.
  const record = tx.operation(id) ?? before;
  // While others hold its lane it gets no name here; an open authorization is listed by its name, so it waits for it.
  const isOpen = sight.state === 'authorized' || sight.authorised > (shown.captured ?? sight.taken ?? 0);
  if (isOpen && tx.payment(environment.id, payId) === null) return null;
  const ends = sight.state === 'paid' || sight.state === 'differs' || sight.ends;
  const nextLookUpMs = ends ? null : before.offer.nextLookUpMs;
  const offer = { ...before.offer, state: sight.state, nextLookUpMs };
  const next = { ...record, payId, offer, revision: record.revision + 1, updatedAtMs: nowMs };
  tx.update(next);
  const moved = movedBySight(tx, next, sight, shown, nowMs);
  const { operator } = record.origin;
  const data: JsonObject = {
    kind: record.kind,
    state: record.state,
    revision: next.revision,
    mode: environment.mode,
    environment: environment.id,
    offer: sight.state,
    payId,
    transId: record.transId ?? view.transId,
    person: operator?.name ?? null,
    ...(moved === null ? {} : { moved: movedData(moved) }),
  };
  tx.journal({ type: moved === null ? offerSeen : seenPaid, operationId: id, atMs: nowMs, data });
  return next;
}

/** What is shown of another payment says nothing of this one. */
function isThis({ payId, transId }: OperationRecord, view: PaymentView): boolean {
  const isOther = (ours: string | null, shown: string | null) => ours !== null && shown !== null && ours !== shown;
  return !isOther(payId, view.payId) && !isOther(transId, view.transId);
}

/**
 * A payment that a person decided as carried out is known to be for the sum that they named. A record under its own refNr
 * with sums in another currency than that, or in none, still says whether the whole was captured or is held. Null where
 * it shows the shop's sums, or a part.
 */
function inDecidedSum({ state, decisions, refNr, approved, amount }: OperationRecord, view: PaymentView) {
  const sum = approved ?? amount;
  const isDecided = state === 'succeeded' && decisions.some(({ outcome }) => outcome === 'succeeded');
  if (sum === null || !isDecided || refNr === null || view.refNr !== refNr) return null;
  const { value, authorised, captured, currency } = view;
  const shown = sumsShown(view);
  const [whole] = shown;
  const isOurs = currency === sum.currency || (currency === null && (whole === sum.value || whole === amount?.value));
  if (isOurs || whole === undefined || shown.some((each) => each !== whole)) return null;
  const inShops = (each: number | null) => (each === whole ? sum.value : each);
  const sums = { value: inShops(value), authorised: inShops(authorised), captured: inShops(captured) };
  return { ...view, ...sums, currency: sum.currency };
}

interface Sight {
  readonly state: Offer['state'];
  /** Minor units, of this payment and not by operations of ours; null where it is not known how much. */
  readonly taken: number | null;
  readonly authorised: number;
  readonly released: number;
  readonly ends: boolean;
}

const takenBack: ReadonlySet<string> = new Set(['REVERSED', 'VOIDED']);
const authorizedWords: ReadonlySet<string> = new Set(['AUTHORIZED', 'AUTHORISED']);

/** Null where it shows nothing that was not known. */
function sightOf(reads: StoreReads, record: OperationRecord, offer: Offer, view: PaymentView): Sight | null {
  const { status } = view;
  const nothing = { taken: 0, authorised: 0, released: 0, ends: false };
  const wasAuthorized = offer.state === 'authorized';
  const isOver = status === 'EXPIRED' || takenBack.has(status ?? '') || (wasAuthorized && view.sight === 'refused');
  if (isOver) {
    const state = status === 'EXPIRED' ? 'expired' : 'failed';
    if (offer.state === state && offer.nextLookUpMs === null) return null;
    const released = wasAuthorized ? (record.amount?.value ?? 0) : 0;
    return { ...nothing, state, released, ends: true };
  }
  // A customer whose card is refused may try another one: it is looked up until its end.
  if (view.sight === 'refused') return offer.state === 'failed' ? null : { ...nothing, state: 'failed' };
  if (view.sight !== 'applied') return null;
  if (differs(record, view)) return { ...nothing, state: 'differs', taken: null };
  const held = authorizedWords.has(status ?? '') || isManual(record);
  const captured = view.captured ?? (held ? 0 : (view.value ?? record.amount?.value ?? null));
  if (captured === null) return { ...nothing, state: 'differs', taken: null };
  const payId = record.payId ?? view.payId;
  if (payId === null) return null;
  // A capture of ours that is under way may be in the sum already, by whichever name of the payment it was asked for.
  const { environmentId } = record;
  const lane = record.lanes.find((each) => each.startsWith('payment:')) ?? payIdLane(environmentId, payId);
  const row = { environmentId, payId, transId: record.transId ?? view.transId, lane };
  const lanes = [...lanesOf(reads, row), ...lanesOf(reads, reads.payment(environmentId, payId) ?? row)];
  if (lanes.some((each) => reads.openCount(each, 'capture') > 0)) return null;
  const authorised = offer.state === 'authorized' ? 0 : (view.authorised ?? view.value ?? record.amount?.value ?? 0);
  if (captured === 0) {
    if (!held || authorised === 0) return null;
    // What is captured by hand is captured through an operation of its own.
    return { ...nothing, state: isManual(record) ? 'paid' : 'authorized', authorised };
  }
  if (record.amount !== null && captured > Math.max(record.amount.value, view.authorised ?? 0)) {
    return { ...nothing, state: 'differs', taken: null };
  }
  const taken = Math.max(0, captured - capturedHere(reads, record.environmentId, payId));
  return { ...nothing, state: 'paid', taken, authorised };
}

function isManual({ input }: OperationRecord): boolean {
  return textAt(input, 'captureMethod.type') === 'MANUAL';
}

/** Another amount or currency than was asked for or approved is not what was sold: a person looks at it. */
function differs(
  { amount, approved }: OperationRecord,
  { value, authorised, currency, unreadable }: PaymentView,
): boolean {
  if (amount === null) return false;
  if (unreadable) return true;
  if (currency !== null && currency !== amount.currency) return true;
  const shown = [value, authorised].filter((each) => each !== null && each > 0);
  return shown.length > 0 && !shown.includes(amount.value) && !shown.includes(approved?.value ?? amount.value);
}

/** By captures of this bridge, which counted when they were done. */
function capturedHere(reads: StoreReads, environmentId: string, payId: string): number {
  return reads
    .list(environmentId, { payId, state: 'succeeded', kind: 'capture', limit: 1_000 })
    .reduce((sum, { approved, amount }) => sum + ((approved ?? amount)?.value ?? 0), 0);
}

function movedBySight(
  tx: StoreWrites,
  { environmentId, payId, amount }: OperationRecord,
  { state, taken, authorised, released }: Sight,
  view: PaymentView,
  nowMs: number,
): Moved | null {
  if (payId === null) return null;
  const named = tx.payment(environmentId, payId);
  // What a customer paid counts when it is seen, also where a refund waits in its lane and it cannot be named yet.
  const known = named ?? emptyPayment(environmentId, payIdLane(environmentId, payId), false);
  const isKnown = taken !== null && state !== 'differs';
  const captured = isKnown ? Math.max(known.captured ?? taken, view.captured ?? 0) : known.captured;
  const sums: KnownPayment = {
    ...known,
    authorised: known.authorised ?? (authorised > 0 ? authorised : null),
    captured,
    brand: known.brand ?? brandShown(view.raw),
  };
  const isOver = released > 0 || state === 'differs' || sums.authorised === null;
  const open = isOver ? 0 : Math.max(0, (sums.authorised ?? 0) - (captured ?? 0));
  if (named !== null) tx.putPayment({ ...sums, openSinceMs: open > 0 ? (known.openSinceMs ?? nowMs) : null });
  if (taken === 0 && authorised === 0 && released === 0) return null;
  return {
    currency: view.currency ?? known.currency ?? amount?.currency ?? null,
    taken,
    givenBack: 0,
    released,
    authorised,
    tip: 0,
    open,
    payment: known.lane,
    brand: sums.brand ?? null,
  };
}
