// Finding work must cost the same with a hundred thousand waiting operations as with ten: SQLite is asked how it would
// answer each question, and may neither scan the operations nor sort what it found.
import { expect, it } from 'vitest';
import { unboundSql } from '#store/operations/bind-older.ts';
import { laneQueries } from '#store/operations/lane-rows.ts';
import { archiveQueries } from '#store/journal/archives.ts';
import { closingQueries } from '#store/journal/closings.ts';
import { bindingQueries } from '#store/operations/operation-binding.ts';
import { type Drive, type Term, listQueries, walkSql } from '#store/operations/operation-list.ts';
import { operationQueries } from '#store/operations/operation-reads.ts';
import { pauseQueries } from '#store/folder/pauses.ts';
import { endQueries } from '#store/operations/unseen-ends.ts';
import { paymentBindingQueries } from '#store/operations/payment-binding.ts';
import { proofQueries } from '#store/journal/proofs.ts';
import { printBindingQueries } from '#store/printing/print-job-binding.ts';
import { printJobQueries } from '#store/printing/print-job-table.ts';
import { paymentHits, paymentQueries, paymentsBy } from '#store/operations/payment-table.ts';
import { type TextTable, indexedTexts } from '#store/schema/text-tables.ts';
import { textQueries } from '#store/search/text-index.ts';
import { aFolder, opened, rawDatabase } from '#support/store-folder.ts';

const tallied = new Set(['counts', 'allCounts']); // A row per state: reading all of them is the point.

/** What each question is to be answered from. SQLite finds a way round a missing index, and the way is a longer one. */
const answeredFrom: { readonly [question: string]: readonly string[] } = {
  operation: ['sqlite_autoindex_operations_1'],
  byRequest: ['sqlite_autoindex_operations_2'],
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
  waitingOf: ['operations_waiting'],
  laneHolder: ['lanes', 'operations'],
  terminalHolder: ['lanes', 'operations'],
  sentBehind: ['lanes', 'operations'],
  openClaims: ['operations', 'lanes'],
  openClaimsSent: ['operations', 'lanes'],
  firstOpen: ['operations', 'lanes'],
  hasDone: ['operations_by_payment'],
  offers: ['operations_offers'],
  refusedAlone: ['operations_refused'],
  differing: ['operations_differing'],
  parts: ['operations_parts'],
  credits: ['operations_credits'],
  nextEnvironment: ['operations_by_kind'],
  outOfLane: ['operations_by_state', 'lanes'],
  outOfTurn: ['operations_by_state', 'mine', 'ahead', 'mine', 'ahead'],
  unseenEnds: ['unseen_ends_listed', 'operations'],
  open: ['payments_open'],
  lastRefundDay: ['operations_refund_days'],
  refundsOf: ['operations_refund_days'],
  refundedOn: ['refund_days'],
  creatorOf: ['operations_by_trans_id'],
  refNrUses: ['operations_by_ref_nr'],
  otherWithXId: ['operations_by_x_id'],
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
  printJob: ['sqlite_autoindex_print_jobs_1'],
  printJobByRequest: ['print_jobs_by_request'],
  nextOwnPrintJob: ['print_jobs_due'],
  nextPrintJob: ['print_jobs_due'],
  printJobsIn: ['print_jobs_by_state'],
  printJobsOf: ['print_jobs_by_program'],
  drawerRequest: ['drawer_requests'],
  duePrintJobsOf: ['print_jobs_by_program'],
  printJobCounts: ['print_jobs_due'],
  receiptJobs: ['print_jobs_by_operation'],
  latestPrintJobs: ['print_jobs_by_operation'],
};

const listTerms: readonly Term[] = [
  'environment',
  'states',
  'toldStates',
  'untold',
  'kind',
  'payId',
  'transId',
  'requestId',
  'refNr',
  'terminal',
  'from',
  'before',
];
/** What each walk of the list goes by; in the order of acceptance from either end, whatever else is asked for. */
const walkedBy: { readonly [drive in Drive]: string } = {
  all: 'operations',
  state: 'operations_by_state',
  told: 'operations_told',
  kind: 'operations_by_kind',
  payId: 'operations_by_payment',
  transId: 'operations_by_trans_id',
  refNr: 'operations_by_ref_nr',
  requestId: 'sqlite_autoindex_operations_2',
  updated: 'operations_updated',
};
const walks = (Object.keys(walkedBy) as Drive[]).flatMap((drive) =>
  [[], listTerms].flatMap((terms) =>
    [false, true].map((newest) => ({ drive, terms, newest, sql: walkSql({ drive, terms, newest }) })),
  ),
);

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
  !sql.includes('AS told')
    ? indexes
    : [...indexes, sql.includes('FROM print_jobs') ? 'journal_print_jobs' : 'journal_by_operation'];

/** The indexes and the tables' own keys that the steps go by. */
function indexesIn(steps: readonly string[]): string[] {
  return steps.flatMap((step) => {
    const [, table = '', index] =
      /^\w+ (\w+)(?: EXISTS)? USING (?:(?:COVERING )?INDEX (\w+)|(?:INTEGER )?PRIMARY KEY)/.exec(step) ?? [];
    return index ?? (table === '' ? [] : table);
  });
}

const questionsAsked = {
  ...operationQueries,
  ...paymentQueries,
  ...paymentHits,
  ...endQueries,
  ...laneQueries,
  ...printJobQueries,
};

it.each(Object.entries(questionsAsked))('%s is answered from an index', (name, sql) => {
  const steps = stepsOf(sql);
  expect(steps).not.toEqual([]);
  expect(indexesIn(steps)).toEqual(withTold(sql, answeredFrom[name]));
  // Bound like this, the statement would be compiled anew each time.
  expect(sql).not.toMatch(/LIMIT \?(?! \+)/);
  if (tallied.has(name)) return;
  // inFlight reads its partial index from end to end: it holds only what is in flight.
  // aheadInQueue, waitingOf and refNrUses count what their inner question found, which is limited.
  // Of rows that are not believed there are none.
  const bounded = [
    'operations_in_flight',
    'json_each',
    'named VIRTUAL TABLE',
    ...(['aheadInQueue', 'waitingOf', 'refNrUses'].includes(name) ? ['(subquery-'] : []),
  ];
  const scans = steps.filter((step) => step.startsWith('SCAN') && !bounded.some((each) => step.includes(each)));
  expect(scans).toEqual([]);
  expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([]);
});

it.each([
  // `beginners` is in order by itself.
  [
    'known',
    ['beginners', 'payments', 'first', 'operations_by_trans_id', 'operations_by_payment', 'operations_by_trans_id'],
  ],
  ['walk', ['payments', 'first', 'operations_by_trans_id', 'operations_by_payment', 'operations_by_trans_id']],
] as const)('payments by who began them (%s) go from the newest on, each to its first operation', (name, indexes) => {
  const steps = stepsOf(paymentsBy[name]);
  expect(indexesIn(steps).toSorted()).toEqual(indexes.toSorted());
  expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([]);
});

it.each(Object.keys(indexedTexts) as TextTable[])(
  'a piece of a text in %s is found by the index, newest first',
  (table) => {
    const { numbers, has, retold, changed, after, row, newest } = textQueries(table);
    for (const sql of [numbers, has]) {
      const steps = stepsOf(sql);
      expect(steps).toEqual([expect.stringMatching(/^SCAN \w+_text VIRTUAL TABLE INDEX \d+:(?:=M5|M5<>)$/)]);
    }
    for (const sql of [retold, after, row])
      expect(stepsOf(sql)).toEqual([expect.stringMatching(/^SEARCH \w+ USING INTEGER PRIMARY KEY/)]);
    expect(stepsOf(changed)).toEqual([`SCAN ${table}_retold`]);
    expect(stepsOf(newest)).toEqual([`SEARCH ${table}`]);
  },
);

it.each(walks)('a list by $drive (newest first: $newest, and $terms) walks its index in order', ({ drive, sql }) => {
  const steps = stepsOf(sql);
  expect(indexesIn(steps)).toEqual([walkedBy[drive]]);
  expect(steps.filter((step) => step.startsWith('SCAN') || step.includes('TEMP B-TREE'))).toEqual([]);
});

it.each(walks.filter(({ terms }) => terms.length === 0))(
  'a list by $drive alone (newest first: $newest) takes its numbers from the index, without a look at the rows',
  ({ drive, sql }) => {
    const [step = ''] = stepsOf(sql);
    expect(step).toContain(drive === 'all' ? 'INTEGER PRIMARY KEY' : 'COVERING INDEX');
  },
);

it.each([
  ['row', ['operations', 'journal_by_operation']],
  ['from', ['operations', 'journal_by_operation']],
  ['place', ['sqlite_autoindex_operations_1']],
  ['idOf', ['operations']],
  // Each next program is found by one look; what is found so far is gone through once.
  ['clients', ['sqlite_autoindex_operations_2', 'sqlite_autoindex_operations_2']],
] as const)('%s of the list is found by an index', (name, indexes) => {
  expect(indexesIn(stepsOf(listQueries[name]))).toEqual(indexes);
});

const questions = Object.entries(questionsAsked);
const byOneIndex = questions.flatMap(([name, sql]) => {
  const [index] = (answeredFrom[name] ?? []).filter((each) => /^(operations|payments|print_jobs)_/.test(each));
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
  ['the request of an archived record', bindingQueries.archived, ['archived_requests', 'operations']],
  ['up to where records are archived', archiveQueries.mark, ['journal_archives']],
  ['the archive that holds a record', archiveQueries.holding, ['journal_archives']],
  ['the last archive', archiveQueries.last, ['journal_archives']],
  ['where shifts end', closingQueries.all, ['journal_closings']],
  ['where one shift ends', closingQueries.numbered, ['journal_closings']],
  ['the key that signs', closingQueries.key, ['journal_keys']],
  ['whether the folder is paused', pauseQueries.last, ['journal_pauses']],
  ['what paused it and lifted that', pauseQueries.all, ['journal_pauses']],
  ['payments in order', paymentBindingQueries.after, ['payments']],
  ['print jobs in order', printBindingQueries.jobsAfter, ['print_jobs', 'journal_print_jobs']],
  ['requests for a drawer in order', printBindingQueries.drawersAfter, ['drawer_requests']],
  ['print jobs that the journal tells of', printBindingQueries.told, ['journal_print_jobs']],
  ['records that carry a proof', proofQueries.next, ['journal_proven']],
  ['the rows that an older program wrote', unboundSql, ['operations_unbound', 'journal_by_operation']],
])('%s is found by an index, in order', (_, sql, indexes) => {
  const steps = stepsOf(sql);
  expect(indexesIn(steps.map((step) => step.replace('SCAN', 'SEARCH')))).toEqual(indexes);
  expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([]);
});
