// A loopback server over a real store: what is committed here is what readers of events and of the journal get. There is no
// engine; a test commits what it wants, and time passes when it says so.
import { onTestFinished } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { type Scope, scopes as allScopes } from '#contract/programs/scopes.ts';
import { Listeners } from '#core/commit/listeners.ts';
import { loopbackJournal } from '#assembly/programs/loopback-journal.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { viewOf } from '#core/api/view.ts';
import type { EventLimits } from '#loopback/events/events.ts';
import { type Loopback, createLoopback } from '#loopback/server.ts';
import { createClient } from '#loopback/access/new-client.ts';
import { newToken } from '#loopback/access/tokens.ts';
import type { OpenedStore } from '#store/open.ts';
import { EventReader, type ReaderWish } from '#support/event-reader.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { aPolicy } from '#support/records.ts';
import { accept, anAccepted, change } from '#support/store-data.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import { FakeBridge } from './fake-bridge.ts';

export interface JournalTill {
  readonly dataDir: string;
  readonly folder: OpenedStore;
  readonly loopback: Loopback;
  readonly clock: FakeClock;
  readonly log: string[];
  /** What GET /v1/status says beside the usual. */
  readonly status: { [name: string]: string };
  /** A client; its id and its token. */
  client(scopes?: readonly Scope[], origin?: string): { readonly id: string; readonly token: string };
  read(token: string, wish?: ReaderWish): Promise<EventReader>;
  /** Accepts operations, each with one journal record. */
  accept(...names: string[]): Promise<void>;
  change(name: string, to: Partial<OperationRecord>): Promise<void>;
  /**
   * Resolves once no more operations or pages of the journal are read for a while: a reader has all, or takes nothing
   * more.
   */
  quiet(): Promise<void>;
  /** Numbers of the records that tell of operations, as the journal has them. */
  numbers(): number[];
}

export interface JournalTillWish {
  readonly dataDir?: string;
  readonly events?: Partial<EventLimits>;
  readonly closeGraceMs?: number;
}

export async function aJournalTill({ dataDir = aFolder(), ...wish }: JournalTillWish = {}): Promise<JournalTill> {
  const news = new Listeners<() => void>(() => {});
  const folder = opened(dataDir, { onCommit: () => news.notify('news', (told) => told()) });
  const clock = new FakeClock();
  const { store, clients, journal } = folder;
  const status: { [name: string]: string } = {};
  const log: string[] = [];
  const bridge = new FakeBridge();
  let reads = 0;
  bridge.operation = (id) => {
    reads += 1;
    const record = store.operation(id);
    return record === null ? null : viewOf(record, { clock, store, clients, policy: aPolicy() });
  };
  bridge.status = (): JsonObject => ({ product: 'Tillbridge', ...status });
  const books = loopbackJournal(folder, folder.signer(clock.nowMs()), news);
  const loopback = await createLoopback({
    port: 0,
    version: '1.2.3',
    clients,
    calls: bridge,
    journal: {
      ...books,
      *exported(...wanted) {
        for (const page of books.exported(...wanted)) {
          reads += 1;
          yield page;
        }
      },
    },
    after: (ms, work) => clock.after(ms, work),
    log: (level, event, facts) => log.push(JSON.stringify({ level, event, ...facts })),
    closeGraceMs: 60_000,
    ...wish,
  });
  onTestFinished(() => loopback.close());
  let count = 0;
  return {
    dataDir,
    folder,
    loopback,
    clock,
    log,
    status,
    client(scopes = allScopes, origin) {
      count += 1;
      const id = `client-${count}`;
      const named = { name: `ERP ${count}`, scopes, nowIso: '2026-01-31T18:05:00.000Z', newId: () => id };
      const made = createClient(clients, { ...named, ...(origin === undefined ? {} : { origin }) }, newToken());
      if ('problem' in made) throw new Error(made.problem);
      return { id, token: made.token };
    },
    async read(token, readerWish) {
      const reader = await EventReader.open(loopback.url, token, readerWish);
      onTestFinished(() => reader.drop());
      await reader.until(({ events }) => events.length >= 2);
      return reader;
    },
    async accept(...names) {
      await Promise.all(names.map((name) => store.transact((tx) => accept(tx, anAccepted(name)))));
    },
    async change(name, to) {
      await store.transact((tx) => change(tx, `op_${name}`, to));
    },
    async quiet() {
      for (let [seen, turns] = [-1, 0]; turns < 50; turns += 1) {
        if (seen !== reads) [seen, turns] = [reads, 0];
        await new Promise((turn) => {
          setImmediate(turn);
        });
      }
    },
    numbers: () => journal.after(0, 1_000_000).flatMap(({ seq, operation }) => (operation === null ? [] : [seq])),
  };
}
