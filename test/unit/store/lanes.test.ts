// An operation runs when it is first in all of its lanes, whatever was accepted and released before in which order.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoreWrites } from '#core/ports/store.ts';
import { latestVersion } from '#store/schema/migrations.ts';
import { migrations } from '#store/schema/schema.ts';
import { startMs } from '#support/records.ts';
import { accept, anAccepted } from '#support/store-data.ts';
import { aFolder, opened, rawDatabase, withNamesHeld } from '#support/store-folder.ts';

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

describe('at a terminal callers take turns', () => {
  const of = (clientId: string, name: string, lanes = ['terminal:T']) =>
    anAccepted(name, {
      lanes,
      origin: { type: clientId === 'window' ? 'cashier' : 'erp', clientId, operator: null, approvedBy: null },
    });
  /** The first of those that may run runs and leaves its lanes; its name, or null where none may run. */
  const runOne = (tx: StoreWrites): string | null => {
    const [next] = tx.runnable('env', startMs, 1);
    if (next === undefined) return null;
    tx.update({ ...next, state: 'cancelled', revision: next.revision + 1 });
    tx.release(next.id, next.lanes);
    return next.id.replace('op_', '');
  };
  const order = async (store: ReturnType<typeof opened>['store']): Promise<string[]> => {
    const ran: string[] = [];
    for (;;) {
      const name = await store.transact(runOne);
      if (name === null) return ran;
      ran.push(name);
    }
  };

  it('so that a program with many waiting keeps neither the cashier nor another one from it', async () => {
    const { store } = opened(aFolder());
    await store.transact((tx) => {
      for (const name of ['a1', 'a2', 'a3', 'a4']) accept(tx, of('a', name));
      for (const name of ['b1', 'b2']) accept(tx, of('b', name));
      accept(tx, of('window', 'w1'));
    });
    expect(store.laneHolder('terminal:T')).toBe('op_a1');
    expect(await order(store)).toEqual(['a1', 'w1', 'a2', 'b1', 'a3', 'b2', 'a4']);
  });

  it('one that comes later stands behind one more of those that wait, and before the rest', async () => {
    const { store } = opened(aFolder());
    await store.transact((tx) => {
      for (const name of ['a1', 'a2', 'a3', 'a4']) accept(tx, of('a', name));
      tx.release('op_a1', ['terminal:T']);
      accept(tx, of('b', 'b1'));
      accept(tx, of('a', 'a5'));
    });
    expect(store.laneHolder('terminal:T')).toBe('op_a2');
    expect(await order(store)).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'a5']);
  });

  it('a person’s that waits for its payment too goes behind all, so that no two wait for each other', async () => {
    const { store } = opened(aFolder());
    await store.transact((tx) => {
      accept(tx, of('a', 'a1'));
      accept(tx, of('a', 'sale', ['payment:P', 'terminal:T']));
      accept(tx, of('window', 'void', ['payment:P', 'terminal:T']));
    });
    expect(await order(store)).toEqual(['a1', 'sale', 'void']);
  });

  it('so that two that come again and again do not keep a third one’s second from it', async () => {
    const { store } = opened(aFolder());
    await store.transact((tx) => {
      for (const name of ['a1', 'a2', 'b0']) accept(tx, of(name[0] ?? '', name));
    });
    const ran: (string | null)[] = [];
    for (let time = 1; time <= 4; time += 1) {
      const who = time % 2 === 0 ? 'b' : 'c';
      await store.transact((tx) => {
        accept(tx, of(who, `${who}${time}`));
        ran.push(runOne(tx));
      });
    }
    expect(ran).toEqual(['a1', 'a2', 'b0', 'c1']);
  });

  it('and all of them run, those on one payment in accepted order', async () => {
    const lanes = fc
      .tuple(
        fc.option(fc.constantFrom('payment:P', 'payment:Q')),
        fc.option(fc.constantFrom('terminal:T', 'terminal:U')),
      )
      .map((pair) => pair.filter((lane) => lane !== null));
    const steps = fc.array(fc.record({ client: fc.constantFrom('a', 'b', 'window'), lanes }), { maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(5), async (given, leaving) => {
        const folder = opened(aFolder());
        const { store } = folder;
        const ended = await store.transact((tx) =>
          given.map(({ client, lanes: named }, index) => {
            accept(tx, of(client, String(index), named));
            // Some end while others come.
            return index % (leaving + 1) === leaving ? runOne(tx) : null;
          }),
        );
        const ran = [...ended.filter((name) => name !== null), ...(await order(store))].map(Number);
        expect(ran.toSorted((one, other) => one - other)).toEqual(given.map((_, index) => index));
        for (const lane of ['payment:P', 'payment:Q'] as const) {
          const onPayment = ran.filter((index) => given[index]?.lanes.includes(lane) === true);
          expect(onPayment).toEqual(onPayment.toSorted((one, other) => one - other));
        }
        folder.close();
      }),
      { numRuns: 40 },
    );
  });

  it('also in a folder of the version before, behind those that wait there', async () => {
    const dataDir = aFolder();
    const before = opened(dataDir);
    await before.store.transact((tx) => {
      for (const name of ['a1', 'a2']) accept(tx, of('a', name));
    });
    before.close();
    const db = rawDatabase(dataDir);
    withNamesHeld(db);
    // Turns are the fourth last change; what the one behind it changed is as it was made at first.
    db.exec(`DROP INDEX operations_waiting; ALTER TABLE lanes DROP COLUMN turn; DROP TRIGGER paid_link_noted;
      ${migrations.at(-6)}; PRAGMA user_version = ${latestVersion - 4}`);
    db.close();
    const { store } = opened(dataDir);
    await store.transact((tx) => ['b1', 'b2'].forEach((name) => accept(tx, of('b', name))));
    expect(await order(store)).toEqual(['a1', 'a2', 'b1', 'b2']);
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
