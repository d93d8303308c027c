// What a start takes up of an earlier run: terminals that may still be at work, intents without an outcome, and, in a
// folder that may be a copy, everything that waits.
import { commitChange } from './commit.ts';
import { type Context, commandFor } from './context.ts';
import { afterRestart } from './decide.ts';
import { doubtWaiting } from './pause.ts';
import type { OperationRecord } from './record.ts';

/** How many are read at once. */
const batch = 64;
/** More commands than this never run at once: each terminal runs one. */
const terminalsAtMost = 10_000;

/** Everything taken up is durable when it resolves. */
export async function takeUp(context: Context): Promise<void> {
  const { store, pause } = context.ports;
  await keepTerminals(context);
  for (;;) {
    const left = store.inFlight(batch);
    if (left.length === 0) break;
    await Promise.all(left.map((record) => doubtIntent(context, record)));
  }
  if (!pause.owesDoubts()) return;
  await doubtAllWaiting(context);
  pause.doubted();
}

/** How long the program was off is not known for certain, and the card may still be in the terminal. */
async function keepTerminals({ ports, moment }: Context): Promise<void> {
  const { store, environment, policy } = ports;
  const untilMs = moment().startedAtMs + policy.terminalWindowMs;
  const held = store.terminalEnded(environment.id, untilMs, terminalsAtMost);
  if (held.length === 0) return;
  await store.transact((tx) => {
    for (const each of held) tx.update({ ...each, revision: each.revision + 1, terminalUntilMs: untilMs });
  });
}

/** An intent without an outcome may have been carried out. */
async function doubtIntent({ ports, moment }: Context, record: OperationRecord): Promise<void> {
  const { store, events, clock } = ports;
  const command = commandFor(record);
  const next = await store.transact((tx) =>
    commitChange(tx, command, record, afterRestart(command, record, moment()), clock.nowMs()),
  );
  events.changed(next);
}

/** What waits may have been carried out by the folder that this one is a copy of, whatever its environment. */
async function doubtAllWaiting({ ports, moment }: Context): Promise<void> {
  const { store } = ports;
  for (let after: string | undefined; ;) {
    const waiting = store.list(null, { state: 'accepted', limit: batch, ...(after === undefined ? {} : { after }) });
    after = waiting.at(-1)?.id;
    if (after === undefined) return;
    await store.transact((tx) => {
      for (const record of waiting) doubtWaiting(tx, commandFor(record), record, moment());
    });
  }
}
