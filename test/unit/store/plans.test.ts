// Finding work must cost the same with a hundred thousand waiting operations as with ten: SQLite is asked how it would
// answer each question, and may neither scan the operations nor sort what it found.
import { expect, it } from 'vitest';
import { operationQueries } from '#store/operation-reads.ts';
import { paymentQueries } from '#store/payment-table.ts';
import { aFolder, opened, rawDatabase } from '#support/store-folder.ts';

const tallied = new Set(['counts', 'allCounts']); // A row per state: reading all of them is the point.

it.each(Object.entries({ ...operationQueries, ...paymentQueries }))('%s is answered from an index', (name, sql) => {
  const dataDir = aFolder();
  opened(dataDir).close();
  const db = rawDatabase(dataDir);
  const steps = db
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all()
    .map((row) => String(row['detail']));
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
