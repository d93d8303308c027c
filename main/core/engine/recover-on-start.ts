// What a start takes up of an earlier run: terminals that may still be at work, intents without an outcome, and, in a
// folder that may be a copy, everything that waits.
import type { Command } from '#operations/define.ts';
import { commitChange, commitIntent } from '../commit/commit.ts';
import { type EngineContext, commandFor } from '../gateway/context.ts';
import { afterRestart } from '../sending/decide.ts';
import type { Moment } from '../operation/moment.ts';
import { knownPayment } from '../operation/lanes.ts';
import { lanesByNumber } from '../sale/trace-number.ts';
import type { StoreReads, StoreWrites } from '../ports/store.ts';
import type { OperationRecord } from '../ports/record.ts';

/** How many are read at once. */
const batch = 64;
/** More commands than this never run at once: each terminal runs one. */
const terminalsAtMost = 10_000;

/** Everything taken up is durable when it resolves. */
export async function recoverOnStart(context: EngineContext): Promise<void> {
  const { store, pause } = context.ports;
  await keepTerminals(context);
  for (;;) {
    const left = store.inFlight(batch);
    if (left.length === 0) break;
    await Promise.all(left.map((record) => doubtIntent(context, record)));
  }
  if (pause.owesDoubts()) {
    await doubtAllWaiting(context);
    pause.doubted();
  }
  await giveTraceLanes(context);
}

/**
 * A command that an older program accepted by a trace number which no known payment has is in the lane of its own transId
 * alone. Once it was sent it gets the lane of the number, too.
 */
async function giveTraceLanes({ ports: { store } }: EngineContext): Promise<void> {
  const states = ['sending', 'pending', 'unknown', 'needs-person'] as const;
  for (let after: string | undefined; ;) {
    const open = store.list(null, { states, limit: batch, ...(after === undefined ? {} : { after }) });
    after = open.at(-1)?.id;
    if (after === undefined) return;
    const missing = open.flatMap((record) => {
      const lanes = missingTraceLanes(store, record);
      return lanes.length === 0 ? [] : [{ record, lanes }];
    });
    if (missing.length === 0) continue;
    await store.transact((tx) => {
      for (const { record, lanes } of missing) {
        tx.update({ ...record, revision: record.revision + 1, lanes: [...record.lanes, ...lanes] });
        tx.enter(record.id, lanes);
      }
    });
  }
}

function missingTraceLanes(reads: StoreReads, record: OperationRecord): readonly string[] {
  const command = commandFor(record);
  const ref = command.payment(record.input);
  const row = ref === null ? null : knownPayment(reads, record.environmentId, ref);
  const known = row !== null && record.lanes.includes(row.lane) ? row : null;
  return lanesByNumber(command, record, known).filter((lane) => !record.lanes.includes(lane));
}

/**
 * Keeps busy terminals held for a whole window from the start: how long the program was off is not known for certain,
 * and the card may still be in the terminal.
 */
async function keepTerminals({ ports, moment }: EngineContext): Promise<void> {
  const { store, environment, policy } = ports;
  const untilMs = moment().startedAtMs + policy.terminalWindowMs;
  const held = store.terminalEnded(environment.id, untilMs, terminalsAtMost);
  if (held.length === 0) return;
  await store.transact((tx) => {
    for (const each of held) tx.update({ ...each, revision: each.revision + 1, terminalUntilMs: untilMs });
  });
}

/** An intent without an outcome may have been carried out. */
async function doubtIntent({ ports, moment }: EngineContext, record: OperationRecord): Promise<void> {
  const { store, events, clock } = ports;
  const command = commandFor(record);
  const next = await store.transact((tx) =>
    commitChange(tx, command, record, afterRestart(command, record, moment()), clock.nowMs()),
  );
  events.changed(next);
}

/** The folder that this one is a copy of may have carried out any waiting operation, of every environment. */
async function doubtAllWaiting({ ports, moment }: EngineContext): Promise<void> {
  const { store } = ports;
  for (let after: string | undefined; ;) {
    const waiting = store.list(null, { states: ['accepted'], limit: batch, ...(after === undefined ? {} : { after }) });
    after = waiting.at(-1)?.id;
    if (after === undefined) return;
    await store.transact((tx) => {
      for (const record of waiting) doubtWaiting(tx, commandFor(record), record, moment());
    });
  }
}

/**
 * The other copy may have sent this waiting operation under the same key. It becomes `unknown` through an intent that
 * this run never sends. Its key counts as old as the operation, since the time of its use is not known.
 */
function doubtWaiting(tx: StoreWrites, command: Command, record: OperationRecord, moment: Moment): OperationRecord {
  const { createdAtMs } = record;
  const intent = commitIntent(tx, command, record, moment, moment.policy);
  const attempts = intent.attempts.map((attempt, index) =>
    index === intent.attempts.length - 1
      ? { ...attempt, sentAtMs: createdAtMs, sentLateMs: createdAtMs, sentWallMs: createdAtMs }
      : attempt,
  );
  return commitChange(tx, command, { ...intent, attempts }, afterRestart(command, intent, moment), moment.nowMs);
}
