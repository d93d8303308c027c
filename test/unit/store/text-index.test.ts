// The index of the searches follows behind the sales: what is found by it, by a walk, or by both is the same.
import { expect, it } from 'vitest';
import type { KnownPayment } from '#core/ports/record.ts';
import type { Store } from '#core/ports/store.ts';
import type { OpenedStore } from '#store/open.ts';
import { fill } from '#support/large-folder.ts';
import { accept, anAccepted, change } from '#support/store-data.ts';
import { aFolder, opened, rawDatabase } from '#support/store-folder.ts';

/** So many rows behind the mark are walked. */
const count = 1_300;

async function filled(): Promise<OpenedStore & { readonly dataDir: string }> {
  const dataDir = aFolder();
  const folder = opened(dataDir);
  await fill(folder, count);
  return { ...folder, dataDir };
}

/** Pieces of what is stored, in letters of either size, with signs of both query languages, and what is nowhere. */
const texts = [
  'S-12',
  's-120',
  'P-77',
  'R-1',
  '-99',
  'T2',
  'op_4',
  '%',
  '_1',
  '"',
  'R-1" OR "x',
  "'",
  'AND',
  'née',
  '1_0',
];

/** All pages, one behind the other. */
function pagesOf(store: Store, text: string, limit: number) {
  const operations: string[] = [];
  const payments: string[] = [];
  for (let before: string | undefined; ;) {
    const page = store.search('env', { text, limit, ...(before === undefined ? {} : { before }) });
    operations.push(...page.map(({ id }) => id));
    if (page.length < limit) break;
    before = page.at(-1)?.id;
  }
  for (let before: string | undefined; ;) {
    const page = store.payments('env', { text, limit, ...(before === undefined ? {} : { before }) });
    payments.push(...page.map(({ lane }) => lane));
    if (page.length < limit) break;
    before = page.at(-1)?.lane;
  }
  return { operations, payments };
}

const indexed = (dataDir: string) =>
  rawDatabase(dataDir)
    .prepare('SELECT name, up_to FROM text_marks ORDER BY name')
    .all()
    .map((row) => ({ ...row }));

it('finds the same as a walk, page by page, with the newest rows not taken in yet', async () => {
  const { store, catchUpTexts, dataDir } = await filled();
  const walked = texts.map((text) => pagesOf(store, text, 40));
  expect(walked.map(({ operations }) => operations.length)).toContain(0);
  expect(Math.max(...walked.map(({ payments }) => payments.length))).toBeGreaterThan(100);
  expect(await catchUpTexts()).toEqual([]);
  const marks = indexed(dataDir);
  expect(marks).toEqual([
    { name: 'operations', up_to: count - 500 },
    { name: 'payments', up_to: expect.any(Number) },
  ]);
  expect(texts.map((text) => pagesOf(store, text, 40))).toEqual(walked);
  // Nothing is left to do, and nothing of it is done twice.
  expect(await catchUpTexts()).toEqual([]);
  expect(indexed(dataDir)).toEqual(marks);
});

it('finds a row that changed since it was taken in by its new words, at once, and not by the former', async () => {
  const { store, catchUpTexts, dataDir } = await filled();
  await catchUpTexts();
  const payment = (text: string) => store.payments('env', { text, limit: 5 }).map(({ transId }) => transId);
  const operation = (text: string) => store.search('env', { text, limit: 5 }).map(({ id }) => id);
  const [known] = store.payments('env', { text: 'S-101', limit: 1 });
  await store.transact((tx) => {
    tx.putPayment({ ...(known as KnownPayment), traceNr: 'trace-anew' });
    change(tx, 'op_999', { payId: 'pay-anew' });
    change(tx, 'op_101', { payId: 'pay-anew', refNr: 'ref-anew' });
  });
  const expectFound = () => {
    expect(payment('ace-anew')).toEqual(['S-101']);
    expect(operation('ay-anew')).toEqual(['op_999', 'op_101']);
    expect(operation('ef-anew')).toEqual(['op_101']);
    expect(operation('P-101')).not.toContain('op_101');
  };
  expectFound();
  const retold = () => rawDatabase(dataDir).prepare('SELECT count(*) AS count FROM operations_retold').get()?.['count'];
  // The other one was not taken in yet.
  expect(retold()).toBe(1);
  await catchUpTexts();
  expect(retold()).toBe(0);
  expectFound();
});

it('is made anew where a row is missing in it, and meanwhile finds the same', async () => {
  const { store, catchUpTexts, dataDir } = await filled();
  const before = texts.map((text) => pagesOf(store, text, 40));
  await catchUpTexts();
  rawDatabase(dataDir).exec(`INSERT INTO operations_text (operations_text) VALUES ('delete-all')`);
  expect(store.search('env', { text: 'R-701', limit: 5 })).toEqual([]);
  // The rows that are looked up in each round have their turn again after so many.
  const anew: string[] = [];
  for (let round = 0; round <= count / 20 && anew.length === 0; round += 1) anew.push(...(await catchUpTexts()));
  expect(anew).toEqual(['operations']);
  expect(texts.map((text) => pagesOf(store, text, 40))).toEqual(before);
  expect(await catchUpTexts()).toEqual([]);
  expect(texts.map((text) => pagesOf(store, text, 40))).toEqual(before);
  expect(rawDatabase(dataDir).prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
});

it('writes nothing of it with a sale', async () => {
  const { store, catchUpTexts, dataDir } = await filled();
  await catchUpTexts();
  const pieces = () => rawDatabase(dataDir).prepare('SELECT id, block FROM operations_text_data').all();
  const before = pieces();
  await store.transact((tx) => accept(tx, anAccepted('new')));
  await store.transact((tx) => change(tx, 'op_new', { state: 'failed' }));
  expect(pieces()).toEqual(before);
});

it('finds who began a payment, before and after it was taken in, and who began one that was looked up first', async () => {
  const { store, catchUpTexts } = await filled();
  const by = (id: string, limit = 500) =>
    store.payments('env', { text: 'somebody', by: { people: [id], clients: [] }, limit }).map(({ lane }) => lane);
  // The folder's operations are of one program.
  const walked = by('client-1');
  expect(walked.length).toBe(500);
  await catchUpTexts();
  expect(by('client-1')).toEqual(walked);
  const page = by('client-1', 20);
  const behind = store.payments('env', {
    text: 'somebody',
    by: { people: ['client-1'], clients: [] },
    limit: 20,
    before: page.at(9) ?? '',
  });
  expect(behind.map(({ lane }) => lane).slice(0, 10)).toEqual(page.slice(10));
  expect(by('person-1')).toEqual([]);

  // A payment of another till: looked up and taken in long before somebody refunds of it.
  const [known] = store.payments('env', { text: 'S-101', limit: 1 });
  const elsewhere = { ...(known as KnownPayment), lane: 'payment:env:elsewhere', payId: 'P-x', transId: 'S-x' };
  await store.transact((tx) => tx.putPayment(elsewhere));
  await fill({ store }, 700, count);
  await catchUpTexts();
  expect(by('person-1')).toEqual([]);
  const origin = {
    type: 'cashier',
    clientId: 'c',
    operator: { id: 'person-1', name: 'Ada', role: 'cashier' },
    approvedBy: null,
  } as const;
  await store.transact((tx) => {
    accept(tx, anAccepted('refund', { kind: 'refund', payId: 'P-x', transId: 'G-x', origin }));
    tx.putPayment({ ...elsewhere, refunded: 1 });
  });
  expect(by('person-1')).toEqual([elsewhere.lane]);
});
