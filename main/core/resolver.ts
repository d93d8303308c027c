// Finds out what became of an operation in doubt: looks it up, weighs what it sees (judge.ts), and commits. Where
// absence would count but no positive control is remembered, a known success of the same kind is looked up first.
import { type JsonObject, isJsonObject } from '#contract/json.ts';
import type { Command, Facts, Sighting } from '#operations/define.ts';
import type { Money } from '#contract/money.ts';
import { showsOwn, sumsMayHold } from '#operations/payment-evidence.ts';
import { type PaymentView, readPayment } from '#operations/payment-view.ts';
import { backoffMs } from './backoff.ts';
import { withoutCardData } from './card-data.ts';
import type { Change } from './change.ts';
import { commitChange, commitIntent } from './commit.ts';
import { type Context, logBroken } from './context.ts';
import type { Moment } from './decide.ts';
import { factsOf } from './facts.ts';
import { overtaken } from './guards.ts';
import { type Evidence, absenceCounts, judge } from './judge.ts';
import { askForPayment, customerShown, isOfAnother } from './look-up.ts';
import type { EnginePorts } from './ports/engine.ts';
import type { StoreReads } from './ports/store.ts';
import type { OperationRecord } from './record.ts';
import { bodyText } from './requests.ts';
import { changedMeanwhile } from './stale.ts';

interface Sight {
  readonly sighting: Evidence['sighting'];
  readonly payment: PaymentView | null;
  readonly seen: Evidence['seen'];
  /** What of it is the operation's own; null where it was to take the record away. */
  readonly shown: JsonObject | null;
  readonly approved: Money | null;
  /** Seen by the very evidence whose absence would count: a control by an xId proves nothing about refNrs. */
  readonly control: boolean;
  readonly retryAfterMs: number;
  /** The record itself, where the operation was to take it away: that it is still there needs no other proof. */
  readonly stillThere: boolean;
}

/**
 * What stands before it in its lane may need a person, who takes hours. Until then it cannot be sent, so it is looked up
 * now and then, and at once when its turn comes (commit.ts).
 */
const turnMs = 3_600_000;

/** How many known successes are looked up before a kind is taken to be invisible. */
const controlsTried = 3;

/** Returns the operation as committed, or null where somebody else changed it meanwhile. */
export async function resolve(
  context: Context,
  command: Command,
  record: OperationRecord,
): Promise<OperationRecord | null> {
  const { ports } = context;
  const askedAtMs = ports.clock.nowMs();
  const sight = await look(context, command, record);
  const counts = sight.sighting === 'absent' && absenceCounts(command, record, askedAtMs, context.moment());
  const control = counts && (sight.stillThere || (await hasControl(context, command, record)));
  const next = await changedMeanwhile(() =>
    ports.store.transact((tx) => {
      const moment = context.moment();
      const { sighting, shown, approved, seen, retryAfterMs } = sight;
      const listed = sight.payment !== null && sight.payment.operations !== null && !sight.payment.isPartial;
      const partial = sight.payment?.isPartial === true;
      const evidence = { sighting, seen, partial, control, listed, record: shown, approved, retryAfterMs, askedAtMs };
      const judged = sameBytes(ports, command, record, judge(command, record, evidence, moment));
      const change = inTurn(tx, command, record, judged, moment);
      if (sight.control) tx.putControl(record.environmentId, record.kind, record.id, moment.nowMs);
      if (sight.stillThere) tx.putControl(record.environmentId, customerShown, record.id, moment.nowMs);
      if (change.state !== 'sending') {
        return commitChange(tx, command, record, change, moment.nowMs, sight.payment);
      }
      // Its deadline was for the first sending. What was sent once may have been done, so finding out has no such end.
      const counted = { ...record, lookUps: change.lookUps ?? record.lookUps, sendByMs: null };
      return commitIntent(tx, command, counted, moment, ports.policy);
    }),
  );
  if (next !== null) ports.events.changed(next);
  return next;
}

/** A keyed resend must have identical bytes; where they cannot be made again (a damaged record), a person decides. */
function sameBytes({ digests }: EnginePorts, command: Command, record: OperationRecord, change: Change): Change {
  if (change.state !== 'sending' || digests.keyed(bodyText(command, record.input)) === record.bodyDigest) return change;
  const lookUps = change.lookUps ?? record.lookUps;
  return { state: 'needs-person', event: 'needs-person', doubt: 'bytes-differ', lookUps };
}

/**
 * In a folder that may be a copy everything that waits is in doubt, also what stands behind others in its lane. It is
 * looked up like them, and sent again only when it is its turn.
 */
function inTurn(
  tx: StoreReads,
  command: Command,
  record: OperationRecord,
  change: Change,
  { nowMs, fraction }: Moment,
): Change {
  const waits = record.lanes.some((lane) => lane.startsWith('payment:') && tx.laneHolder(lane) !== record.id);
  if (change.state !== 'sending') return change;
  const lookUps = change.lookUps ?? record.lookUps;
  if (!waits) {
    // What stood before it has settled it: after a reversal nothing is captured, and whether it was before nobody knows.
    const settled = overtaken(tx, command, record) !== null;
    return settled ? { state: 'needs-person', event: 'needs-person', doubt: 'look-up-cannot-tell', lookUps } : change;
  }
  const nextAtMs = nowMs + backoffMs(lookUps.count, fraction, turnMs);
  return { state: record.state, event: 'looked-up', lookUps, nextAtMs };
}

async function look(context: Context, command: Command, record: OperationRecord): Promise<Sight> {
  const { ports } = context;
  const facts = factsOf(ports.store, record);
  const lookUp = command.lookUp(facts);
  if (lookUp === null) return blind('nothing-to-ask');
  const answer = await askForPayment(context, lookUp);
  if (answer.type !== 'response') return blind('no-answer');
  if (answer.status === 404) {
    return blind(lookUp.by === 'payId' ? 'cannot-tell' : notFound(context, command, record));
  }
  if (answer.status >= 400 && answer.status < 500 && ![401, 403, 408, 425, 429].includes(answer.status)) {
    return blind('cannot-tell');
  }
  const { body } = answer;
  const retryAfterMs = answer.retryAfterMs ?? 0;
  if (answer.status < 200 || answer.status > 299 || body.type !== 'json' || !isJsonObject(body.value)) {
    return blind('no-answer', retryAfterMs);
  }
  const payment = readPayment(body.value, ports.policy.paymentPaths, ports.policy.answers);
  if (isOfAnother(lookUp, payment)) return blind('cannot-tell', retryAfterMs);
  const control = command.sight({ ...facts, xIds: [] }, payment) === 'applied';
  const sighting = orOpen(command, record, command.sight(facts, payment), payment);
  const stillThere = sighting === 'absent' && removes(command, record);
  const shown = removes(command, record) ? null : withoutCardData(command.shown(facts, payment));
  const approved = sighting === 'applied' ? command.approved(facts, payment) : null;
  const seen = seenOf(command, record, facts, payment);
  return { sighting, payment, seen, shown, approved, control, retryAfterMs, stillThere };
}

function seenOf(command: Command, record: OperationRecord, facts: Facts, payment: PaymentView): Evidence['seen'] {
  const rule = command.evidence(record.input);
  if (showsOwn(facts, payment, rule)) return 'own';
  const isResent = command.recovery(record.input) === 'keyed-resend';
  return isResent && sumsMayHold(facts, payment, rule, record.attempts[0]?.baseline ?? null) ? 'sums' : null;
}

/**
 * While the payment as a whole is open, what is looked for on it may be what is under way; and what a part of a list does
 * not show may be in the rest.
 */
function orOpen(command: Command, { input }: OperationRecord, sighting: Sighting, payment: PaymentView): Sighting {
  const { sight, isPartial } = payment;
  const recovery = command.recovery(input);
  const isResent = recovery === 'keyed-resend' || recovery === 'resend-when-proved';
  const isUntold = sighting === 'absent' || sighting === 'not-open' || sighting === 'cannot-tell';
  if (isResent && isUntold && sight === 'pending') return 'pending';
  return isUntold && isPartial ? 'cannot-tell' : sighting;
}

function blind(sighting: Sight['sighting'], retryAfterMs = 0): Sight {
  return {
    sighting,
    payment: null,
    seen: null,
    shown: null,
    approved: null,
    control: false,
    retryAfterMs,
    stillThere: false,
  };
}

/**
 * A 404 shows what the operation's file says; that something is gone, only where such things were once shown. A payment
 * that an operation works on was named by the gateway at some time, here or elsewhere, so its 404 proves nothing.
 */
function notFound({ ports }: Context, command: Command, { input, environmentId }: OperationRecord): Sighting {
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

async function hasControl(context: Context, command: Command, record: OperationRecord): Promise<boolean> {
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
async function isControl(context: Context, command: Command, success: OperationRecord): Promise<boolean> {
  try {
    return (await look(context, command, success)).control;
  } catch (error) {
    logBroken(context.ports, success.id, error);
    return false;
  }
}
