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
import { askForPayment, customerShown } from './look-up.ts';
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
  /** The record itself, where the operation was to take it away: that it is still there needs no other proof. */
  readonly stillThere: boolean;
}

const unseen = { payment: null, control: false, stillThere: false };

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
  const control = sight.sighting === 'absent' && (sight.stillThere || (await hasControl(context, command, record)));
  const next = await changedMeanwhile(() =>
    ports.store.transact((tx) => {
      const moment = context.moment();
      const shown = removes(command, record) ? null : (sight.payment?.raw ?? null);
      const evidence = { sighting: sight.sighting, control, record: shown };
      const change = judge(command, record, evidence, moment);
      if (sight.control) tx.putControl(record.environmentId, record.kind, record.id, moment.nowMs);
      if (sight.stillThere) tx.putControl(record.environmentId, customerShown, record.id, moment.nowMs);
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
  if (lookUp === null) return { sighting: 'cannot-tell', ...unseen };
  const answer = await askForPayment(context, lookUp);
  if (answer.type !== 'response') return { sighting: 'no-answer', ...unseen };
  if (answer.status === 404) return { sighting: notFound(context, command, record), ...unseen };
  if (answer.status >= 400 && answer.status < 500 && ![401, 403, 408, 425, 429].includes(answer.status)) {
    return { sighting: 'cannot-tell', ...unseen };
  }
  const { body } = answer;
  if (answer.status < 200 || answer.status > 299 || body.type !== 'json' || !isJsonObject(body.value)) {
    return { sighting: 'no-answer', ...unseen };
  }
  const payment = readPayment(body.value, ports.policy.paymentPaths);
  const control = command.sight({ ...facts, xIds: [] }, payment) === 'applied';
  const sighting = command.sight(facts, payment);
  return { sighting, payment, control, stillThere: sighting === 'absent' && removes(command, record) };
}

/** A 404 shows what the operation's file says; that something is gone, only where such things were once shown. */
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
    const { control } = await look(context, command, success);
    if (!control) continue;
    await ports.store.transact((tx) => tx.putControl(environmentId, kind, success.id, ports.clock.nowMs()));
    return true;
  }
  return false;
}
