// Checks, after a power cut, what the crash can have touched: the end of the journal's chain, the operations that it tells
// of, those that are open, and their entries in each index that money moves by. A disk that said "written" and was not
// loses the last writes, so an older row is as it was. The rest of the file is checked behind (ADR 54).
import type { DatabaseSync } from 'node:sqlite';
import { archiveQueries } from '../journal/archives.ts';
import { breakIn } from '../journal/chain.ts';
import { genesis } from '#core/ports/journal.ts';
import { type JournalRow, journalColumns } from '../journal/journal.ts';
import { askedIn, journalAsked } from '../schema/binding-table.ts';
import { allRows, oneRow } from '../database/sql.ts';

/** A busy till writes so many in an hour; a disk's cache is written within seconds. */
const recentRecords = 2_000;
/** More are open only after days without a network; the rest are checked behind. */
const mostOpen = 5_000;

interface Row {
  readonly seq: number;
  readonly id: string;
  readonly state: string;
  readonly kind: string;
  readonly environment_id: string;
  readonly client_id: string;
  readonly request_id: string;
  readonly pay_id: string | null;
  readonly trans_id: string | null;
  readonly ref_nr: string | null;
  readonly blocked: number;
}

const columns = 'seq, id, state, kind, environment_id, client_id, request_id, pay_id, trans_id, ref_nr, blocked';
// A table's own key cannot be named as an index. There the plus keeps SQLite from finding the row by its number instead.
const found = (condition: string, index?: string) =>
  index === undefined
    ? `SELECT 1 FROM operations WHERE ${condition} AND +seq = :seq`
    : `SELECT 1 FROM operations INDEXED BY ${index} WHERE ${condition} AND seq = :seq`;

/** Each index that an operation must be found by, and for which rows. */
const indexes: readonly { readonly name: string; readonly sql: string; readonly holds: (row: Row) => boolean }[] = [
  { name: 'request', sql: found('client_id = :client_id AND request_id = :request_id'), holds: () => true },
  {
    name: 'state',
    sql: found('environment_id = :environment_id AND state = :state', 'operations_by_state'),
    holds: () => true,
  },
  {
    name: 'kind',
    sql: found('environment_id = :environment_id AND kind = :kind', 'operations_by_kind'),
    holds: () => true,
  },
  { name: 'payment', sql: found('pay_id = :pay_id', 'operations_by_payment'), holds: (row) => row.pay_id !== null },
  {
    name: 'transId',
    sql: found('trans_id = :trans_id', 'operations_by_trans_id'),
    holds: (row) => row.trans_id !== null,
  },
  {
    name: 'reference',
    sql: found('environment_id = :environment_id AND ref_nr = :ref_nr', 'operations_by_ref_nr'),
    holds: (row) => row.ref_nr !== null,
  },
  {
    name: 'queue',
    sql: found(`environment_id = :environment_id AND state = 'accepted' AND blocked = 0`, 'operations_runnable'),
    holds: (row) => row.state === 'accepted' && row.blocked === 0,
  },
  {
    name: 'look-ups',
    sql: found(`environment_id = :environment_id AND state IN ('pending','unknown')`, 'operations_doubtful'),
    holds: (row) => row.state === 'pending' || row.state === 'unknown',
  },
  {
    name: 'requests on their way',
    sql: found(`state = 'sending'`, 'operations_in_flight'),
    holds: (row) => row.state === 'sending',
  },
];

/** Small tables that guards and sums go by: these are read whole. */
const small = ['lanes', 'meta', 'journal_head', 'clients', 'operators', 'controls'];

/** What is wrong, in words, or null. Throws SQLite's own errors where a page cannot be read. */
export function recentProblem(db: DatabaseSync): string | null {
  return journalProblem(db) ?? operationsProblem(db) ?? smallProblem(db);
}

function smallProblem(db: DatabaseSync): string | null {
  for (const table of small) {
    const told = String(db.prepare(`PRAGMA integrity_check('${table}')`).get()?.['integrity_check']);
    if (told !== 'ok') return `${table}: ${told.replaceAll('\n', '; ')}`;
  }
  return null;
}

function journalProblem(db: DatabaseSync): string | null {
  const head = oneRow<{ seq: number; hash: string }>(db.prepare('SELECT seq, hash FROM journal_head')) ?? genesis;
  // Of records that are archived, only those that are about no operation are left.
  const mark = oneRow<{ mark: number | null }>(db.prepare(archiveQueries.mark))?.mark ?? 0;
  const from = Math.max(mark, head.seq - recentRecords);
  const at = db.prepare(`SELECT ${journalColumns} FROM journal WHERE seq = ?`);
  const before = from === 0 ? genesis : oneRow<JournalRow>(at, from);
  if (before === null) return `record ${from} of the journal is missing`;
  let last: { readonly seq: number; readonly hash: string } = before;
  const byOperation = db.prepare(
    'SELECT 1 FROM journal INDEXED BY journal_by_operation WHERE operation = ? AND seq = ?',
  );
  const askedOf = db.prepare(`SELECT ${askedIn} AS asked FROM journal WHERE seq = ?`);
  const byRequest = db.prepare(
    `SELECT 1 FROM journal INDEXED BY journal_asked WHERE ${journalAsked} AND ${askedIn} = ? AND seq = ?`,
  );
  const isFoundByRequest = ({ type, seq }: JournalRow): boolean => {
    const asked = type === 'accepted' ? (oneRow<{ asked: string | null }>(askedOf, seq)?.asked ?? null) : null;
    return asked === null || byRequest.get(asked, seq) !== undefined;
  };
  for (const row of db.prepare(`SELECT ${journalColumns} FROM journal WHERE seq > ? ORDER BY seq`).iterate(from)) {
    const record = row as unknown as JournalRow;
    const broken = breakIn(last, record, record.data);
    if (broken !== null) return broken;
    if (record.operation !== null && byOperation.get(record.operation, record.seq) === undefined) {
      return `record ${record.seq} of the journal is not found by its operation`;
    }
    if (!isFoundByRequest(record)) {
      return `record ${record.seq} of the journal is not found by its request`;
    }
    last = record;
  }
  return last.seq === head.seq && last.hash === head.hash
    ? null
    : `the journal ends with record ${last.seq}, and its head is ${head.seq}`;
}

function operationsProblem(db: DatabaseSync): string | null {
  const byId = db.prepare(`SELECT ${columns} FROM operations WHERE id = ?`);
  const bySeq = db.prepare(`SELECT ${columns} FROM operations WHERE seq = ?`);
  const checks = indexes.map((each) => ({
    ...each,
    find: db.prepare(each.sql, { allowUnknownNamedParameters: true }),
  }));
  for (const id of recentIds(db)) {
    const row = oneRow<Row>(byId, id);
    if (row === null) return `operation ${id} is in the journal and has no row`;
    if (oneRow<Row>(bySeq, row.seq)?.id !== id) return `operation ${id} is not found by its number`;
    const missing = checks.find(({ holds, find }) => holds(row) && find.get({ ...row }) === undefined);
    if (missing !== undefined) return `operation ${id} is not found by its ${missing.name}`;
  }
  return null;
}

function recentIds(db: DatabaseSync): ReadonlySet<string> {
  const told = allRows<{ id: string }>(
    db.prepare(`SELECT operation AS id FROM journal
      WHERE operation IS NOT NULL AND seq > (SELECT seq FROM journal_head) - ${recentRecords}`),
  );
  const open = allRows<{ id: string }>(
    db.prepare(`SELECT operations.id AS id FROM lanes JOIN operations USING (seq) LIMIT ${mostOpen}`),
  );
  return new Set([...told, ...open].map(({ id }) => id));
}
