// An operation runs when it is first in all of its lanes, whatever was accepted and released before in which order.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startMs } from '#support/records.ts';
import { accept, anAccepted } from '#support/store-data.ts';
import { aFolder, opened, rawDatabase } from '#support/store-folder.ts';

const runnableIds = (store: ReturnType<typeof opened>['store']): string[] =>
  store.runnable('env', startMs, 1000).map((each) => each.id);

describe('lanes', () => {
  it('let the first of each lane run, and the next when it leaves', async () => {
    const { store } = opened(aFolder());
    const [a, b, c] = await store.transact((tx) =>
      [
        anAccepted('a', { lanes: ['payment:P', 'terminal:T'] }),
        anAccepted('b', { lanes: ['payment:P'] }),
        anAccepted('c', { lanes: ['terminal:T', 'payment:Q'] }),
        anAccepted('d', { lanes: ['payment:Q'] }),
      ].map((record) => accept(tx, record).free),
    );
    expect([a, b, c]).toEqual([true, false, false]);
    expect(runnableIds(store)).toEqual(['op_a']);
    expect(store.laneHolder('terminal:T')).toBe('op_a');
    await store.transact((tx) => tx.release('op_a', ['terminal:T']));
    expect(runnableIds(store)).toEqual(['op_a', 'op_c']);
    await store.transact((tx) => tx.release('op_a', ['payment:P', 'terminal:T']));
    expect(runnableIds(store)).toEqual(['op_a', 'op_b', 'op_c']);
    await store.transact((tx) => tx.release('op_c', ['terminal:T', 'payment:Q']));
    expect(runnableIds(store)).toEqual(['op_a', 'op_b', 'op_c', 'op_d']);
    expect(store.laneHolder('terminal:T')).toBeNull();
  });

  it('keep one waiting that is first in one lane but not in the other', async () => {
    const { store } = opened(aFolder());
    await store.transact((tx) => {
      accept(tx, anAccepted('p', { lanes: ['payment:P'] }));
      accept(tx, anAccepted('t', { lanes: ['terminal:T'] }));
      accept(tx, anAccepted('both', { lanes: ['payment:P', 'terminal:T'] }));
    });
    await store.transact((tx) => tx.release('op_t', ['terminal:T']));
    expect(runnableIds(store)).not.toContain('op_both');
    await store.transact((tx) => tx.release('op_p', ['payment:P']));
    expect(runnableIds(store)).toContain('op_both');
  });

  it('let one in the middle go without letting anybody overtake', async () => {
    const { store } = opened(aFolder());
    const lanes = { lanes: ['payment:P'] };
    await store.transact((tx) => ['a', 'b', 'c'].forEach((name) => accept(tx, anAccepted(name, lanes))));
    await store.transact((tx) => tx.release('op_b', ['payment:P']));
    expect(runnableIds(store)).not.toContain('op_c');
    await store.transact((tx) => tx.release('op_a', ['payment:P']));
    expect(runnableIds(store)).toContain('op_c');
  });

  it('an operation without lanes is free, a lane named twice is one lane', async () => {
    const { store } = opened(aFolder());
    const free = await store.transact((tx) => [
      accept(tx, anAccepted('a', { lanes: [] })).free,
      accept(tx, anAccepted('b', { lanes: ['payment:P', 'payment:P'] })).free,
    ]);
    expect(free).toEqual([true, true]);
  });

  it('agree with a plain model under any order of accepting and releasing', async () => {
    const step = fc.oneof(
      fc.record({ accept: fc.uniqueArray(fc.constantFrom('L1', 'L2', 'L3', 'L4'), { maxLength: 3 }) }),
      fc.record({ release: fc.nat(30), lanes: fc.uniqueArray(fc.constantFrom('L1', 'L2', 'L3', 'L4')) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const dataDir = aFolder();
        const folder = opened(dataDir);
        const model: Set<string>[] = [];
        for (const each of steps) {
          if ('accept' in each) {
            const first = each.accept.every((lane) => model.every((held) => !held.has(lane)));
            const record = anAccepted(String(model.length), { lanes: each.accept });
            const { free } = await folder.store.transact((tx) => accept(tx, record));
            expect(free).toBe(first);
            model.push(new Set(each.accept));
          } else if (each.release < model.length) {
            for (const lane of each.lanes) model[each.release]?.delete(lane);
            await folder.store.transact((tx) => tx.release(`op_${each.release}`, each.lanes));
          }
          const free = model.flatMap((held, index) => {
            const before = model.slice(0, index);
            return [...held].every((lane) => before.every((other) => !other.has(lane))) ? [`op_${index}`] : [];
          });
          expect(runnableIds(folder.store)).toEqual(free);
        }
        folder.close();
      }),
      { numRuns: 40 },
    );
  });
});

it('a hundred operations blocked behind one are never looked at', async () => {
  const dataDir = aFolder();
  const { store } = opened(dataDir);
  await store.transact((tx) => {
    for (let index = 0; index < 100; index += 1) accept(tx, anAccepted(String(index), { lanes: ['payment:P'] }));
  });
  const blocked = rawDatabase(dataDir).prepare('SELECT count(*) AS n FROM operations WHERE blocked = 1').get();
  expect(blocked).toEqual({ n: 99 });
  expect(runnableIds(store)).toEqual(['op_0']);
});
