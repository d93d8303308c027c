// Finds out what became of an operation in doubt: looks it up, weighs what it sees (judge.ts), and commits. Where
// absence would count but no positive control is remembered, a known success of the same kind is looked up first.
import { isJsonObject } from '#contract/json.ts';
import type { Command, Sighting } from '#operations/define.ts';
import { type PaymentView, readPayment } from '#operations/payment-view.ts';
import { commitChange, commitIntent } from './commit.ts';
import type { Connection } from './connection.ts';
import type { Moment } from './decide.ts';
import { factsOf } from './facts.ts';
import { judge } from './judge.ts';
import { askForPayment } from './look-up.ts';
import type { EnginePorts } from './ports.ts';
import type { OperationRecord } from './record.ts';
import { changedMeanwhile } from './stale.ts';

interface Context {
  readonly ports: EnginePorts;
  readonly connection: Connection;
  readonly moment: () => Moment;
}

interface Sight {
  readonly sighting: Sighting | 'no-answer';
  readonly payment: PaymentView | null;
  /** Seen by the very evidence whose absence would count: a control by an xId proves nothing about refNrs. */
  readonly control: boolean;
}

/** How many known successes are looked up before a kind is taken to be invisible. */
const controlsTried = 3;

/** Returns the operation as committed, or null where somebody else changed it meanwhile. */
export async function resolve(
  context: Context,
  command: Command,
  record: OperationRecord,
): Promise<OperationRecord | null> {
  const { ports } = context;
  const sight = await look(context, command, record);
  const control = sight.sighting === 'absent' && (await hasControl(context, command, record));
  const next = await changedMeanwhile(() =>
    ports.store.transact((tx) => {
      const moment = context.moment();
      const evidence = { sighting: sight.sighting, control, record: sight.payment?.raw ?? null };
      const change = judge(command, record, evidence, moment);
      if (sight.control) tx.putControl(record.environmentId, record.kind, record.id, moment.nowMs);
      if (change.state !== 'sending') {
        return commitChange(tx, command, record, change, moment.nowMs, sight.payment);
      }
      const counted = { ...record, lookUps: change.lookUps ?? record.lookUps };
      return commitIntent(tx, command, counted, moment.nowMs, ports.policy);
    }),
  );
  if (next !== null) ports.events.changed(next);
  return next;
}

async function look(context: Context, command: Command, record: OperationRecord): Promise<Sight> {
  const { ports } = context;
  const facts = factsOf(ports.store, record);
  const lookUp = command.lookUp(facts);
  if (lookUp === null) return { sighting: 'cannot-tell', payment: null, control: false };
  const answer = await askForPayment(context, lookUp);
  if (answer.type !== 'response') return { sighting: 'no-answer', payment: null, control: false };
  if (answer.status === 404) return { sighting: 'absent', payment: null, control: false };
  if (answer.status >= 400 && answer.status < 500 && ![401, 403, 408, 425, 429].includes(answer.status)) {
    return { sighting: 'cannot-tell', payment: null, control: false };
  }
  const { body } = answer;
  if (answer.status < 200 || answer.status > 299 || body.type !== 'json' || !isJsonObject(body.value)) {
    return { sighting: 'no-answer', payment: null, control: false };
  }
  const payment = readPayment(body.value, ports.policy.paymentPaths);
  const control = command.sight({ ...facts, xIds: [] }, payment) === 'applied';
  return { sighting: command.sight(facts, payment), payment, control };
}

async function hasControl(context: Context, command: Command, record: OperationRecord): Promise<boolean> {
  const { ports } = context;
  const { environmentId, kind } = record;
  if (ports.store.hasControl(environmentId, kind)) return true;
  for (const success of ports.store.recentSuccesses(environmentId, kind, controlsTried)) {
    const { control } = await look(context, command, success);
    if (!control) continue;
    await ports.store.transact((tx) => tx.putControl(environmentId, kind, success.id, ports.clock.nowMs()));
    return true;
  }
  return false;
}
