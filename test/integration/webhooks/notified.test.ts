// What a notification does behind the listener, on a real store: the payment is read, and what is open on it is due at
// once. Its own words change nothing.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { notified } from '#core/recovery/notified.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { aPolicy } from '#support/records.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import { accept, anAccepted, change, noMarks } from '#support/store-data.ts';

const environment = { id: 'env', root: 'https://gateway.example', merchantId: 'SHOP', mode: 'test' } as const;
const laterMs = 99_000_000;

async function shop(payment: JsonObject | 'unknown' | 'unreachable', ...operations: readonly OperationRecord[]) {
  const { store } = opened(aFolder());
  const clock = new FakeClock();
  let kicks = 0;
  const engine = {
    payment: async () => {
      if (payment === 'unknown') return refused('payment-not-found');
      if (payment === 'unreachable') return refused('offline');
      return { type: 'found', payment } as const;
    },
    kick: () => {
      kicks += 1;
    },
  };
  for (const operation of operations) {
    await store.transact((tx) => {
      const createsPayment = operation.kind === 'create-payment';
      accept(tx, anAccepted(operation.id, { ...operation, state: 'accepted', revision: 1 }), {
        ...noMarks,
        createsPayment,
      });
      change(tx, operation.id, { state: operation.state, nextAtMs: laterMs });
    });
  }
  const tell = () => notified({ engine, store, clock, environment, policy: aPolicy() }, 'P1');
  const due = (id: string) => (store.operation(id)?.nextAtMs ?? laterMs) <= clock.nowMs();
  return { tell, due, store, kicks: () => kicks };
}

function refused(code: 'payment-not-found' | 'offline') {
  return { type: 'refused', refusal: { code, detail: 'x' } } as const;
}

const capture = (id: string, to: Partial<OperationRecord>) => anAccepted(id, { id, payId: 'P1', ...to });

describe('a notification of a payment', () => {
  it('makes what is open on it due at once, and nothing else', async () => {
    const { tell, due, kicks } = await shop(
      { payId: 'P1', transId: 'T-1' },
      capture('unknown', { state: 'unknown' }),
      capture('pending', { state: 'pending' }),
      capture('waiting', { state: 'accepted' }),
      capture('other', { state: 'unknown', payId: 'P2' }),
    );
    expect(await tell()).toBe(true);
    expect(['unknown', 'pending', 'waiting', 'other'].map(due)).toEqual([true, true, false, false]);
    expect(kicks()).toBe(1);
  });

  it('finds the operation that made it, by the transId that the gateway shows', async () => {
    const making = capture('making', { kind: 'create-payment', state: 'unknown', payId: null, transId: 'T-1' });
    const { tell, due } = await shop({ payId: 'P1', transId: 'T-1' }, making);
    await tell();
    expect(due('making')).toBe(true);
  });

  it('that comes again changes nothing more', async () => {
    const { tell, store } = await shop({ payId: 'P1' }, capture('unknown', { state: 'unknown' }));
    await tell();
    const revision = store.operation('unknown')?.revision;
    expect(await tell()).toBe(true);
    expect(store.operation('unknown')?.revision).toBe(revision);
  });

  it('that the gateway does not know is acknowledged and changes nothing', async () => {
    const { tell, due } = await shop('unknown', capture('unknown', { state: 'unknown' }));
    expect(await tell()).toBe(true);
    expect(due('unknown')).toBe(false);
  });

  it('is to come again where the gateway could not be asked', async () => {
    const { tell, due } = await shop('unreachable', capture('unknown', { state: 'unknown' }));
    expect(await tell()).toBe(false);
    expect(due('unknown')).toBe(false);
  });
});
