// On a folder of many operations, SQLite is asked how it answers every statement that the store prepares when it opens,
// searches and lists: none may read through a table that grows with the shop's years, and none may sort.
// plans.test.ts says of single questions which index answers them.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { OperationSearch, PaymentSearch, Steps } from '#core/ports/searches.ts';
import type { Store } from '#core/ports/store.ts';
import { defaultAnswerReading } from '#operations/evidence/reading.ts';
import { createSeal } from '#store/database/seal.ts';
import { openStore } from '#store/open.ts';
import { printJobQueries } from '#store/printing/print-job-table.ts';
import { type Drive, walkSql } from '#store/operations/operation-list.ts';
import { latestVersion } from '#store/schema/migrations.ts';
import { fill, largeFolderStepMs } from '#support/large-folder.ts';
import { startMs } from '#support/records.ts';
import { share } from '#support/share.ts';
import { testKey } from '#support/store-data.ts';
import { aFolder, opened, rawDatabase, withoutTexts } from '#support/store-folder.ts';

const operations = share({ small: 10_000, large: 50_000 });
let filled: string;

beforeAll(async () => {
  filled = mkdtempSync(join(tmpdir(), 'tillbridge-large-'));
  const folder = openStore({ dataDir: filled, seal: createSeal(testKey), now: () => startMs, use: 'bridge' });
  await fill(folder, operations);
  await folder.catchUpTexts();
  folder.close();
}, 300_000);

afterAll(() => rmSync(filled, { recursive: true, force: true }));

/** Tables that grow with the years. `lanes` holds only what is open, `tallies` a row for each state. */
const growing = [
  'operations',
  'payments',
  'journal',
  'erasures',
  'personal_salts',
  'refund_days',
  'print_jobs',
  'beginners',
];

/** Indexes that hold few rows however old the shop is: what is in flight, closings, keys, pauses, notes of bindings. */
const fewIn = [
  'operations_in_flight',
  'operations_unbound',
  'journal_closings',
  'journal_keys',
  'journal_pauses',
  'journal_bound',
  'journal_archives',
  // Authorizations that are open.
  'payments_open',
];

/** Statements that may read a table from its newest row back, and why. */
const readBack = [
  // Requests without an id of the last 24 hours; stops at the first that is older.
  `SELECT operation, at FROM journal NOT INDEXED WHERE type = 'accepted' ORDER BY seq DESC`,
];

const plain = (sql: string) => sql.replaceAll(/\s+/g, ' ').trim();

/** Each statement that is prepared within `work`. */
async function preparedIn(work: () => unknown): Promise<string[]> {
  const statements = new Set<string>();
  // eslint-disable-next-line @typescript-eslint/unbound-method -- Called with its database below.
  const prepare = DatabaseSync.prototype.prepare;
  const spy = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (
    this: DatabaseSync,
    ...args: Parameters<DatabaseSync['prepare']>
  ) {
    statements.add(args[0]);
    return prepare.apply(this, args);
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return [...statements].filter((sql) => /^\s*(?:SELECT|UPDATE|DELETE|INSERT|WITH)/.test(sql));
}

const stepsOf = (db: DatabaseSync, sql: string) =>
  db
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all()
    .map((step) => String(step['detail']));

function slowStatements(db: DatabaseSync, asked: readonly string[]): string[] {
  return asked.flatMap((sql) => {
    const bad = stepsOf(db, sql).filter((step) => isSlow(step, sql));
    return bad.length === 0 ? [] : [`${plain(sql)}: ${bad.join('; ')}`];
  });
}

/** Each statement that is prepared within `work`, with the steps by which it is slow. */
async function slowIn(
  dataDir: string,
  work: () => unknown,
): Promise<{ readonly seen: number; readonly slow: string[]; readonly searched: string[] }> {
  const asked = await preparedIn(work);
  const db = rawDatabase(dataDir);
  const searched = asked.map((sql) => [plain(sql), ...stepsOf(db, sql)].join('; '));
  return { seen: asked.length, slow: slowStatements(db, asked), searched };
}

function isSlow(step: string, sql: string): boolean {
  // SQLite names a table by the alias that the statement gives it.
  const [, name] = /^SCAN (\w+)/.exec(step) ?? [];
  if (name !== undefined) {
    const aliased = new RegExp(`(?:FROM|JOIN) (\\w+) AS ${name}\\b`).exec(sql)?.[1] ?? name;
    const index = /INDEX (\w+)/.exec(step)?.[1] ?? '';
    return growing.includes(aliased) && !fewIn.includes(index) && !readBack.includes(plain(sql));
  }
  // Nearly all rows are in one environment: by nothing else an index finds all of them.
  if (/^SEARCH \w+ USING (?:COVERING )?INDEX (?!sqlite_auto)\w+ \(environment_id=\?\)$/.test(step)) {
    return /INDEX operations_by_(?:state|kind)/.test(step);
  }
  // A walk for the greatest or least value, with no condition that its index answers.
  const walksFor = /^SEARCH (\w+) USING (?:COVERING )?INDEX (\w+)$/.exec(step);
  if (walksFor !== null) return sql.includes('WHERE') && !fewIn.includes(walksFor[2] ?? '');
  return step.includes('TEMP B-TREE') && growing.some((table) => sql.includes(table));
}

function turnsOf(steps: Steps<unknown[]>): number {
  let turns = 0;
  for (let step = steps.next(); step.done !== true; step = steps.next()) turns += 1;
  return turns;
}

function aLargeFolder(): string {
  const dataDir = aFolder();
  cpSync(filled, dataDir, { recursive: true });
  return dataDir;
}

it('opens without reading through what the years have left', async () => {
  const dataDir = aLargeFolder();
  const { seen, slow } = await slowIn(dataDir, () => opened(dataDir));
  expect(slow).toEqual([]);
  expect(seen).toBeGreaterThan(50);
});

const middle = Math.floor(operations / 2) + 1;
const began = startMs + middle * largeFolderStepMs;
const begun = { fromMs: began, beforeMs: began + 100 * largeFolderStepMs };
const paymentSearches: { readonly [what: string]: Omit<PaymentSearch, 'limit'> } = {
  'the first page': {},
  'a page further back': { before: `payment:env:trans:S-${middle}` },
  'a reference': { text: `R-${middle}` },
  'a part of a name': { text: `S-${middle}`.slice(0, -1) },
  'a text that is nowhere': { text: 'nowhere' },
  'the last four digits': { text: '0777' },
  'an amount': { text: '12.34', amounts: [1_234] },
  'a day': { text: 'that day', begun },
  'a person': { text: 'a person', by: { people: ['person'], clients: ['client-1'] } },
};
const operationSearches: { readonly [what: string]: Omit<OperationSearch, 'limit'> } = {
  'the first page': {},
  'a page further back': { before: `op_${middle}` },
  'a text that is nowhere': { text: 'nowhere' },
  'one state': { states: ['unknown'] },
  'several states': { states: ['succeeded', 'failed', 'unknown'] },
  'several states further back': { states: ['succeeded', 'failed'], before: `op_${middle}` },
  'several states and a text': { states: ['succeeded', 'failed'], text: 'nowhere' },
  'a kind': { kind: 'refund' },
  'a kind and several states': { kind: 'refund', states: ['succeeded', 'unknown'] },
  'a payment': { payId: `P-${middle}` },
  'a payment, a kind and a state': { payId: `P-${middle}`, kind: 'refund', states: ['succeeded'] },
};

it('finds the last record of a type by an index, in a folder of the version before too', () => {
  const dataDir = aLargeFolder();
  const before = opened(dataDir);
  const noted = { type: 'policy-applied', operationId: null, atMs: startMs, data: {} } as const;
  before.meta.transact((tx) => tx.journal(noted));
  before.close();
  const db = rawDatabase(dataDir);
  withoutTexts(db);
  db.exec(`DROP INDEX journal_apart; PRAGMA user_version = ${latestVersion - 8}`);
  db.close();
  const folder = opened(dataDir);
  expect(folder.journal.lastOf('policy-applied')).toMatchObject({ type: 'policy-applied' });
  expect(folder.journal.lastOf('nothing')).toBeNull();
  const again = rawDatabase(dataDir);
  expect(again.prepare('PRAGMA user_version').get()).toEqual({ user_version: latestVersion });
  const sql = `SELECT name FROM sqlite_schema WHERE name = 'journal_apart'`;
  expect(again.prepare(sql).get()).toEqual({ name: 'journal_apart' });
});

it.each(Object.entries(paymentSearches))('payments by %s are walked or found, never sorted', async (_, search) => {
  const { store } = opened(filled, { use: 'command' });
  const { seen, slow } = await slowIn(filled, () => store.payments('env', { ...search, limit: 50 }));
  expect(slow).toEqual([]);
  expect(seen).toBeGreaterThan(0);
});

/**
 * Indexes without which SQLite goes another way that this file does not call slow. plans.test.ts says of each question which
 * index answers it, and notices where it does not.
 */
const otherWays = [
  // The successes of one state, or the payments of one terminal: by an index that has more in it.
  'operations_answered',
  'payments_by_trace',
  // Tables of their own, that hold few rows.
  'journal_rights',
  'unseen_ends_listed',
  // Of jobs of one program by those of its state.
  'print_jobs_by_request',
  'print_jobs_by_program',
];
const allDrives: readonly Drive[] = ['state', 'told', 'kind', 'payId', 'transId', 'refNr', 'updated'];

it('notices where any index is missing', async () => {
  const dataDir = aLargeFolder();
  const asked = await preparedIn(() => {
    const { store } = opened(dataDir);
    for (const search of Object.values(paymentSearches)) store.payments('env', { ...search, limit: 50 });
    for (const search of Object.values(operationSearches)) store.search('env', { ...search, limit: 50 });
  });
  asked.push(
    ...allDrives.map((drive) => walkSql({ drive, terms: [], newest: false })),
    ...Object.values(printJobQueries),
  );
  const db = rawDatabase(dataDir);
  const indexes = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`).all();
  const isNoticed = (): boolean => {
    try {
      return slowStatements(db, asked).length > 0;
    } catch (error) {
      // A statement that names its index is refused rather than answered slowly.
      expect(String(error)).toContain('no such index');
      return true;
    }
  };
  const unnoticed = indexes.flatMap(({ name }) => {
    db.exec(`BEGIN; DROP INDEX ${String(name)}`);
    const noticed = isNoticed();
    db.exec('ROLLBACK');
    return noticed ? [] : [String(name)];
  });
  expect(slowStatements(db, asked)).toEqual([]);
  expect(unnoticed).toEqual(otherWays);
});

it('payments of a day are found by the operations of that day, whatever else the years have left', async () => {
  const { store } = opened(filled, { use: 'command' });
  const day = (range: typeof begun) => store.payments('env', { text: 'that day', begun: range, limit: 500 });
  const { searched } = await slowIn(filled, () => expect(day(begun).length).toBeGreaterThan(80));
  const walks = searched.filter(
    (each) => !each.includes('LIKE') && /payments USING INTEGER PRIMARY KEY \(rowid<\?\)/.test(each),
  );
  expect(walks).toEqual([]);
});

it.each(
  Object.entries(operationSearches).flatMap(([what, search]) =>
    ['env', null].map((environmentId) => [what, environmentId, search] as const),
  ),
)('operations by %s (environment %s) are walked or found, never sorted', async (_, environmentId, search) => {
  const { store } = opened(filled, { use: 'command' });
  const { seen, slow } = await slowIn(filled, () => store.search(environmentId, { ...search, limit: 50 }));
  expect(slow).toEqual([]);
  expect(seen).toBeGreaterThan(0);
});

/** Searches of which nothing is found: the dearest. */
const findNothing: readonly [string, (store: Store) => Steps<unknown[]>, RegExp][] = [
  ['payments by a part of a name', (store) => store.paymentsInSteps('env', { text: 'nowhere', limit: 50 }), /LIKE/],
  [
    'payments by a person',
    (store) => store.paymentsInSteps('env', { text: 'a person', by: { people: ['person'], clients: [] }, limit: 50 }),
    /LIKE|json_each/,
  ],
  ['operations by a part of a name', (store) => store.searchInSteps('env', { text: 'nowhere', limit: 50 }), /LIKE/],
  [
    'operations by a part of a name, in several states',
    (store) => store.searchInSteps('env', { states: ['succeeded', 'failed'], text: 'nowhere', limit: 50 }),
    /LIKE/,
  ],
];

it.each(findNothing)('%s are looked for by an index, and walked behind it', async (_, search, isWalk) => {
  const { store } = opened(filled, { use: 'command' });
  const turns: number[] = [];
  const { searched } = await slowIn(filled, () => turns.push(turnsOf(search(store))));
  // However old the shop is; a walk through all has one for each 4,000 rows.
  expect(turns[0]).toBeLessThanOrEqual(3);
  const walks = searched.filter((each) => isWalk.test(each) && / < \? AND \w+ >= \?.* ORDER BY/.test(each));
  for (const each of walks)
    expect(each).toMatch(/SEARCH (?:payments|operations) USING .*(?:rowid|seq)>\? AND (?:rowid|seq)<\?\)/);
  expect(walks.length).toBeGreaterThan(0);
});

it.each(findNothing)('%s are looked for in bounded steps, in a folder of the version before', (_, search) => {
  const dataDir = aLargeFolder();
  const db = rawDatabase(dataDir);
  withoutTexts(db);
  db.exec(`PRAGMA user_version = ${latestVersion - 7}`);
  db.close();
  const { store } = opened(dataDir);
  // A step reads past 4,000 rows at most, and one operation in twenty is a refund.
  expect(turnsOf(search(store))).toBeGreaterThanOrEqual(Math.floor(operations / 5_000));
});

it('operations by a text are found page by page the same as at once', () => {
  const { store } = opened(filled, { use: 'command' });
  const found = store.search('env', { text: `${middle}`, limit: 3 });
  expect(found.length).toBeGreaterThan(0);
  const behind = store.search('env', { text: `${middle}`, limit: 3, before: found[0]?.id ?? '' });
  expect(behind.map(({ id }) => id)).toEqual(found.slice(1).map(({ id }) => id));
});

it.each([
  ['one operation', { type: 'operation', id: `op_${middle}` }],
  ['a payment', { type: 'payment', payId: `P-${middle}` }],
  ['what is old', { type: 'older', beforeMs: startMs + 400 * largeFolderStepMs }],
] as const)('erasing %s reads no more than that, and the rest once', async (_, target) => {
  const dataDir = aLargeFolder();
  const atMs = startMs + operations * largeFolderStepMs;
  const slips = { days: 1, reading: defaultAnswerReading };
  const { seen, slow } = await slowIn(dataDir, async () => {
    const folder = opened(dataDir);
    const told = await folder.eraser.erase(target, { atMs, by: 'somebody', reason: 'asked for', slips });
    expect(told).toMatchObject({ next: null, spaceCleared: true });
    expect(told.erased).toBeGreaterThan(0);
  });
  expect(slow).toEqual([]);
  expect(seen).toBeGreaterThan(50);
});

it('several states are found in one order, as far back as is asked for', () => {
  const { store } = opened(filled, { use: 'command' });
  const states = ['succeeded', 'unknown'] as const;
  const rows = store.search('env', { limit: 2_500 });
  const whole = rows.filter(({ state }) => state === 'succeeded' || state === 'unknown').map(({ id }) => id);
  expect(new Set(rows.map(({ state }) => state)).size).toBeGreaterThan(1);
  const first = store.search('env', { states, limit: 1_500 }).map(({ id }) => id);
  const next = store.search('env', { states, limit: 500, before: first.at(-1) ?? '' }).map(({ id }) => id);
  expect([...first, ...next]).toEqual(whole.slice(0, 2_000));
});
