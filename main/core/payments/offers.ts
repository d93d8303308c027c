// A payment by a link, a session or on a hosted page is in no answer to this bridge: a look-up shows it. It counts at
// the time of the first look-up that shows it, and once: in one transaction with what is known of the payment.
import { cardholderAmount } from '#contract/dcc-choice.ts';
import { type JsonObject, isJsonObject, textAt } from '#contract/json.ts';
import type { Command, LookUp } from '#operations/define.ts';
import { commands } from '#operations/index.ts';
import { sumsShown } from '#operations/payment-evidence.ts';
import type { PaymentView } from '#operations/payment-view.ts';
import type { EngineContext } from '../gateway/context.ts';
import { readIsoTime } from '#contract/iso-time.ts';
import { isPaymentLane, knownPayment, payIdLane } from '../operation/lanes.ts';
import { type Moved, brandShown, movedData, seenPaid, offerSeen } from './moved.ts';
import { emptyPayment, storeLookedUpSums } from './payments.ts';
import { lanesOf } from '../sale/same-sale.ts';
import type { StoreReads, StoreWrites } from '../ports/store.ts';
import type { KnownPayment, Offer, OperationRecord } from '../ports/record.ts';
import { inMerchantsCurrency, withoutOthersTotals } from './shown-sums.ts';

/** Few operations belong to one payment; so many are looked through at most. */
const most = 20;
const hourMs = 3_600_000;
const withoutPayId = commands.filter(({ answersWithoutPayment }) => answersWithoutPayment);

/**
 * The offer to watch after a success: a payment that exists, and that no customer has paid yet. Null for anything else.
 * `isSeen`: a look-up showed the success, and what it shows of the customer's payment counts as of every look-up.
 */
export function offerOf(command: Command, record: OperationRecord, nowMs: number, isSeen = false): Offer | null {
  const { input, payId, transId, result } = record;
  // What the answer itself says was captured or authorized has counted already.
  const effect = command.effect(input, isJsonObject(result) ? result : {});
  const isPaidLater = command.movesMoney(input) && command.createsPayment(input);
  const { openIsDone } = command.evidence(input);
  const isCounted = effect?.creates !== false && !(openIsDone && isSeen);
  const isOffer = (openIsDone || isPaidLater) && effect !== null && !isCounted;
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

/** The end that the request names, plus an hour, since the gateway's clock may differ. Null where it names none. */
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

/** Whether a look-up may still show it paid, also long after the bridge has stopped to look it up by itself. */
function isAwaited({ offer }: OperationRecord): boolean {
  return offer !== undefined && offer.state !== 'paid' && offer.differs?.counted !== true;
}

/** Notes what a look-up shows of payments that customers were to make. */
export async function noteOffers(context: Pick<EngineContext, 'ports'>, view: PaymentView): Promise<void> {
  const { store, environment, clock, events } = context.ports;
  const ids = [...offersOf(store, environment.id, view)];
  // Asked here as well: a capture that is done in the commit which this shares is not in a record that is older than it.
  const isCaptured = ids.some((id) => isCapturing(store, store.operation(id), view));
  if (ids.length === 0 || isCaptured) return;
  const noted = await store.transact((tx) => noteOffersSeen(tx, context.ports, view, clock.nowMs()));
  for (const record of noted) events.changed(record);
}

/** The same in the caller's transaction. Returns the operations that it changed. */
export function noteOffersSeen(
  tx: StoreWrites,
  ports: Ports,
  view: PaymentView,
  nowMs: number,
): readonly OperationRecord[] {
  const ids = [...offersOf(tx, ports.environment.id, view)];
  return ids.map((id) => noteOffer(tx, ports, id, view, nowMs)).filter((each) => each !== null);
}

/**
 * What to look up before and after an operation takes from a payment or gives back: a payment that a customer was to
 * make, and that was not seen paid yet. Where the shop makes links, a payment that was never seen may be a link's.
 */
export function unseenOffer(
  reads: StoreReads,
  environmentId: string,
  command: Command,
  input: JsonObject,
): LookUp | null {
  const ref = command.claim(input) === 'none' ? null : command.payment(input);
  if (ref === null) return null;
  const known = knownPayment(reads, environmentId, ref);
  const payId = ref.by === 'payId' ? ref.payId : (known?.payId ?? null);
  const transId = known?.transId ?? (ref.by === 'payId' ? null : ref.transId);
  const wasSeen = known !== null && (known.transId !== null || known.captured !== null);
  const makesLinks = () => withoutPayId.some(({ kind }) => reads.recentSuccesses(environmentId, kind, 1).length > 0);
  const mayBeLinks = !wasSeen && payId !== null && makesLinks();
  if (!mayBeLinks && offersOf(reads, environmentId, { payId, transId }).size === 0) return null;
  if (payId !== null) return { by: 'payId', id: payId };
  return transId === null ? null : { by: 'transId', id: transId };
}

function offersOf(
  reads: StoreReads,
  environmentId: string,
  { payId, transId }: Pick<PaymentView, 'payId' | 'transId'>,
): ReadonlySet<string> {
  const creator = transId === null ? null : reads.creatorOf(environmentId, transId);
  const named = payId === null ? [] : reads.list(environmentId, { payId, limit: most });
  const made = creator === null ? null : reads.operation(creator);
  const records = [...named, ...(made === null ? [] : [made])];
  return new Set(records.filter(isAwaited).map(({ id }) => id));
}

type Ports = Pick<EngineContext['ports'], 'environment'>;

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
  const observation = observationOf(tx, before, before.offer, shown);
  if (observation === null) return null;
  storeLookedUpSums(tx, environment.id, view, nowMs);
  // storeLookedUpSums may have written the operation anew, with payIds that may be its own.
  const record = tx.operation(id) ?? before;
  // While others hold its lane it gets no name here; an open authorization is listed by its name, so it waits for it.
  const isOpen =
    observation.state === 'authorized' || observation.authorized > (shown.captured ?? observation.taken ?? 0);
  if (isOpen && tx.payment(environment.id, payId) === null) return null;
  const ends = observation.state === 'paid' || observation.ends;
  const nextLookUpMs = ends ? null : before.offer.nextLookUpMs;
  const { differs: _, ...known } = before.offer;
  const { differs: difference } = observation;
  // A person who saw a payment authorized for another sum has not seen it captured.
  const more = difference === undefined ? {} : { differs: { ...difference, unseenSinceMs: nowMs } };
  const offer = { ...known, state: observation.state, nextLookUpMs, ...more };
  const next = { ...record, payId, offer, revision: record.revision + 1, updatedAtMs: nowMs };
  tx.update(next);
  const moved = movedByLookUp(tx, next, observation, shown, nowMs);
  const { operator } = record.origin;
  const data: JsonObject = {
    kind: record.kind,
    state: record.state,
    revision: next.revision,
    mode: environment.mode,
    environment: environment.id,
    offer: observation.state,
    payId,
    transId: record.transId ?? view.transId,
    person: operator?.name ?? null,
    ...(moved === null ? {} : { moved: movedData(moved) }),
  };
  tx.journal({ type: moved === null ? offerSeen : seenPaid, operationId: id, atMs: nowMs, data });
  return next;
}

/** False where the view is of another payment: it says nothing of this one. */
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
  const { value, authorized, captured, currency } = view;
  const shown = sumsShown(view);
  const [whole] = shown;
  const isOurs = currency === sum.currency || (currency === null && (whole === sum.value || whole === amount?.value));
  if (isOurs || whole === undefined || shown.some((each) => each !== whole)) return null;
  const inShops = (each: number | null) => (each === whole ? sum.value : each);
  const sums = { value: inShops(value), authorized: inShops(authorized), captured: inShops(captured) };
  return { ...view, ...sums, currency: sum.currency };
}

interface OfferObservation {
  readonly state: Offer['state'];
  /** Minor units, of this payment and not by operations of ours; null where it is not known how much. */
  readonly taken: number | null;
  readonly authorized: number;
  readonly released: number;
  readonly ends: boolean;
  /** Where it is another payment than was asked for. */
  readonly differs?: Omit<NonNullable<Offer['differs']>, 'unseenSinceMs'>;
}

const takenBack: ReadonlySet<string> = new Set(['REVERSED', 'VOIDED']);
const authorizedWords: ReadonlySet<string> = new Set(['AUTHORIZED', 'AUTHORISED']);

/** Null where it shows nothing that was not known. */
function observationOf(
  reads: StoreReads,
  record: OperationRecord,
  offer: Offer,
  view: PaymentView,
): OfferObservation | null {
  const { status } = view;
  const nothing = { taken: 0, authorized: 0, released: 0, ends: false };
  const wasAuthorized = offer.state === 'authorized';
  const isOver =
    status === 'EXPIRED' || takenBack.has(status ?? '') || (wasAuthorized && view.observation === 'refused');
  if (isOver) {
    const state = status === 'EXPIRED' ? 'expired' : 'failed';
    if (offer.state === state && offer.nextLookUpMs === null) return null;
    const released = wasAuthorized ? (record.amount?.value ?? 0) : 0;
    return { ...nothing, state, released, ends: true };
  }
  // A customer whose card is refused may try another one: it is looked up until its end.
  if (view.observation === 'refused') return offer.state === 'failed' ? null : { ...nothing, state: 'failed' };
  if (view.observation !== 'applied') return null;
  const held = authorizedWords.has(status ?? '') || isManual(record);
  const isBeyond = record.amount !== null && (view.captured ?? 0) > Math.max(record.amount.value, view.authorized ?? 0);
  const isOther = isBeyond || differs(record, view);
  const captured = capturedShown(record, view, held, isOther);
  if (captured === null) return differingObservation(offer, view, { ...nothing, taken: null, ends: true });
  const payId = record.payId ?? view.payId;
  if (payId === null) return null;
  if (isCapturing(reads, record, view)) return null;
  const taken = Math.max(0, captured - capturedHere(reads, record.environmentId, payId));
  if (isOther) {
    // The gateway may still capture it. What is captured by hand counts by operations of its own.
    return differingObservation(offer, view, { ...nothing, taken, ends: captured > 0 || isManual(record) });
  }
  const authorized = offer.state === 'authorized' ? 0 : (view.authorized ?? view.value ?? record.amount?.value ?? 0);
  if (captured === 0) {
    if (!held || authorized === 0) return null;
    // A payment that is captured by hand needs a capture operation, so its offer ends here.
    return { ...nothing, state: isManual(record) ? 'paid' : 'authorized', authorized };
  }
  return { ...nothing, state: 'paid', taken, authorized };
}

/** Whether a capture of ours is under way, in any lane of the payment: the sum may hold it already. */
function isCapturing(reads: StoreReads, record: OperationRecord | null, view: PaymentView): boolean {
  const payId = record?.payId ?? view.payId;
  if (record === null || payId === null) return false;
  const { environmentId } = record;
  const lane = record.lanes.find(isPaymentLane) ?? payIdLane(environmentId, payId);
  const row = { environmentId, payId, transId: record.transId ?? view.transId, lane };
  const lanes = [...lanesOf(reads, row), ...lanesOf(reads, reads.payment(environmentId, payId) ?? row)];
  return reads.openCount(lanes, 'capture') > 0;
}

/**
 * The captured sum that the record shows; null where it does not tell. For another sum or currency than was asked for
 * it counts only with a currency: a sum without one, or in the one that the cardholder chose, may be the card's. It
 * does not count where a person decided that the operation was carried out, and named its sum.
 */
function capturedShown(
  { amount, dcc, decisions, input }: OperationRecord,
  { captured, authorized, value, currency, unreadable }: PaymentView,
  held: boolean,
  isOther: boolean,
): number | null {
  if (!isOther) return captured ?? (held ? 0 : (value ?? amount?.value ?? null));
  if (unreadable || currency === null || currency === cardholderAmount(dcc)?.currency) return null;
  if (decisions.length > 0 || (currency !== amount?.currency && mayBeConverted(input))) return null;
  const shown = captured ?? (held ? 0 : value);
  // As for refunds: a record that shows more captured than authorized contradicts itself.
  return shown === null ? null : Math.min(shown, authorized ?? shown);
}

/** Whether its page may offer the card's own currency: then a sum in another one may be the very sum that was asked for. */
function mayBeConverted({ paymentMethods }: JsonObject): boolean {
  if (!isJsonObject(paymentMethods)) return false;
  return Object.values(paymentMethods).some((method) => isJsonObject(method) && method['dccEnabled'] === true);
}

/** Null where a look-up showed the same before. */
function differingObservation(
  { state, differs: before }: Offer,
  { currency, captured, value, authorized }: PaymentView,
  observation: Omit<OfferObservation, 'state' | 'differs'>,
): OfferObservation | null {
  const counted = (observation.taken ?? 0) > 0;
  if (state === 'differs' && !counted) return null;
  const sum = [captured, value, authorized].find((each) => each !== null && each > 0);
  const shown = sum === undefined || sum === null || currency === null ? null : { value: sum, currency };
  return { ...observation, state: 'differs', differs: { shown: shown ?? before?.shown ?? null, counted } };
}

function isManual({ input }: OperationRecord): boolean {
  return textAt(input, 'captureMethod.type') === 'MANUAL';
}

/** Another amount or currency than was asked for or approved is not what was sold: a person looks at it. */
function differs(
  { amount, approved }: OperationRecord,
  { value, authorized, currency, unreadable }: PaymentView,
): boolean {
  if (amount === null) return false;
  if (unreadable) return true;
  if (currency !== null && currency !== amount.currency) return true;
  const shown = [value, authorized].filter((each) => each !== null && each > 0);
  return shown.length > 0 && !shown.includes(amount.value) && !shown.includes(approved?.value ?? amount.value);
}

/** The sum of this bridge's own captures, which counted when they were done. */
function capturedHere(reads: StoreReads, environmentId: string, payId: string): number {
  return reads
    .list(environmentId, { payId, states: ['succeeded'], kind: 'capture', limit: 1_000 })
    .reduce((sum, { approved, amount }) => sum + ((approved ?? amount)?.value ?? 0), 0);
}

function movedByLookUp(
  tx: StoreWrites,
  { environmentId, payId, amount }: OperationRecord,
  { state, taken, authorized, released }: OfferObservation,
  view: PaymentView,
  nowMs: number,
): Moved | null {
  if (payId === null) return null;
  const row = tx.payment(environmentId, payId);
  const isOther = row !== null && state === 'differs' && (taken ?? 0) > 0;
  const named = isOther ? inPaidCurrency(row, view, taken) : row;
  // What a customer paid counts when it is seen, also where a refund waits in its lane and it cannot be named yet.
  const known = named ?? emptyPayment(environmentId, payIdLane(environmentId, payId), false);
  const isKnown = taken !== null && state !== 'differs';
  const captured = isKnown ? Math.max(known.captured ?? taken, view.captured ?? 0) : known.captured;
  const sums: KnownPayment = {
    ...known,
    authorized: known.authorized ?? (authorized > 0 ? authorized : null),
    captured,
    brand: known.brand ?? brandShown(view.raw),
  };
  const isOver = released > 0 || state === 'differs' || sums.authorized === null;
  const open = isOver ? 0 : Math.max(0, (sums.authorized ?? 0) - (captured ?? 0));
  if (named !== null) tx.putPayment({ ...sums, openSinceMs: open > 0 ? (known.openSinceMs ?? nowMs) : null });
  if (taken === 0 && authorized === 0 && released === 0) return null;
  return {
    currency: view.currency ?? known.currency ?? amount?.currency ?? null,
    taken,
    givenBack: 0,
    released,
    authorized,
    tip: 0,
    open,
    payment: known.lane,
    brand: sums.brand ?? null,
  };
}

/** It was asked for in another currency than it was paid in, and what goes back goes back in that. */
function inPaidCurrency(row: KnownPayment, { currency, authorized }: PaymentView, taken: number | null): KnownPayment {
  const isEmpty = (row.captured ?? 0) === 0 && (row.refunded ?? 0) === 0;
  return row.currency === currency || !isEmpty ? row : { ...row, currency, authorized, captured: taken };
}
