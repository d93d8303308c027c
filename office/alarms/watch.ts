// Looks at all chains again and again, and sends what is to be sent. Each office process does; the rows' locks share the
// work. It has connections of its own, so that a mail server that is slow holds up no till.
import type { Log } from '#host/log.ts';
import { type Database, DatabaseAway } from '../database/database.ts';
import { type Send, deliver } from './deliver.ts';
import { lookAt } from './look.ts';

export interface AlarmWatch {
  /** One round over all chains, as the timer makes it. */
  round(): Promise<void>;
  close(): Promise<void>;
}

export interface WatchPorts {
  /** For the watch alone: it is not closed by it. */
  readonly database: Database;
  readonly send: Send;
  readonly log: Log;
  readonly onAway: () => void;
}

const roundEveryMs = 10_000;
/** How many chains are served at once: one with a recipient that does not answer delays few others. */
const atOnce = 3;

export function createAlarmWatch({ database, send, log, onAway }: WatchPorts, everyMs = roundEveryMs): AlarmWatch {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  const ending = new AbortController();
  // Another process that looked so lately looked for all.
  const leastSeconds = (everyMs * 0.8) / 1_000;

  const serve = async (chain: string): Promise<void> => {
    try {
      if (await database.transact(chain, (tx) => lookAt(tx, chain, leastSeconds))) database.announce(chain);
      if ((await deliver(database, chain, send)) > 0) database.announce(chain);
    } catch (error) {
      if (error instanceof DatabaseAway) onAway();
      else log('error', 'alarms-not-looked-at', { error: error instanceof Error ? error.message : 'unknown' });
    }
  };
  const round = async (): Promise<void> => {
    const chains = await database.chains().catch(() => {
      onAway();
      return [];
    });
    const next = async (): Promise<void> => {
      for (let chain = chains.shift(); chain !== undefined && !ending.signal.aborted; chain = chains.shift())
        await serve(chain);
    };
    await Promise.all(Array.from({ length: atOnce }, next));
  };
  const plan = (): void => {
    if (ending.signal.aborted) return;
    timer = setTimeout(() => {
      running = round().finally(plan);
    }, everyMs);
  };
  running = round().finally(plan);
  return {
    round,
    async close() {
      ending.abort();
      if (timer !== null) clearTimeout(timer);
      await running;
    },
  };
}
