// Events for programs that want them sent: one worker for each webhook that a person allowed. Each reads the journal as
// the stream of events does, sends one event at a time and goes on when it was taken. So an address that hangs holds up
// its own program only, and money never waits for any of them.
import type { Client, Webhook } from '#contract/programs/client.ts';
import { stillKnown } from '../access/caller.ts';
import { missingScope } from '../access/scope.ts';
import { type PushPorts, positionFrom } from './ports.ts';
import { type Failing, PushWorker } from './push-worker.ts';

export interface Pushes {
  /** From now on events are sent: not by a start that ends because its port is taken. */
  begin(): void;
  /** The record behind which the next event follows, and why nothing is taken, if so. */
  state(clientId: string, webhook: Webhook): { readonly position: number; readonly failing: Failing | null };
  /** The key for a registration. */
  secretOf(webhookId: string): string;
  head(): number;
  end(): Promise<void>;
}

export function createPushes(ports: PushPorts): Pushes {
  const { journal, clients, keeping, after, log, limits } = ports;
  const workers = new Map<string, PushWorker>();
  const closing = new Set<Promise<void>>();
  let wakePlanned = false;
  let ended = false;
  let stopLook = () => {};

  const look = (): void => {
    try {
      const allowed = new Map(clients.list().flatMap((client) => webhooksOf(client)));
      for (const [id, worker] of workers) if (!allowed.has(id)) stop(id, worker);
      for (const [id, clientId] of allowed) if (!workers.has(id)) start(id, clientId);
    } catch (error) {
      // An exception in a timer would be uncaught. A failing disk has an alarm of its own.
      log('warn', 'webhooks-unknown', { error: error instanceof Error ? error.name : 'unknown' });
    }
  };
  const start = (id: string, clientId: string): void => {
    const reader = () => readerOf(clients, clientId, id);
    workers.set(id, new PushWorker(ports, { clientId, id, reader }));
  };
  const stop = (id: string, worker: PushWorker): void => {
    workers.delete(id);
    const over = worker.end().finally(() => closing.delete(over));
    closing.add(over);
  };
  const planLook = (): void => {
    stopLook = after(limits.lookMs, () => {
      look();
      if (!ended) planLook();
    });
  };
  const news = (): void => {
    if (wakePlanned || ended) return;
    wakePlanned = true;
    // Requests that wait for the same commit are answered first.
    setImmediate(() => {
      wakePlanned = false;
      if (ended) return;
      look();
      for (const worker of workers.values()) worker.wake();
    });
  };
  let unsubscribe = () => {};

  return {
    begin() {
      unsubscribe = journal.subscribe(news);
      look();
      planLook();
    },
    state: (clientId, webhook) =>
      workers.get(webhook.id)?.state() ?? {
        position: positionFrom(keeping.placeOf(clientId), webhook).seq,
        failing: null,
      },
    secretOf: (id) => keeping.secretOf(id),
    head: () => journal.head().seq,
    async end() {
      ended = true;
      unsubscribe();
      stopLook();
      for (const [id, worker] of workers) stop(id, worker);
      await Promise.all(closing);
    },
  };
}

/** The registration's id and its program, where events may be sent. */
function webhooksOf({ id, revokedAt, options, believed }: Client): readonly (readonly [string, string])[] {
  const { webhook = null } = options;
  return revokedAt === null && believed !== false && webhook?.allowed === true ? [[webhook.id, id]] : [];
}

/** The program that gets the event, asked before each one; null where it may no longer get events. */
function readerOf(clients: PushPorts['clients'], clientId: string, id: string) {
  const client = stillKnown(clients, clientId);
  const { webhook = null } = client?.options ?? {};
  if (client === null || webhook?.id !== id || !webhook.allowed) return null;
  return missingScope(client, ['status']) === null ? { client, webhook } : null;
}
