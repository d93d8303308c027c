// Pages of operations by every filter and in every order: what one walk through the pages gives is what looking at each
// operation gives, whatever changes in between; and one page looks at a limited number of rows.
import { describe, expect, it } from 'vitest';
import type { ListFilter, Store } from '#core/ports/store.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { startMs } from '#support/records.ts';
import { accept, anAccepted, change } from '#support/store-data.ts';
import { aFolder, opened, rawDatabase } from '#support/store-folder.ts';
import { Random } from '../../sim/random.ts';
import { listed } from '../../sim/store/listed.ts';

const ids = (records: readonly OperationRecord[]) => records.map(({ id }) => id);

/** All pages one after the other. */
function walked(store: Store, filter: ListFilter, between: () => void = () => {}): OperationRecord[] {
  const found: OperationRecord[] = [];
  for (let next: string | null | undefined = undefined; next !== null;) {
    const page = store.page({ ...filter, ...(next === undefined ? {} : { after: next }) });
    if (page === null) throw new Error('the cursor of a page is no place to go on from');
    expect(page.records.length).toBeLessThanOrEqual(filter.limit);
    found.push(...page.records);
    next = page.next;
    between();
  }
  return found;
}

const states = ['accepted', 'succeeded', 'succeeded', 'succeeded', 'failed', 'unknown'] as const;
const clients = ['client-1', 'client-2'] as const;

/** Accepted one second after the other, then changed in any order. */
async function aFullStore(random: Random, count: number) {
  const folder = opened(aFolder());
  await folder.store.transact((tx) => {
    for (let number = 0; number < count; number += 1) {
      const clientId = random.pick(clients);
      const atMs = startMs + number * 1_000;
      const drawn = {
        environmentId: random.pick(['env', 'elsewhere']),
        kind: random.pick(['refund', 'capture', 'cloud-pos']),
        payId: random.pick([null, 'P1', 'P2']),
        transId: random.pick([null, 'S-1', 'S-2']),
        refNr: random.pick([null, 'R-1']),
        terminalId: random.pick([null, 'T1', 'T2']),
        requestId: `request-${Math.floor(number / 2)}-${number % 2 === 0 ? '' : clientId}`,
      };
      const origin = { type: 'erp', clientId, operator: null, approvedBy: null } as const;
      accept(tx, anAccepted(`n${number}`, { ...drawn, origin, createdAtMs: atMs, updatedAtMs: atMs, lanes: [] }));
    }
  });
  for (let number = 0; number < count; number += 1) {
    const id = `op_n${random.between(0, count - 1)}`;
    const to = { state: random.pick(states), updatedAtMs: startMs + count * 1_000 + random.between(0, 50) };
    await folder.store.transact((tx) => change(tx, id, to));
  }
  return folder.store;
}

function aFilter(random: Random, count: number): ListFilter {
  const sometimes = <T>(value: T): T | undefined => (random.chance(0.3) ? value : undefined);
  const aTime = () => startMs + random.between(0, count * 1_000 + 60);
  const drawn = {
    states: sometimes(random.pick([['succeeded'], ['accepted', 'unknown'], ['failed', 'expired']] as const)),
    kind: sometimes(random.pick(['refund', 'cloud-pos', 'confirm'])),
    payId: sometimes('P1'),
    transId: sometimes('S-2'),
    requestId: random.chance(0.1) ? `request-${random.between(0, count / 2)}-` : undefined,
    refNr: sometimes('R-1'),
    terminalId: sometimes(random.pick(['T1', 'T9'])),
    createdFromMs: sometimes(aTime()),
    createdBeforeMs: sometimes(aTime()),
    updatedFromMs: sometimes(aTime()),
    newest: random.chance(0.4) ? true : undefined,
  };
  const given = Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== undefined));
  return { ...given, limit: random.pick([1, 3, 100]) };
}

describe('pages', () => {
  it.each([1, 2])('are what looking at each operation gives, for any filters in any order (seed %i)', async (seed) => {
    const random = new Random(`pages ${seed}`);
    const count = 150;
    const store = await aFullStore(random, count);
    const all = store.list(null, { limit: 1_000 });
    expect(all).toHaveLength(count);
    for (let round = 0; round < 250; round += 1) {
      const filter = aFilter(random, count);
      const expected = listed(all, null, { ...filter, limit: count })?.records ?? [];
      expect(ids(walked(store, filter)), JSON.stringify(filter)).toEqual(ids(expected));
    }
  });

  it('by the last change miss nothing that changes meanwhile: it comes again at the end', async () => {
    const { store } = opened(aFolder());
    const names = ['a', 'b', 'c', 'd'];
    await store.transact((tx) => {
      for (const [at, name] of names.entries()) accept(tx, anAccepted(name, { updatedAtMs: startMs + at }));
    });
    const pages = [store.page({ updatedFromMs: startMs, limit: 2 })];
    await store.transact((tx) => change(tx, 'op_b', { updatedAtMs: startMs + 10 }));
    pages.push(store.page({ updatedFromMs: startMs, limit: 2, after: pages[0]?.next ?? '' }));
    pages.push(store.page({ updatedFromMs: startMs, limit: 2, after: pages[1]?.next ?? '' }));
    expect(pages.map((page) => ids(page?.records ?? []))).toEqual([['op_a', 'op_b'], ['op_c', 'op_d'], ['op_b']]);
  });

  it('in the order of acceptance leave no gap where what they stand at changes its state', async () => {
    const { store } = opened(aFolder());
    const names = ['a', 'b', 'c', 'd', 'e'];
    await store.transact((tx) => {
      for (const name of names) accept(tx, anAccepted(name));
    });
    const first = store.page({ states: ['accepted'], limit: 2 });
    await store.transact((tx) => change(tx, 'op_b', { state: 'sending' }));
    const second = store.page({ states: ['accepted'], limit: 2, after: first?.next ?? '' });
    expect([first, second].map((page) => ids(page?.records ?? []))).toEqual([
      ['op_a', 'op_b'],
      ['op_c', 'op_d'],
    ]);
  });

  it('that find little look at a limited number of rows and say where the next one goes on', async () => {
    const { store } = opened(aFolder());
    const count = 1_300;
    await store.transact((tx) => {
      for (let number = 0; number < count; number += 1) {
        const payId = number === count - 1 ? 'P-last' : null;
        const createdAtMs = startMs + (number === 700 || payId !== null ? 1 : 0);
        accept(tx, anAccepted(`n${number}`, { payId, terminalId: 'T1', createdAtMs, lanes: [] }));
      }
      change(tx, 'op_n700', { state: 'failed' });
    });
    const filter = { terminalId: 'T1', createdFromMs: startMs - 1, createdBeforeMs: startMs, limit: 10 };
    expect(store.page(filter)).toEqual({ records: [], next: 'op_n499' });
    expect(walked(store, filter)).toEqual([]);
    // One state has little to look at and another one much: what it finds waits until the other has come so far.
    const either = { states: ['accepted', 'failed'], createdFromMs: startMs + 1, limit: 10 } as const;
    expect(store.page(either)).toEqual({ records: [], next: 'op_n499' });
    expect(ids(walked(store, either))).toEqual(['op_n700', 'op_n1299']);
    expect(ids(store.list(null, { terminalId: 'T1', payId: 'P-last', limit: 10 }))).toEqual(['op_n1299']);
  });

  it('go on from no place that is not known, or that another order gave', async () => {
    const { store } = opened(aFolder());
    await store.transact((tx) => accept(tx, anAccepted('a')));
    expect(store.page({ limit: 1, after: 'unheard-of' })).toBeNull();
    expect(store.page({ limit: 1, after: `${startMs}:op_a` })).toBeNull();
    expect(store.page({ limit: 1, after: 'op_a', updatedFromMs: 0 })).toBeNull();
  });

  it('from a time on find it also where a row beside it was given a wrong one', async () => {
    const dataDir = aFolder();
    const { store } = opened(dataDir);
    const count = 40;
    await store.transact((tx) => {
      for (let number = 0; number < count; number += 1) {
        accept(tx, anAccepted(`n${number}`, { createdAtMs: startMs + number * 3_600_000, lanes: [] }));
      }
    });
    const wished = Array.from({ length: count }, (_, number) => `op_n${number}`).slice(20);
    const filter = { createdFromMs: startMs + 20 * 3_600_000, limit: 5 };
    expect(ids(walked(store, filter))).toEqual(wished);
    rawDatabase(dataDir).exec(`UPDATE operations SET created_at = 0 WHERE id IN ('op_n30', 'op_n35', 'op_n38')`);
    const left = wished.filter((id) => !['op_n30', 'op_n35', 'op_n38'].includes(id));
    expect(ids(walked(store, filter))).toEqual(left);
    expect(ids(walked(store, { ...filter, newest: true }))).toEqual(left.toReversed());
  });
});
