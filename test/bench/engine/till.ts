// The engine over a real database on the real disk, with a gateway that answers at once: what is measured is the till.
import type { Json } from '#contract/data/json.ts';
import { Engine } from '#core/engine/engine.ts';
import type { Gateway } from '#core/ports/gateway.ts';
import type { Store } from '#core/ports/store.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { createChance, createDigests } from '#host/chance.ts';
import { createClock } from '#host/clock.ts';
import type { Eraser } from '#store/erase.ts';
import { openStore } from '#store/open.ts';
import { createSeal } from '#store/database/seal.ts';
import { aPolicy, answered, json } from '#support/records.ts';
import { testKey } from '#support/store-data.ts';

export interface BenchTill {
  readonly store: Store;
  readonly eraser: Eraser;
  /** Gives a capture on a payment of its own; resolves when it is durable. */
  accept(name: string): Promise<OperationRecord>;
  /** Resolves once `count` more operations have succeeded. */
  succeeded(count: number): Promise<void>;
  /** Resolves after the first look for work. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export function openTill(dataDir: string, online: boolean): BenchTill {
  const opened = openStore({ dataDir, seal: createSeal(testKey), now: Date.now, use: 'bridge' });
  let successes = 0;
  let waiting: { readonly at: number; readonly done: () => void } | null = null;
  const engine = new Engine({
    clock: createClock(Date.now()),
    chance: createChance(),
    digests: createDigests(testKey),
    gateway: gatewayThatIs(online),
    store: opened.store,
    environment: { id: 'bench', root: 'https://gateway.example', merchantId: 'M', mode: 'test' },
    pause: {
      reason: () => null,
      owesDoubts: () => false,
      doubted: () => undefined,
      lift: () => undefined,
    },
    refundsPerDayMinor: () => null,
    barred: () => null,
    policy: aPolicy({ queueLimit: 1_000_000 }),
    events: {
      changed: ({ state }) => {
        if (state !== 'succeeded') return;
        successes += 1;
        if (waiting !== null && successes >= waiting.at) waiting.done();
      },
      connection: () => {},
      log: () => {},
    },
  });
  return {
    store: opened.store,
    eraser: opened.eraser,
    async accept(name) {
      const input: { [field: string]: Json } = {
        payId: `P-${name}`,
        transId: `T-${name}`,
        amount: { value: 1_000, currency: 'EUR' },
      };
      const acceptance = await engine.submit({
        kind: 'capture',
        input,
        requestId: name,
        origin: { type: 'erp', clientId: 'bench' },
      });
      if (acceptance.type === 'refused') throw new Error(acceptance.refusal.detail);
      return acceptance.record;
    },
    succeeded: (count) =>
      new Promise((done) => {
        waiting = { at: successes + count, done };
      }),
    start: () => engine.start(),
    async close() {
      await engine.stop(5_000);
      opened.close();
    },
  };
}

function gatewayThatIs(online: boolean): Gateway {
  return {
    send: async () => answered(200, json({ status: 'OK', responseCode: '00000000' })),
    probe: async () => online,
    renew: async () => 'same',
  };
}
