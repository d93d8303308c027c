// The journal in the database: appended to in the same transaction as the change it tells of, read in pages. The last
// record is read inside each transaction and never remembered: a command may append beside a bridge that starts.
import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { type JsonObject, canonicalJson } from '#contract/json.ts';
import type { EffectKind } from '#core/ports/effects.ts';
import type { JournalEntry } from '#core/ports/journal.ts';
import { askedDigest } from './asked.ts';
import { type Head, type JournalRecord, genesis, linked } from './chain.ts';
import { DamagedRow, StorageFailed } from './errors.ts';
import { type Seal, missingSeal } from './seal.ts';
import { allRows, limited, oneRow } from './sql.ts';

export interface JournalReads {
  head(): Head;
  /** Records after `seq`, oldest first. */
  after(seq: number, limit: number): JournalRecord[];
  /** All records of one operation, oldest first. */
  ofOperation(id: string): JournalRecord[];
  /** The last record of this type that is of no operation, or null. Reads the whole journal where there is none. */
  lastOf(type: string): JournalRecord | null;
  /** The hash of the first record: it stays what it is for as long as the chain does. Null in an empty journal. */
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

const columns = 'seq, prev, hash, at, type, operation, data';

export function createJournalReads(db: DatabaseSync): JournalReads {
  const head = db.prepare('SELECT seq, hash FROM journal_head');
  const after = db.prepare(`SELECT ${columns} FROM journal WHERE seq > ? ORDER BY seq ${limited}`);
  const lastOf = db.prepare(
    `SELECT ${columns} FROM journal WHERE operation IS NULL AND type = ? ORDER BY seq DESC LIMIT 1`,
  );
  const first = db.prepare('SELECT hash FROM journal WHERE seq = 1');
  const ofOperation = db.prepare(`SELECT ${columns} FROM journal WHERE operation = ? ORDER BY seq`);
  return {
    head: () => oneRow<Head>(head) ?? genesis,
    after: (seq, limit) => allRows<JournalRow>(after, seq, limit).map(wholeRecord),
    ofOperation: (id) => allRows<JournalRow>(ofOperation, id).map(wholeRecord),
    lastOf(type) {
      const row = oneRow<JournalRow>(lastOf, type);
      return row === null ? null : wholeRecord(row);
    },
    firstHash: () => oneRow<{ hash: string }>(first)?.hash ?? null,
  };
}

export type AppendToJournal = (entry: JournalEntry) => void;

/**
 * `followUps`: the kinds of follow-ups that this bridge has a device for; of others no row is made. Without the seal
 * no operation can be accepted.
 */
export function createAppend(
  db: DatabaseSync,
  seal: Seal = missingSeal(),
  followUps: readonly EffectKind[] = [],
): AppendToJournal {
  const head = db.prepare('SELECT seq, hash FROM journal_head');
  const insert = db.prepare(`INSERT INTO journal (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?)`);
  const salted = createSalting(db);
  const effect = db.prepare(
    `INSERT INTO effects (operation, kind, state, attempts, copy, next_at, created_at) VALUES (?, ?, 'due', 0, 0, ?, ?)`,
  );
  return ({ type, operationId, atMs, data, personal, asked, effects: possible = [] }) => {
    const effects = possible.filter((kind) => followUps.includes(kind));
    const at = new Date(atMs).toISOString();
    const whole = {
      ...data,
      ...(personal === undefined || operationId === null ? {} : { personal: salted(operationId, personal) }),
      ...(asked === undefined ? {} : { asked: askedDigest(seal, asked.clientId, asked.requestId) }),
      ...(effects.length === 0 ? {} : { effects: [...effects] }),
    };
    const text = canonicalJson(whole);
    const record = linked(oneRow<Head>(head) ?? genesis, { at, type, operation: operationId, data: whole }, text);
    const { changes } = insert.run(record.seq, record.prev, record.hash, at, type, operationId, text);
    // Something in the database that is not ours swallowed it: what cannot be recorded is not done.
    if (changes !== 1) throw new StorageFailed('the journal did not take a record');
    if (operationId !== null) for (const kind of effects) effect.run(operationId, kind, atMs, atMs);
  };
}

/** Digests under the operation's own salt, which is made with its first record and goes when it is erased. */
function createSalting(db: DatabaseSync) {
  const find = db.prepare('SELECT salt FROM personal_salts WHERE operation = ?');
  const keep = db.prepare('INSERT INTO personal_salts VALUES (?, ?)');
  return (operation: string, personal: { readonly [name: string]: string }): JsonObject => {
    let salt = oneRow<{ salt: Uint8Array }>(find, operation)?.salt;
    if (salt === undefined) {
      salt = randomBytes(32);
      keep.run(operation, salt);
    }
    // Bare bytes are tried as a key object first, which throws and is caught inside of Node: four times the digest.
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
