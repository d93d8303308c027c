// Finding work must cost the same with a hundred thousand waiting operations as with ten: SQLite is asked how it would
// answer each question, and may neither scan the operations nor sort what it found.
import { expect, it } from 'vitest';
import { unboundSql } from '#store/bind-older.ts';
import { bindingQueries } from '#store/operation-binding.ts';
import { rowSql, rowsSql, seqSql } from '#store/operation-list.ts';
import { operationQueries } from '#store/operation-reads.ts';
import { pauseQueries } from '#store/pauses.ts';
import { endQueries } from '#store/unseen-ends.ts';
import { paymentHits, paymentQueries } from '#store/payment-table.ts';
import { aFolder, opened, rawDatabase } from '#support/store-folder.ts';

const tallied = new Set(['counts', 'allCounts']); // A row per state: reading all of them is the point.

/** What each question is to be answered from. SQLite finds a way round a missing index, and the way is a longer one. */
const answeredFrom: { readonly [question: string]: readonly string[] } = {
  operation: ['sqlite_autoindex_operations_1'],
  byRequest: ['sqlite_autoindex_operations_2'],
  seqOf: ['sqlite_autoindex_operations_1'],
  runnable: ['operations_runnable'],
  overdue: ['operations_deadline'],
  doubtful: ['operations_doubtful'],
  terminalEnded: ['operations_at_terminal'],
  inFlight: ['operations_in_flight'],
  nextSend: ['operations_next'],
  nextDeadline: ['operations_deadline'],
  nextLookUp: ['operations_doubtful'],
  nextTerminalEnd: ['operations_at_terminal'],
  counts: ['tallies'],
  allCounts: [],
  aheadInQueue: ['operations_by_state'],
  laneHolder: ['lanes', 'operations'],
  openClaims: ['lanes', 'operations'],
  openCount: ['lanes', 'operations'],
  hasDone: ['operations_by_payment'],
  offers: ['operations_offers'],
  refusedAlone: ['operations_refused'],
  parts: ['operations_parts'],
  credits: ['operations_credits'],
  unseenEnds: ['unseen_ends_listed', 'operations'],
  open: ['payments_open'],
  lastRefundDay: ['operations_refund_days'],
  refundsOf: ['operations_refund_days'],
  refundedOn: ['refund_days'],
  creatorOf: ['operations_creators'],
  refNrUses: ['operations_by_ref_nr'],
  recentSuccesses: ['operations_answered'],
  byPayId: ['payments_by_pay_id'],
  byTransId: ['payments_by_trans_id'],
  byLane: ['sqlite_autoindex_payments_1'],
  byTrace: ['payments_by_trace'],
  hitsByPayId: ['payments_by_pay_id'],
  hitsByTransId: ['payments_by_trans_id'],
  hitsByRefNr: ['payments_by_ref_nr'],
  hitsByLast4: ['payments_by_last4'],
  hitsByApproval: ['payments_by_approval'],
  hitsByTrace: ['payments_by_trace_nr'],
  hitsByAmount: ['payments_by_amount'],
  'seq state': ['operations_by_state'],
  'seq kind': ['operations_by_kind'],
  'seq rareState': ['operations_by_state', 'operations_by_kind'],
  'seq rareKind': ['operations_by_kind', 'operations_by_state'],
};

/** How SQLite would answer it, step by step; `without` an index that the schema has. */
function stepsOf(sql: string, without: string | null = null): string[] {
  const dataDir = aFolder();
  opened(dataDir).close();
  const db = rawDatabase(dataDir);
  if (without !== null) db.exec(`DROP INDEX ${without}`);
  const rows = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
  return rows.map((row) => String(row['detail']));
}

/** Of each whole row the journal's last word is asked as well, by which it is believed or not. */
const withTold = (sql: string, indexes: readonly string[] = []) =>
  sql.includes('AS told') ? [...indexes, 'journal_by_operation'] : indexes;

/** The indexes and the tables' own keys that the steps go by. */
function indexesIn(steps: readonly string[]): string[] {
  return steps.flatMap((step) => {
    const [, table = '', index] =
      /^\w+ (\w+)(?: EXISTS)? USING (?:(?:COVERING )?INDEX (\w+)|(?:INTEGER )?PRIMARY KEY)/.exec(step) ?? [];
    return index ?? (table === '' ? [] : table);
  });
}

it.each(Object.entries({ ...operationQueries, ...paymentQueries, ...paymentHits, ...endQueries }))(
  '%s is answered from an index',
  (name, sql) => {
    const steps = stepsOf(sql);
    expect(steps).not.toEqual([]);
    expect(indexesIn(steps)).toEqual(withTold(sql, answeredFrom[name]));
    // Bound like this, the statement would be compiled anew each time.
    expect(sql).not.toMatch(/LIMIT \?(?! \+)/);
    if (tallied.has(name)) return;
    // inFlight reads its partial index from end to end: it holds only what is in flight.
    // aheadInQueue counts what its inner question found, which is limited.
    // Of rows that are not believed there are none.
    const bounded = ['operations_in_flight', 'json_each', ...(name === 'aheadInQueue' ? ['(subquery-'] : [])];
    const scans = steps.filter((step) => step.startsWith('SCAN') && !bounded.some((each) => step.includes(each)));
    expect(scans).toEqual([]);
    expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([]);
  },
);

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
])('a list by %s is answered from an index, in order', (name, sql) => {
  const steps = stepsOf(sql);
  expect(steps).not.toEqual([]);
  if (name.includes('"payId":true')) expect(indexesIn(steps)).toEqual(withTold(sql, ['operations_by_payment']));
  expect(steps.filter((step) => step.startsWith('SCAN') || step.includes('TEMP B-TREE'))).toEqual([]);
});

it.each(Object.entries(seqSql))(
  'the numbers by %s come from indexes alone, without a look at the rows',
  (name, sql) => {
    expect(indexesIn(stepsOf(sql))).toEqual(answeredFrom[`seq ${name}`]);
    expect(stepsOf(sql).filter((step) => step.startsWith('SEARCH') && !step.includes('COVERING INDEX'))).toEqual([]);
  },
);

const questions: readonly (readonly [string, string])[] = [
  ...Object.entries({ ...operationQueries, ...paymentQueries, ...paymentHits, ...endQueries }),
  ...Object.entries(seqSql).map(([name, sql]) => [`seq ${name}`, sql] as const),
];
const byOneIndex = questions.flatMap(([name, sql]) => {
  const [index] = (answeredFrom[name] ?? []).filter((each) => /^(operations|payments)_/.test(each));
  return index === undefined ? [] : [[name, index, sql] as const];
});

it.each(byOneIndex)('this file notices where %s has to do without %s', (name, index, sql) => {
  const answered = () => indexesIn(stepsOf(sql, index));
  // A question that names its index is refused rather than answered slowly.
  if (sql.includes(`INDEXED BY ${index}`)) expect(answered).toThrow('no such index');
  else expect(answered()).not.toEqual(withTold(sql, answeredFrom[name]));
});

it.each([
  ['the last record of an operation', bindingQueries.told, ['journal_by_operation']],
  ['the record of a request', bindingQueries.asked, ['journal_asked']],
  ['the records of requests without an id', bindingQueries.unasked, ['journal_asked']],
  ['whether the folder is paused', pauseQueries.last, ['journal_pauses']],
  ['what paused it and lifted that', pauseQueries.all, ['journal_pauses']],
  ['the rows that an older program wrote', unboundSql, ['operations_unbound', 'journal_by_operation']],
])('%s is found by an index, in order', (_, sql, indexes) => {
  const steps = stepsOf(sql);
  expect(indexesIn(steps.map((step) => step.replace('SCAN', 'SEARCH')))).toEqual(indexes);
  expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([]);
});
