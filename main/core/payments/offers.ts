// A payment by a link, a session or on a hosted page is in no answer to this bridge: a look-up shows it. It counts at
// the time of the first look-up that shows it, and once: in one transaction with what is known of the payment.
import { type JsonObject, isJsonObject, textAt } from '#contract/data/json.ts';
import type { Command, LookUp } from '#operations/define.ts';
import { commandOf, commands } from '#operations/index.ts';
import { isOfAnotherSum, sumsShown } from '#operations/payment-evidence.ts';
import type { PaymentView } from '#operations/payment-view.ts';
import type { EngineContext } from '../gateway/context.ts';
import { readIsoTime } from '#contract/data/iso-time.ts';
import { factsOf } from '../operation/facts.ts';
import { knownPayment } from '../operation/lanes.ts';
import { noteOfferMoney } from './offer-money.ts';
import {
  type OfferObservation,
  isCapturing,
  isListedOpen,
  isRefunding,
  lastRefundAtMs,
  observationOf,
} from './offer-observation.ts';
import { furtherPayment, notePaidAgain } from './paid-again.ts';
import { storeLookedUpSums } from './seen/looked-up.ts';
import { isAnotherTills } from './seen/whose-record.ts';
import type { StoreReads, StoreWrites } from '../ports/store.ts';
import type { Offer, OperationRecord } from '../ports/record.ts';
import { inMerchantsCurrency, withoutOthersTotals } from './shown-sums.ts';

/** Few operations belong to one payment; so many are looked through at most. */
const most = 20;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
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

/**
 * When a customer can no longer begin to pay: the end that the request names, and an hour, since the gateway's clock may differ.
 * What is captured some hours after it was paid may be shown only then. Null where the request names no end.
 */
function untilOf({ input, attempts }: OperationRecord, nowMs: number): number | null {
  const expires = readIsoTime(textAt(input, 'expirationTime') ?? '');
  const sentWallMs = attempts.at(-1)?.sentWallMs ?? null;
  if (expires === null || sentWallMs === null) return null;
  const method = input['captureMethod'];
  const hours = textAt(method, 'type') === 'DELAYED' ? Number(textAt(method, 'delayed.delayedHours')) : 0;
  return nowMs + Math.max(0, expires.ms - sentWallMs) + (1 + (Number.isFinite(hours) ? hours : 0)) * hourMs;
}

/**
 * When to look it up next, where `nextMs` is its turn by its age; null: no more, its end is over. What was begun in time may
 * be captured, or paid by a slow method, days after the end: while a payment was under way when last seen, it is not over.
 */
export function nextTurn(offer: Offer, nowMs: number, nextMs: number): number | null {
  const { untilMs } = offer;
  if (untilMs === null || (nowMs >= untilMs && isUnderWay(offer))) return nextMs;
  if (nowMs < untilMs) return Math.min(untilMs, nextMs);
  // A clock that is some hours off must not hide what a customer paid: it is looked up once more.
  const lastMs = untilMs + dayMs;
  return nowMs < lastMs ? lastMs : null;
}

/**
 * What its look-ups ask for, one after the other until one names the payment. What is known under its transId may be the
 * customer's, told of while its making was in doubt: by its number it is found also where another till's payment hides it.
 */
export function lookUpsOf(reads: StoreReads, { environmentId, payId, transId, lanes }: OperationRecord): LookUp[] {
  if (payId !== null) return [{ by: 'payId', id: payId }];
  if (transId === null) return [];
  const rows = lanes.map((lane) => reads.paymentByLane(environmentId, lane));
  rows.push(reads.paymentByTransId(environmentId, transId));
  const known = rows.filter((row) => row?.terminalId === null).flatMap((row) => row?.payId ?? []);
  return [...Array.from(new Set(known), (id) => ({ by: 'payId', id }) as const), { by: 'transId', id: transId }];
}

function isUnderWay({ state, pending }: Offer): boolean {
  return state === 'authorized' || state === 'differs' || pending === true;
}

function isUnpaid({ state }: Offer): boolean {
  return state === 'open' || state === 'failed';
}

/** Whether its end has passed, and a look-up since then showed neither a payment nor one under way. */
export function isOver(offer: Offer): boolean {
  const { pending = false, unclear = false, untilMs, lastLookUpMs } = offer;
  return (
    isUnpaid(offer) && !pending && !unclear && untilMs !== null && lastLookUpMs !== null && lastLookUpMs >= untilMs
  );
}

export function isWatched({ offer }: OperationRecord): boolean {
  return offer !== undefined && offer.nextLookUpMs !== null;
}

/** Whether a look-up may still show it, or its rest, paid, also long after the bridge has stopped to look it up by itself. */
function isAwaited({ offer }: OperationRecord): boolean {
  if (offer === undefined || offer.state === 'paid') return false;
  return offer.differs?.counted !== true || offer.differs.soFar !== undefined;
}

/** Notes what a look-up shows of payments that customers were to make. */
export async function noteOffers(context: Pick<EngineContext, 'ports'>, view: PaymentView): Promise<void> {
  const { store, environment, clock, events } = context.ports;
  const ids = [...offersOf(store, environment.id, view)];
  // Asked here as well: a capture that is done in the commit which this shares is not in a record that is older than it.
  const isCaptured = ids.some((id) => isCapturing(store, store.operation(id), view));
  if ((ids.length === 0 && furtherPayment(store, environment.id, view) === null) || isCaptured) return;
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
  // Asked first: what is noted here as the payment of an offer is no further one.
  const again = furtherPayment(tx, ports.environment.id, view);
  const noted = ids.map((id) => noteOffer(tx, ports, id, view, nowMs));
  if (again !== null) noted.push(notePaidAgain(tx, ports, again, view, nowMs));
  return noted.filter((each) => each !== null);
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

type Ports = Pick<EngineContext['ports'], 'environment' | 'policy'>;

function noteOffer(
  tx: StoreWrites,
  { environment, policy }: Ports,
  id: string,
  view: PaymentView,
  nowMs: number,
): OperationRecord | null {
  const before = tx.operation(id);
  if (before?.offer === undefined || !isAwaited(before)) return null;
  const payId = before.payId ?? view.payId;
  if (payId === null || !mayBeSamePayment(before, view) || isOfAnotherSumByOrder(tx, before, view)) return null;
  const ours = withoutOthersTotals(before, tx.payment(environment.id, payId), inMerchantsCurrency(view));
  const shown = inDecidedSum(before, view) ?? ours;
  const observation = observationOf(tx, before, before.offer, shown, nowMs - policy.processingMs, policy.answers);
  if (observation === null) return stillOpen(tx, before, before.offer, { ...view, payId }, policy, nowMs);
  storeLookedUpSums(tx, environment.id, view, nowMs);
  // storeLookedUpSums may have written the operation anew, with payIds that may be its own.
  const record = tx.operation(id) ?? before;
  // While others hold its lane it gets no name here; an open authorization is listed by its name, so it waits for it.
  const isOpen =
    observation.state === 'authorized' || observation.authorized > (shown.captured ?? observation.taken ?? 0);
  if (isOpen && tx.payment(environment.id, payId) === null) return null;
  const ends = observation.state === 'paid' || observation.ends;
  // Until it is paid, another payment may be made by the same link.
  const namesIt = observation.state !== 'failed' && observation.state !== 'expired';
  // A person who saw a payment authorized for another sum has not seen it captured.
  const differs = differsNow(before.offer, observation.differs, nowMs);
  const { differs: _, pending: __, unclear: ___, ...known } = before.offer;
  const seen = { ...known, state: observation.state, ...(differs === null ? {} : { differs }) };
  const offer = { ...seen, nextLookUpMs: ends ? null : nextOf(seen, policy, nowMs) };
  const next = {
    ...record,
    payId: namesIt ? payId : record.payId,
    offer,
    revision: record.revision + 1,
    updatedAtMs: nowMs,
  };
  tx.update(next);
  noteOfferMoney(tx, environment, { ...next, payId }, observation, shown, nowMs);
  return next;
}

/**
 * It is neither paid nor over: notes whether a payment was begun, and whether the record tells. A record that says
 * nothing while a refund of ours may not be in it yet is asked for anew once it must be. Null where nothing is new.
 */
function stillOpen(
  tx: StoreWrites,
  record: OperationRecord,
  before: Offer,
  view: PaymentView & { readonly payId: string },
  policy: Ports['policy'],
  nowMs: number,
): OperationRecord | null {
  // What differs was looked up to its end, or is still looked up.
  if (before.state === 'differs') return null;
  const { pending: wasPending = false, unclear: wasUnclear = false, ...offer } = before;
  // What a customer paid may count only once what was begun here on it has ended, and then it is looked up again.
  const waits = () => isListedOpen(view) || isCapturing(tx, record, view) || isRefunding(tx, record, view);
  const pending = view.observation === 'pending' || (view.observation === 'applied' && waits());
  const unclear = isUnpaid(before) && !pending && view.observation !== 'refused';
  const seen = { ...offer, ...(pending ? { pending } : {}), ...(unclear ? { unclear } : {}) };
  const shownAtMs = lastRefundAtMs(tx, record.environmentId, view.payId) + policy.processingMs;
  const againMs = nextOf(seen, policy, nowMs) ?? Infinity;
  const nextMs = Math.min(againMs, shownAtMs > nowMs ? shownAtMs : Infinity);
  const nextLookUpMs = nextMs === Infinity ? null : nextMs;
  const isSame = nextLookUpMs === before.nextLookUpMs && pending === wasPending && unclear === wasUnclear;
  if (isSame) return null;
  const next = { ...record, offer: { ...seen, nextLookUpMs }, revision: record.revision + 1, updatedAtMs: nowMs };
  tx.update(next);
  return next;
}

/** A payment that is seen to be under way after its look-ups have ended is looked up again. */
function nextOf(offer: Offer, { offers }: Ports['policy'], nowMs: number): number | null {
  return offer.nextLookUpMs ?? (isUnderWay(offer) ? nowMs + offers.firstMs : null);
}

/** What a person has to look at of an offer; null where that is nothing. */
function differsNow(
  { differs: before }: Offer,
  difference: OfferObservation['differs'],
  nowMs: number,
): NonNullable<Offer['differs']> | null {
  const again = before?.again === undefined ? {} : { again: before.again };
  if (difference !== undefined) return { ...difference, unseenSinceMs: nowMs, ...again };
  if (before?.again === undefined) return null;
  return { shown: null, counted: false, unseenSinceMs: before.unseenSinceMs, ...again };
}

/** False where the view is of another payment: it says nothing of this one. */
function mayBeSamePayment(record: OperationRecord, view: PaymentView): boolean {
  const { payId, transId } = record;
  const isOther = (ours: string | null, shown: string | null) => ours !== null && shown !== null && ours !== shown;
  if (isOther(payId, view.payId) || isOther(transId, view.transId)) return false;
  // By the transId alone: another till may have given it to a payment of its own, at a terminal or long before. A clock
  // that is some hours off must not hide what a customer paid.
  const days = { ...view, clockToleranceMs: view.clockToleranceMs + dayMs };
  return payId !== null || (view.terminalId === null && !isAnotherTills(record, days));
}

/**
 * What was asked for without a page, and whose answer named no payment: a record of another sum under the caller's order
 * number may be another till's. Of a link a person is told, since a customer may have paid another sum.
 */
function isOfAnotherSumByOrder(reads: StoreReads, record: OperationRecord, view: PaymentView): boolean {
  const { payId, approved, amount, kind, input } = record;
  if (payId !== null || view.refNr === null || factsOf(reads, record).refNrIsOurs) return false;
  if (commandOf(kind)?.evidence(input).openIsDone === true) return false;
  const sum = approved ?? amount;
  return view.currency === sum?.currency && isOfAnotherSum(view, sum);
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
  const { value, authorized, captured, refunded, currency } = view;
  const shown = sumsShown(view);
  const [whole] = shown;
  const isOurs = currency === sum.currency || (currency === null && (whole === sum.value || whole === amount?.value));
  if (isOurs || whole === undefined || shown.some((each) => each !== whole)) return null;
  const inShops = (each: number | null) => (each === whole ? sum.value : each);
  const sums = { value: inShops(value), authorized: inShops(authorized), captured: inShops(captured) };
  // A part that went back in the currency of the card tells no sum of the shop's.
  const back = refunded === whole || refunded === 0 ? inShops(refunded) : null;
  return { ...view, ...sums, refunded: back, currency: sum.currency };
}
