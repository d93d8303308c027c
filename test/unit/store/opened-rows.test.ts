// Each answer of a terminal is held against the last fifty commands there. A row that did not change is opened once; what
// a row says is believed by its digest each time, as before.
import { expect, it } from 'vitest';
import { createSeal } from '#store/database/seal.ts';
import { accept, anAccepted, change, testKey } from '#support/store-data.ts';
import { aFolder, opened, pastTriggers, rawDatabase } from '#support/store-folder.ts';

async function aFolderOf(count: number) {
  const dataDir = aFolder();
  const seal = createSeal(testKey);
  const opens: string[] = [];
  const open = (bytes: Uint8Array, context: string) => {
    opens.push(context.split(' ')[0] ?? '');
    return seal.open(bytes, context);
  };
  const { store } = opened(dataDir, { seal: { ...seal, open } });
  await store.transact((tx) => {
    for (let index = 0; index < count; index += 1) accept(tx, anAccepted(`${index}`, { terminalId: 'T1', lanes: [] }));
  });
  const list = () => store.list('env', { terminalId: 'T1', newest: true, limit: count });
  /** Ids of the rows that are opened meanwhile. */
  const openedIn = (work: () => unknown): string[] => {
    opens.length = 0;
    work();
    return opens.slice();
  };
  return { dataDir, store, list, openedIn };
}

it('a row that did not change is opened once', async () => {
  const { list, openedIn } = await aFolderOf(50);
  const first = list();
  expect(first).toHaveLength(50);
  expect(openedIn(() => expect(list()).toEqual(first))).toEqual([]);
});

it('a row that changed is opened anew, and one that was put back is not believed', async () => {
  const { dataDir, store, list, openedIn } = await aFolderOf(2);
  list();
  const db = rawDatabase(dataDir);
  const before = db.prepare(`SELECT state, revision, sealed, bound FROM operations WHERE id = 'op_1'`).get();
  await store.transact((tx) => change(tx, 'op_1', { state: 'succeeded', result: { payId: 'P-1' } }));
  expect(openedIn(() => expect(list()[0]).toMatchObject({ state: 'succeeded', result: { payId: 'P-1' } }))).toEqual([
    'op_1',
  ]);
  const { state, revision, sealed, bound } = before as { [name: string]: string };
  const put = db.prepare(`UPDATE operations SET state = ?, revision = ?, sealed = ?, bound = ? WHERE id = 'op_1'`);
  pastTriggers(db, () => put.run(state ?? '', revision ?? '', sealed ?? '', bound ?? ''));
  expect(list().map(({ id }) => id)).toEqual(['op_0']);
});

it('what was read long ago is let go of', async () => {
  const { store, list, openedIn } = await aFolderOf(600);
  list();
  // Newest first: the last ones that were read are the oldest.
  expect(openedIn(() => store.operation('op_0'))).toEqual([]);
  expect(openedIn(() => store.operation('op_599'))).toEqual(['op_599']);
});
