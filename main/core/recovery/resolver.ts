// Finds out what became of an operation in doubt: looks it up, weighs what it sees (judge.ts), and commits. Where
// absence would count but no positive control is remembered, a known success of the same kind is looked up first.
import { type JsonObject, isJsonObject } from '#contract/data/json.ts';
import type { Command, Facts } from '#operations/define.ts';
import type { Observation } from '#operations/observation.ts';
import type { Money } from '#contract/money/money.ts';
import { showsOwn, sumMoved, sumsMayHold } from '#operations/payment-evidence.ts';
import { type PaymentView, readPayment } from '#operations/payment-view.ts';
import { askedOf } from '../answers/asked.ts';
import { recordSays, refusalSays } from '../answers/records.ts';
import { isPaymentLane } from '../operation/lanes.ts';
import { backoffMs } from '../gateway/backoff.ts';
import { withoutCardData } from '../sensitive-data/card-data.ts';
import type { Change } from '../operation/change.ts';
import { commitChange, commitIntent } from '../commit/commit.ts';
import { type EngineContext, logBroken } from '../gateway/context.ts';
import type { Moment } from '../operation/moment.ts';
import { factsOf } from '../operation/facts.ts';
import { overtaken } from '../acceptance/guards.ts';
import { type Evidence, absenceCounts, judge } from './judge.ts';
import { isSentBehind } from './sent-behind.ts';
import { askForPayment, customerShown, isOfAnother, isOfAnotherMerchant } from '../gateway/look-up.ts';
import { saysNotFound } from '../gateway/not-found.ts';
import { noteOffersSeen } from '../payments/offers.ts';
import type { EnginePorts } from '../ports/engine.ts';
import type { StoreReads } from '../ports/store.ts';
import type { OperationRecord } from '../ports/record.ts';
import { bodyText } from '../operation/requests.ts';
import { changedMeanwhile } from '../operation/stale.ts';

interface LookUpResult {
  readonly observation: Evidence['observation'];
  readonly payment: PaymentView | null;
  readonly seen: Evidence['seen'];
  readonly sum: number | null;
  /** The operation's own part of what is shown; null where the operation removes what is looked up. */
  readonly shown: JsonObject | null;
  readonly approved: Money | null;
  /** Found without its xId, as an operation whose answer was lost would have to be found. */
  readonly control: boolean;
  readonly retryAfterMs: number;
  /** The operation removes what is looked up, and it is still there: that needs no positive control. */
  readonly stillThere: boolean;
}

/**
 * The operation before it in its lane may need a person, who takes hours. Until then this one cannot be sent, so it is
 * looked up rarely, and at once when it is first in the lane (commit.ts).
 */
const turnMs = 3_600_000;

/** How many known successes are looked up before a kind is taken to be invisible. */
const controlsTried = 3;

/** Returns the operation as committed, or null where another transaction changed it meanwhile. */
export async function resolve(
  context: EngineContext,
  command: Command,
  record: OperationRecord,
): Promise<OperationRecord | null> {
  const { ports } = context;
  const askedAtMs = ports.clock.nowMs();
  const lookedUp = await look(context, command, record);
  const counts = lookedUp.observation === 'absent' && absenceCounts(command, record, askedAtMs, context.moment());
  const control = counts && (lookedUp.stillThere || (await hasControl(context, command, record)));
  const written = await changedMeanwhile(() =>
    ports.store.transact((tx) => {
      const moment = context.moment();
      const { observation, shown, approved, seen, sum, retryAfterMs } = lookedUp;
      const listed = lookedUp.payment !== null && lookedUp.payment.operations !== null && !lookedUp.payment.isPartial;
      const partial = lookedUp.payment?.isPartial === true;
      const evidence = {
        observation,
        seen,
        sum,
        partial,
        control,
        listed,
        record: shown,
        approved,
        retryAfterMs,
        askedAtMs,
      };
      const judged = sameBytes(ports, command, record, judge(command, record, evidence, moment));
      const change = inTurn(tx, command, record, judged, moment);
      if (lookedUp.control) tx.putControl(record.environmentId, record.kind, record.id, moment.nowMs);
      if (lookedUp.stillThere) tx.putControl(record.environmentId, customerShown, record.id, moment.nowMs);
      if (change.state !== 'sending') {
        const changed = commitChange(tx, command, record, change, moment.nowMs, lookedUp.payment);
        const noted = lookedUp.payment === null ? [] : noteOffersSeen(tx, ports, lookedUp.payment, moment.nowMs);
        const others = noted.filter(({ id }) => id !== changed.id);
        return { next: noted.find(({ id }) => id === changed.id) ?? changed, others };
      }
      // The deadline was for the first sending. An operation that was sent once may be done, so it does not expire.
      const counted = { ...record, lookUps: change.lookUps ?? record.lookUps, sendByMs: null };
      return { next: commitIntent(tx, command, counted, moment, ports.policy), others: [] };
    }),
  );
  for (const each of written === null ? [] : [...written.others, written.next]) ports.events.changed(each);
  return written?.next ?? null;
}

/** A keyed resend must have identical bytes; where they cannot be made again (a damaged record), a person decides. */
function sameBytes({ digests }: EnginePorts, command: Command, record: OperationRecord, change: Change): Change {
  if (change.state !== 'sending' || digests.keyed(bodyText(command, record.input)) === record.bodyDigest) return change;
  const lookUps = change.lookUps ?? record.lookUps;
  return { state: 'needs-person', event: 'needs-person', doubt: 'bytes-differ', lookUps };
}

/** Look-ups of an operation that was proved not executed, while those behind it may be. After these a person decides. */
const looksBehind = 12;

/**
 * In a folder that may be a copy every waiting operation is in doubt, also one behind others in its payment's lane. It
 * is looked up like them, and sent again only when it is first in the lane.
 */
function inTurn(
  tx: StoreReads,
  command: Command,
  record: OperationRecord,
  change: Change,
  { nowMs, fraction }: Moment,
): Change {
  const lanes = record.lanes.filter(isPaymentLane);
  const waits = lanes.some((lane) => tx.laneHolder(lane) !== record.id);
  const lookUps = change.lookUps ?? record.lookUps;
  const person: Change = { state: 'needs-person', event: 'needs-person', doubt: 'look-up-cannot-tell', lookUps };
  // In the time that was lost this one ended: where the gateway has not carried it out, it was cancelled or ran out of time.
  if ((change.state === 'accepted' || change.state === 'sending') && isDoneBehind(tx, record)) return person;
  if (change.state === 'accepted') {
    // Those behind it may have been done as well.
    if (!isSentBehind(tx, command, record)) return change;
    if (lookUps.count >= looksBehind) return person;
    const nextAtMs = nowMs + backoffMs(lookUps.count, fraction, turnMs);
    return {
      state: record.state,
      event: 'looked-up',
      lookUps: { ...lookUps, absences: record.lookUps.absences },
      nextAtMs,
    };
  }
  if (change.state !== 'sending') return change;
  if (!waits) {
    // An operation before it ruled it out, as a reversal does a capture. Whether this one was done before is not known.
    return overtaken(tx, command, record) === null ? change : person;
  }
  const nextAtMs = nowMs + backoffMs(lookUps.count, fraction, turnMs);
  return { state: record.state, event: 'looked-up', lookUps, nextAtMs };
}

/** Whether one that was accepted later was carried out on its payment, which is never done before the end of this one. */
function isDoneBehind(tx: StoreReads, { environmentId, payId, seq, lanes }: OperationRecord): boolean {
  if (payId === null) return false;
  const [last] = tx.list(environmentId, { payId, states: ['succeeded'], newest: true, limit: 1 });
  return last !== undefined && last.seq > seq && last.lanes.some((lane) => isPaymentLane(lane) && lanes.includes(lane));
}

/** `ask`: how the gateway is asked. */
export async function look(
  context: EngineContext,
  command: Command,
  record: OperationRecord,
  ask: typeof askForPayment = askForPayment,
): Promise<LookUpResult> {
  const { ports } = context;
  const facts = factsOf(ports.store, record);
  const lookUp = command.lookUp(facts);
  if (lookUp === null) return withoutPayment('nothing-to-ask');
  const answer = await ask(context, lookUp);
  if (answer.type !== 'response') return withoutPayment('no-answer');
  if (answer.status === 404) {
    const isTold = lookUp.by !== 'payId' && saysNotFound(answer.body, lookUp.id);
    return withoutPayment(isTold ? notFound(context, command, record) : 'cannot-tell');
  }
  if (answer.status >= 400 && answer.status < 500 && ![401, 403, 408, 425, 429].includes(answer.status)) {
    return withoutPayment('cannot-tell');
  }
  const { body } = answer;
  const retryAfterMs = answer.retryAfterMs ?? 0;
  if (answer.status < 200 || answer.status > 299 || body.type !== 'json' || !isJsonObject(body.value)) {
    return withoutPayment('no-answer', retryAfterMs);
  }
  const payment = readPayment(body.value, ports.policy.paymentPaths, ports.policy.answers);
  if (isOfAnother(lookUp, payment) || isOfAnotherMerchant(payment, ports))
    return withoutPayment('cannot-tell', retryAfterMs);
  const control = command.observe({ ...facts, xIds: [] }, payment) === 'applied';
  const observed = orOpen(command, record, command.observe(facts, payment), payment);
  const said = saidOf(context, command, record, facts, payment, observed);
  const { observation, approved } = said;
  const stillThere = observation === 'absent' && removes(command, record);
  const shown = removes(command, record) ? null : withoutCardData(command.shown(facts, payment));
  const seen = seenOf(command, record, facts, payment);
  return {
    observation,
    payment: said.foreign ? null : payment,
    seen,
    sum: sumMoved(facts, payment, command.evidence(record.input), baselineOf(record)),
    shown,
    approved,
    control,
    retryAfterMs,
    stillThere,
  };
}

/** Found by its reference: what else is shown of it must agree, as in an answer. */
function saidOf(
  context: EngineContext,
  command: Command,
  record: OperationRecord,
  facts: Facts,
  payment: PaymentView,
  observed: Observation,
): { readonly observation: Observation; readonly foreign: boolean; readonly approved: Money | null } {
  const { answers } = context.ports.policy;
  const asked = () => askedOf(context, record);
  if (observed === 'applied') return recordSays(command, asked(), facts, payment, answers);
  if (observed === 'refused') {
    const known = { before: baselineOf(record), answer: record.result };
    return refusalSays(command, asked(), facts, payment, known, answers);
  }
  return { observation: observed, foreign: false, approved: null };
}

/** What was known of the payment before it was first sent. */
function baselineOf({ attempts }: OperationRecord) {
  return attempts[0]?.baseline ?? null;
}

function seenOf(command: Command, record: OperationRecord, facts: Facts, payment: PaymentView): Evidence['seen'] {
  const rule = command.evidence(record.input);
  if (showsOwn(facts, payment, rule)) return 'own';
  const isResent = command.recovery(record.input) === 'keyed-resend';
  // A sum that cannot be read may be any.
  return isResent && (payment.unreadable || sumsMayHold(facts, payment, rule, baselineOf(record))) ? 'sums' : null;
}

/**
 * While the payment as a whole is open, an operation that is not shown may be the one under way. Where the list is not
 * whole, the operation may be in the rest.
 */
function orOpen(
  command: Command,
  { input }: OperationRecord,
  observation: Observation,
  payment: PaymentView,
): Observation {
  const { observation: whole, isPartial } = payment;
  const recovery = command.recovery(input);
  const isResent = recovery === 'keyed-resend' || recovery === 'resend-when-proved';
  const isUntold = observation === 'absent' || observation === 'not-open' || observation === 'cannot-tell';
  if (isResent && isUntold && whole === 'pending') return 'pending';
  return isUntold && isPartial ? 'cannot-tell' : observation;
}

function withoutPayment(observation: LookUpResult['observation'], retryAfterMs = 0): LookUpResult {
  return {
    observation,
    payment: null,
    seen: null,
    sum: null,
    shown: null,
    approved: null,
    control: false,
    retryAfterMs,
    stillThere: false,
  };
}

/**
 * The operation's definition says what a 404 shows (`absence`). It shows that something is gone only where such a
 * look-up once showed something. A payId was named by the gateway at some time, so `look` takes its 404 as no proof.
 */
function notFound({ ports }: EngineContext, command: Command, { input, environmentId }: OperationRecord): Observation {
  switch (command.absence(input)) {
    case 'not-applied':
      return 'absent';
    case 'nothing':
      return 'cannot-tell';
    case 'applied':
      return ports.store.hasControl(environmentId, customerShown) ? 'applied' : 'cannot-tell';
  }
}

function removes(command: Command, { input }: OperationRecord): boolean {
  return command.method === 'DELETE' || command.absence(input) === 'applied';
}

async function hasControl(context: EngineContext, command: Command, record: OperationRecord): Promise<boolean> {
  const { ports } = context;
  const { environmentId, kind } = record;
  if (ports.store.hasControl(environmentId, kind)) return true;
  for (const success of ports.store.recentSuccesses(environmentId, kind, controlsTried)) {
    if (!(await isControl(context, command, success))) continue;
    await ports.store.transact((tx) => tx.putControl(environmentId, kind, success.id, ports.clock.nowMs()));
    return true;
  }
  return false;
}

/** A success that cannot be looked up, as after its details were erased, is no control. */
async function isControl(context: EngineContext, command: Command, success: OperationRecord): Promise<boolean> {
  try {
    return (await look(context, command, success)).control;
  } catch (error) {
    logBroken(context.ports, 'control', error, { operation: success.id });
    return false;
  }
}
