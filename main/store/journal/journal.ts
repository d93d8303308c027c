// The journal in the database: a record is appended in the same transaction as the change it records. The last record
// is read inside each transaction and never remembered, because a command may append while a bridge starts.
import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { type JsonObject, canonicalJson } from '#contract/data/json.ts';
import { type JournalEntry, type JournalRecord, genesis } from '#core/ports/journal.ts';
import { type RequestDigest, createRequestDigest } from './request-digest.ts';
import { type Head, linked } from './chain.ts';
import { createArchives } from './archives.ts';
import { DamagedRow, StorageFailed } from '../database/errors.ts';
import { type Prove, createProve } from './prove.ts';
import { missingSeal } from '../database/seal.ts';
import { allRows, limited, oneRow } from '../database/sql.ts';

export interface JournalReads {
  head(): Head;
  /** Records after `seq`, oldest first. */
  after(seq: number, limit: number): JournalRecord[];
  /** The records of one operation that are not archived, oldest first. */
  ofOperation(id: string): JournalRecord[];
  /** The last record of this type without an operation, or null. */
  lastOf(type: string): JournalRecord | null;
  /** The number of the last record that lies in an archive; 0: none does. */
  archivedTo(): number;
  /** What is wrong with the first archive that is missing or has another length, in words; null: none. */
  archiveTrouble(): string | null;
  /** The hash of the first record, which cannot change without breaking the chain. Null in an empty journal. */
  firstHash(): string | null;
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

export const journalColumns = 'seq, prev, hash, at, type, operation, data';

/** `dataDir`: the data folder, for the records that lie in its archives. */
export function createJournalReads(db: DatabaseSync, dataDir: string): JournalReads {
  const archives = createArchives(db, dataDir);
  const head = db.prepare('SELECT seq, hash FROM journal_head');
  const after = db.prepare(`SELECT ${journalColumns} FROM journal WHERE seq > ? ORDER BY seq ${limited}`);
  const lastOf = db.prepare(
    `SELECT ${journalColumns} FROM journal WHERE operation IS NULL AND type = ? ORDER BY seq DESC LIMIT 1`,
  );
  const first = db.prepare('SELECT hash FROM journal WHERE seq = 1');
  const ofOperation = db.prepare(`SELECT ${journalColumns} FROM journal WHERE operation = ? ORDER BY seq`);
  return {
    head: () => oneRow<Head>(head) ?? genesis,
    after(seq, limit) {
      const rows = allRows<JournalRow>(after, seq, limit);
      // Records have no gap but where some were archived.
      if ((rows.at(-1)?.seq ?? seq) - seq === rows.length) return rows.map(wholeRecord);
      const archived: JournalRecord[] = [];
      for (let at = seq; archived.length < limit;) {
        const more = archives.after(at).slice(0, limit - archived.length);
        if (more.length === 0) break;
        archived.push(...more);
        at = more.at(-1)?.seq ?? at;
      }
      const rest = limit - archived.length;
      const behind = rest === 0 ? [] : allRows<JournalRow>(after, archived.at(-1)?.seq ?? seq, rest);
      return [...archived, ...behind.map(wholeRecord)];
    },
    ofOperation: (id) => allRows<JournalRow>(ofOperation, id).map(wholeRecord),
    lastOf(type) {
      const row = oneRow<JournalRow>(lastOf, type);
      return row === null ? null : wholeRecord(row);
    },
    archivedTo: () => archives.mark(),
    archiveTrouble: () => archives.trouble(),
    firstHash: () => oneRow<{ hash: string }>(first)?.hash ?? null,
  };
}

export type AppendToJournal = (entry: JournalEntry) => void;

/** Without the folder's key no operation can be accepted, and no record written that needs a proof. */
export function createAppend(
  db: DatabaseSync,
  requestDigest: RequestDigest = createRequestDigest(missingSeal()),
  prove: Prove = createProve(missingSeal()),
): AppendToJournal {
  const head = db.prepare('SELECT seq, hash FROM journal_head');
  const insert = db.prepare(`INSERT INTO journal (${journalColumns}) VALUES (?, ?, ?, ?, ?, ?, ?)`);
  const salted = createSalting(db);
  return ({ type, operationId, atMs, data, personal, asked }) => {
    const at = new Date(atMs).toISOString();
    const before = oneRow<Head>(head) ?? genesis;
    const told = {
      ...data,
      ...(personal === undefined || operationId === null ? {} : { personal: salted(operationId, personal) }),
      ...(asked === undefined ? {} : { asked: requestDigest(asked.clientId, asked.requestId) }),
    };
    const whole = prove({ seq: before.seq + 1, prev: before.hash, at, type, operation: operationId }, told);
    const text = canonicalJson(whole);
    const record = linked(before, { at, type, operation: operationId, data: whole }, text);
    const { changes } = insert.run(record.seq, record.prev, record.hash, at, type, operationId, text);
    // A foreign trigger dropped the record. The transaction fails, because nothing may happen without its record.
    if (changes !== 1) throw new StorageFailed('the journal did not take a record');
  };
}

/** Keyed digests with the operation's own salt, which is made with its first record and deleted by an erasure. */
function createSalting(db: DatabaseSync) {
  const find = db.prepare('SELECT salt FROM personal_salts WHERE operation = ?');
  const keep = db.prepare('INSERT INTO personal_salts VALUES (?, ?)');
  return (operation: string, personal: { readonly [name: string]: string }): JsonObject => {
    let salt = oneRow<{ salt: Uint8Array }>(find, operation)?.salt;
    if (salt === undefined) {
      salt = randomBytes(32);
      keep.run(operation, salt);
    }
    // With bare bytes Node first tries them as a key object and catches the error, which costs four times the digest.
    const secret = createSecretKey(salt);
    const digests = Object.entries(personal).map(([name, digest]) => [
      name,
      createHmac('sha256', secret).update(digest, 'utf8').digest('hex'),
    ]);
    return Object.fromEntries(digests) as JsonObject;
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
function recordOfRow(row: JournalRow): JournalRecord {
  return { ...row, data: JSON.parse(row.data) as JsonObject };
}
