// Verifies the archive files of a data folder as a part of its journal: each is the file that the chain names, is signed,
// and holds what the chain had; what stayed in the database of those records is the same; and the rows agree with the
// records that left it.
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type JsonObject, canonicalJson, textAt, valueAt } from '#contract/data/json.ts';
import type { JournalRecord } from '#core/ports/journal.ts';
import { type Archived, archivesName, checkedPieces } from '../journal/archive-file.ts';
import { createArchives } from '../journal/archives.ts';
import { FolderProblem } from '../database/errors.ts';
import { allRows, oneRow } from '../database/sql.ts';
import { type JournalRow, journalColumns } from '../journal/journal.ts';

export interface ArchivedProblem {
  readonly seq: number | null;
  readonly what: string;
}

/** Of each operation, what its archived records tell, for comparison with its row. In memory of this connection. */
const toldTable = `CREATE TEMP TABLE archived_told (
  operation TEXT PRIMARY KEY, first INTEGER NOT NULL, seq INTEGER, state TEXT, revision INTEGER,
  client TEXT, kind TEXT, environment TEXT, trans_id TEXT, ref_nr TEXT, pay_id TEXT, value INTEGER, currency TEXT,
  asked BLOB
) STRICT, WITHOUT ROWID`;

const upsert = `INSERT INTO archived_told VALUES
    (:operation, :first, :seq, :state, :revision, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
  ON CONFLICT DO UPDATE SET seq = coalesce(excluded.seq, seq), state = coalesce(excluded.state, state),
    revision = max(coalesce(revision, 0), coalesce(excluded.revision, 0))`;
const accepted = `UPDATE archived_told SET client = :client, kind = :kind, environment = :environment, trans_id = :transId,
  ref_nr = :refNr, pay_id = :payId, value = :value, currency = :currency, asked = :asked WHERE operation = :operation`;

/** Rows that say something else than their archived records; the state, where no later record in the database has one. */
const differing = `SELECT told.operation AS id, told.first AS seq, row.id IS NOT NULL AS stored
  FROM archived_told AS told LEFT JOIN operations AS row ON row.id = told.operation
  WHERE row.id IS NULL OR row.revision < told.revision
    OR (told.state IS NOT NULL AND row.state <> told.state AND NOT EXISTS (
      SELECT 1 FROM journal WHERE operation = told.operation AND json_extract(data, '$.state') IS NOT NULL))
    OR row.client_id <> told.client OR row.kind <> told.kind OR row.environment_id <> told.environment
    OR row.trans_id IS NOT coalesce(told.trans_id, row.trans_id) OR row.ref_nr IS NOT coalesce(told.ref_nr, row.ref_nr)
    OR row.pay_id IS NOT coalesce(told.pay_id, row.pay_id) OR row.amount_minor IS NOT coalesce(told.value, row.amount_minor)
    OR row.currency IS NOT coalesce(told.currency, row.currency)
  ORDER BY told.first LIMIT 1`;

const forgotten = `SELECT operation AS id, first AS seq FROM archived_told AS told WHERE asked IS NOT NULL
  AND asked NOT IN (SELECT asked FROM archived_requests)
  AND NOT EXISTS (SELECT 1 FROM journal WHERE operation = told.operation AND type = 'accepted') LIMIT 1`;

export interface ArchiveAudit {
  /** Passes all archived records on, oldest first, to `pass`, which returns what is wrong with one, in words, or null. */
  records(pass: (record: JournalRecord) => string | null): ArchivedProblem | null;
  /** Compares the rows with them; null where nothing is archived. */
  rows(): ArchivedProblem | null;
  /** Whether anything is archived. */
  readonly isNeeded: boolean;
  /** Operations that only archived records tell of. */
  readonly count: () => number;
}

/** `publicKeyPem`: the key that must have signed the files, or null for the one that the journal announced first. */
export function createArchiveAudit(db: DatabaseSync, dataDir: string, publicKeyPem: string | null): ArchiveAudit {
  const all = createArchives(db, dataDir).all();
  if (all.length > 0) db.exec(toldTable);
  const dir = join(dataDir, archivesName);
  const stored = db.prepare(`SELECT ${journalColumns} FROM journal WHERE seq = ?`);

  const ofArchive = (archived: Archived, tell: Tell, pass: (record: JournalRecord) => string | null) => {
    for (const records of checkedPieces(dir, archived, publicKeyPem ?? firstKey(db))) {
      for (const record of records) {
        const what = pass(record) ?? differsFrom(record, oneRow<JournalRow>(stored, record.seq));
        if (what !== null) return { seq: record.seq, what };
        tell(record);
      }
    }
    return null;
  };
  return {
    records(pass) {
      if (all.length === 0) return null;
      const tell = telling(db);
      try {
        for (const archived of all) {
          const problem = ofArchive(archived, tell, pass);
          if (problem !== null) return problem;
        }
        return null;
      } catch (error) {
        if (!(error instanceof FolderProblem)) throw error;
        return { seq: null, what: error.message };
      }
    },
    rows() {
      if (all.length === 0) return null;
      const found = oneRow<{ id: string; seq: number; stored: number }>(db.prepare(differing));
      if (found !== null) {
        const { id, seq, stored: isStored } = found;
        const how = isStored === 1 ? 'its row was changed or put back' : 'it is not stored';
        return { seq, what: `archived record ${seq} tells of operation ${id}: ${how}` };
      }
      const free = oneRow<{ id: string; seq: number }>(db.prepare(forgotten));
      if (free === null) return null;
      return { seq: free.seq, what: `the request of operation ${free.id} is missing among those that are archived` };
    },
    isNeeded: all.length > 0,
    count() {
      if (all.length === 0) return 0;
      const only = `SELECT count(*) AS count FROM archived_told AS told
        WHERE NOT EXISTS (SELECT 1 FROM journal WHERE operation = told.operation)`;
      return oneRow<{ count: number }>(db.prepare(only))?.count ?? 0;
    },
  };
}

type Tell = (record: JournalRecord) => void;

function telling(db: DatabaseSync): Tell {
  const note = db.prepare(upsert);
  const accept = db.prepare(accepted);
  return ({ seq, type, operation, data }) => {
    if (operation === null) return;
    const [state, revision, asked] = [textAt(data, 'state'), valueAt(data, 'revision'), textAt(data, 'asked')];
    const told = { state, seq: state === null ? null : seq, revision: typeof revision === 'number' ? revision : null };
    note.run({ operation, first: seq, ...told });
    if (type !== 'accepted') return;
    const value = valueAt(data, 'amount.value');
    accept.run({
      operation,
      client: textAt(data, 'client'),
      kind: textAt(data, 'kind'),
      environment: textAt(data, 'environment'),
      transId: textAt(data, 'transId'),
      refNr: textAt(data, 'refNr'),
      payId: textAt(data, 'payId'),
      value: typeof value === 'number' ? value : null,
      currency: textAt(data, 'amount.currency'),
      asked: asked === null ? null : Buffer.from(asked, 'hex'),
    });
  };
}

/** What stayed of archived records is what was archived, and only records about operations may have left. */
function differsFrom(record: JournalRecord, row: JournalRow | null): string | null {
  if (row === null) {
    const mayLeave = record.operation !== null && record.seq > 1;
    return mayLeave ? null : `record ${record.seq} was taken out of the database: only its archive has it`;
  }
  const { seq, prev, hash, at, type, operation } = record;
  const isSame =
    canonicalJson({ seq, prev, hash, at, type, operation }) ===
      canonicalJson({ seq, prev: row.prev, hash: row.hash, at: row.at, type: row.type, operation: row.operation }) &&
    row.data === canonicalJson(record.data);
  return isSame ? null : `record ${seq} was changed in the database: its archive has another one`;
}

/** Of several keys the first counts. Null in a journal without one. */
function firstKey(db: DatabaseSync): string | null {
  const [row] = allRows<{ data: string }>(
    db.prepare(`SELECT data FROM journal WHERE type = 'signing-key' ORDER BY seq LIMIT 1`),
  );
  return row === undefined ? null : textAt(JSON.parse(row.data) as JsonObject, 'publicKeyPem');
}
