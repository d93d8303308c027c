// The journal in the database: appended to in the same transaction as the change it tells of, read in pages. The last
// record is read inside each transaction and never remembered: the token command appends beside a running bridge.
import type { DatabaseSync } from 'node:sqlite';
import { type JsonObject, canonicalJson } from '#contract/json.ts';
import type { JournalEntry } from '#core/ports.ts';
import { type Head, type JournalRecord, genesis, linked } from './chain.ts';
import { DamagedRow } from './errors.ts';
import { allRows, oneRow } from './sql.ts';

export interface JournalReads {
  head(): Head;
  /** Records after `seq`, oldest first. */
  after(seq: number, limit: number): JournalRecord[];
  /** All records of one operation, oldest first. */
  ofOperation(id: string): JournalRecord[];
}

/** A record as it is stored; `data` is its canonical text. */
export interface JournalRow {
  readonly seq: number;
  readonly prev: string;
  readonly hash: string;
  readonly at: string;
  readonly type: string;
  readonly operation: string | null;
  readonly data: string;
}

const columns = 'seq, prev, hash, at, type, operation, data';

export function createJournalReads(db: DatabaseSync): JournalReads {
  const head = db.prepare('SELECT seq, hash FROM journal_head');
  const after = db.prepare(`SELECT ${columns} FROM journal WHERE seq > ? ORDER BY seq LIMIT ?`);
  const ofOperation = db.prepare(`SELECT ${columns} FROM journal WHERE operation = ? ORDER BY seq`);
  return {
    head: () => oneRow<Head>(head) ?? genesis,
    after: (seq, limit) => allRows<JournalRow>(after, seq, limit).map(wholeRecord),
    ofOperation: (id) => allRows<JournalRow>(ofOperation, id).map(wholeRecord),
  };
}

export type AppendToJournal = (entry: JournalEntry) => void;

export function createAppend(db: DatabaseSync): AppendToJournal {
  const head = db.prepare('SELECT seq, hash FROM journal_head');
  const insert = db.prepare(`INSERT INTO journal (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?)`);
  return ({ type, operationId, atMs, data }) => {
    const at = new Date(atMs).toISOString();
    const record = linked(oneRow<Head>(head) ?? genesis, { at, type, operation: operationId, data });
    insert.run(record.seq, record.prev, record.hash, at, type, operationId, canonicalJson(data));
  };
}

function wholeRecord(row: JournalRow): JournalRecord {
  try {
    return recordOfRow(row);
  } catch (error) {
    throw new DamagedRow(`the data of journal record ${row.seq} is not what was written`, { cause: error });
  }
}

/** Throws SyntaxError where `data` is no JSON. */
export function recordOfRow(row: JournalRow): JournalRecord {
  return { ...row, data: JSON.parse(row.data) as JsonObject };
}
