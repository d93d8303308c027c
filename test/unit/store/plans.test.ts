// Finding work must cost the same with a hundred thousand waiting operations as with ten: SQLite is asked how it would
// answer each question, and may neither scan the operations nor sort what it found.
import { expect, it } from 'vitest';
import { rowSql, rowsSql, seqSql } from '#store/operation-list.ts';
import { operationQueries } from '#store/operation-reads.ts';
import { paymentQueries } from '#store/payment-table.ts';
import { aFolder, opened, rawDatabase } from '#support/store-folder.ts';

const tallied = new Set(['counts', 'allCounts']); // A row per state: reading all of them is the point.

/** How SQLite would answer it, step by step. */
function stepsOf(sql: string): string[] {
  const dataDir = aFolder();
  opened(dataDir).close();
  const rows = rawDatabase(dataDir).prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
  return rows.map((row) => String(row['detail']));
}

it.each(Object.entries({ ...operationQueries, ...paymentQueries }))('%s is answered from an index', (name, sql) => {
  const steps = stepsOf(sql);
  expect(steps).not.toEqual([]);
  // Bound like this, the statement would be compiled anew each time.
  expect(sql).not.toMatch(/LIMIT \?(?! \+)/);
  if (tallied.has(name)) return;
  // inFlight reads its partial index from end to end: it holds only what is in flight.
  // aheadInQueue counts what its inner question found, which is limited.
  const bounded = ['operations_in_flight', ...(name === 'aheadInQueue' ? ['(subquery-'] : [])];
  const scans = steps.filter((step) => step.startsWith('SCAN') && !bounded.some((each) => step.includes(each)));
  expect(scans).toEqual([]);
  expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([]);
});

/** Every combination of filters that is answered by rows at once; state and kind without a payment are by numbers. */
const forms = Array.from({ length: 16 }, (_, bits) => ({
  environment: (bits & 1) > 0,
  payId: (bits & 2) > 0,
  state: (bits & 4) > 0,
  kind: (bits & 8) > 0,
})).filter(({ payId, state, kind }) => payId || (!state && !kind));

it.each([
  ...forms.map((form) => [JSON.stringify(form), rowsSql(form)] as const),
  ...Object.entries(seqSql),
  ['the row of a number', rowSql] as const,
])('a list by %s is answered from an index, in order', (_name, sql) => {
  const steps = stepsOf(sql);
  expect(steps).not.toEqual([]);
  expect(steps.filter((step) => step.startsWith('SCAN') || step.includes('TEMP B-TREE'))).toEqual([]);
});

it.each(Object.entries(seqSql))(
  'the numbers by %s come from indexes alone, without a look at the rows',
  (_name, sql) => {
    expect(stepsOf(sql).filter((step) => step.startsWith('SEARCH') && !step.includes('COVERING INDEX'))).toEqual([]);
  },
);
