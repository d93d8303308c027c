// Proves that the journal is whole: every record follows the one before, none was changed, none is missing at either
// end, and each operation stands where its last record says. It reads record by record, so its memory does not grow.
import type { DatabaseSync } from 'node:sqlite';
import { type JsonObject, canonicalJson, isCanonical } from '#contract/data/json.ts';
import { type Audit, type Signatures, createAudit } from '../journal/audit.ts';
import { type Head, breakIn } from '../journal/chain.ts';
import { type JournalRecord, genesis } from '#core/ports/journal.ts';
import { closeReader } from '../folder/connect.ts';
import { DamagedDatabase, troubleInWords } from '../database/errors.ts';
import { boundRecords } from '../schema/binding-table.ts';
import { folderPaths } from '../folder/folder.ts';
import { integrityCheck } from './health.ts';
import type { JournalRow } from '../journal/journal.ts';
import { createLaneRows, missingRowInWords } from '../operations/lane-rows.ts';
import { versionOf } from '../schema/migrations.ts';
import { connectToJournal } from './open-journal.ts';
import { type ArchiveAudit, createArchiveAudit } from './verify-archives.ts';
import { type BoundRow, agrees, boundColumns } from '../operations/operation-binding.ts';
import { isOfOlderProgram } from '../operations/operation-row.ts';
import { forgedLifts } from '../folder/pauses.ts';
import { alteredPayment } from '../operations/payment-binding.ts';
import { foreignRecords } from '../journal/proofs.ts';
import { alteredControl } from '../operations/control-binding.ts';
import { alteredPrinting } from '../printing/print-job-binding.ts';
import { rightsProblems } from '../registry/rights.ts';
import { bindingVersion, paymentBindingVersion, printingBindingVersion, rightsVersion } from '../schema/schema.ts';
import { schemaProblem } from '../schema/schema-check.ts';
import type { Seal } from '../database/seal.ts';
import { oneRow } from '../database/sql.ts';

/** More than these are not named one by one. */
const mostNamed = 50;

export interface Problem {
  /** The record concerned, or null where it is not one record. */
  readonly seq: number | null;
  readonly what: string;
}

export interface Verdict {
  readonly ok: boolean;
  /** How many records were found to be whole. */
  readonly records: number;
  /** The last of them: to be compared with a head that was printed or signed. */
  readonly head: Head;
  readonly signatures: Signatures;
  readonly problem?: Problem;
}

/**
 * Reads for as long as the journal is long; call it in a process or worker of its own. `publicKeyPem`: the key that
 * must have signed, or null for the keys that the journal itself announces. `seal`: with the folder's key it is also
 * proved that the records of what people and programs may do were made by who had it. `countersigned`: a head that the
 * office signed; the journal must hold it. `watch` hears how many of all records were found to be whole, which is most of
 * the work. Throws NoDatabase.
 */
export function verifyDatabase(
  dataDir: string,
  publicKeyPem: string | null = null,
  now: () => number = Date.now,
  seal: Seal | null = null,
  countersigned: Head | null = null,
  watch: (records: number, all: number) => void = () => undefined,
): Verdict {
  const audit = createAudit(publicKeyPem, { countersigned });
  let db: DatabaseSync;
  try {
    db = connectToJournal(folderPaths(dataDir), now);
  } catch (error) {
    if (!(error instanceof DamagedDatabase)) throw error;
    const problem = { seq: null, what: error.message };
    return { ok: false, records: 0, head: genesis, signatures: audit.signatures(), problem };
  }
  let head = genesis;
  let all = 0;
  const pass = (next: Head): void => {
    head = next;
    watch(head.seq, all);
  };
  try {
    // One snapshot for all that is compared, while a live bridge goes on writing.
    db.exec('BEGIN');
    all = oneRow<Head>(db.prepare('SELECT seq, hash FROM journal_head'))?.seq ?? 0;
    const archived = createArchiveAudit(db, dataDir, publicKeyPem);
    const passRecord = (record: JournalRecord): string | null => {
      const what = breakIn(head, record, canonicalJson(record.data)) ?? audit.pass(record, record.data);
      if (what === null) pass({ seq: record.seq, hash: record.hash });
      return what;
    };
    const problem =
      archived.records(passRecord) ??
      chainProblem(db, { from: head, audit, pass }) ??
      headProblem(db, head) ??
      endProblem(audit) ??
      operationProblem(db, archived) ??
      archived.rows() ??
      bindingProblem(db, seal) ??
      rowsProblem(db, seal) ??
      pauseProblem(db, seal) ??
      laneRowsProblem(db) ??
      paymentsProblem(db, seal) ??
      printingProblem(db, seal) ??
      fileProblem(db);
    const found = { records: head.seq, head, signatures: audit.signatures() };
    return problem === null ? { ok: true, ...found } : { ok: false, ...found, problem };
  } catch (error) {
    if (!(error instanceof Error && 'errcode' in error)) throw error;
    const what = `what comes after record ${head.seq} cannot be read: ${troubleInWords(error)}`;
    const problem = { seq: head.seq + 1, what };
    return { ok: false, records: head.seq, head, signatures: audit.signatures(), problem };
  } finally {
    closeReader(db, folderPaths(dataDir).database);
  }
}

interface ChainWalk {
  /** The last archived record, or genesis. */
  readonly from: Head;
  readonly audit: Audit;
  readonly pass: (head: Head) => void;
}

function chainProblem(db: DatabaseSync, { from, audit, pass }: ChainWalk): Problem | null {
  let head = from;
  const rows = db
    .prepare('SELECT seq, prev, hash, at, type, operation, data FROM journal WHERE seq > ? ORDER BY seq')
    .iterate(from.seq);
  for (const row of rows as Iterable<unknown>) {
    const what = rowProblem(head, row as JournalRow, audit);
    if (what !== null) return { seq: (row as JournalRow).seq, what };
    head = row as JournalRow;
    pass({ seq: head.seq, hash: head.hash });
  }
  return null;
}

function rowProblem(head: Head, row: JournalRow, audit: Audit): string | null {
  try {
    const data = JSON.parse(row.data) as JsonObject;
    // The hash is over the meaning; the stored text must be exactly its canonical form as well.
    if (!isCanonical(row.data, data)) return `record ${row.seq} was changed: its data is not canonical`;
    return breakIn(head, row, row.data) ?? audit.pass(row, data);
  } catch {
    return `record ${row.seq} was changed: its data is no JSON`;
  }
}

/** Needs the key: without it a row of `payments` cannot be checked. */
function paymentsProblem(db: DatabaseSync, seal: Seal | null): Problem | null {
  if (seal === null || versionOf(db) < paymentBindingVersion) return null;
  const what = alteredPayment(db, seal);
  return what === null ? null : { seq: null, what };
}

/** Needs the key: without it neither a record's proof nor the row of a print job can be checked. */
function printingProblem(db: DatabaseSync, seal: Seal | null): Problem | null {
  if (seal === null || versionOf(db) < printingBindingVersion) return null;
  const { foreign, hasBegun } = foreignRecords(db, seal);
  const [seq] = foreign;
  if (seq !== undefined) {
    const named = foreign.slice(0, mostNamed).join(', ');
    return { seq, what: `records were not made with the folder's key, or were changed: ${named}` };
  }
  const what = alteredPrinting(db, seal, hasBegun) ?? alteredControl(db, seal, hasBegun);
  return what === null ? null : { seq: null, what };
}

function endProblem(audit: Audit): Problem | null {
  const what = audit.end();
  return what === null ? null : { seq: null, what };
}

function headProblem(db: DatabaseSync, found: Head): Problem | null {
  const head = oneRow<Head>(db.prepare('SELECT seq, hash FROM journal_head')) ?? genesis;
  if (head.seq === found.seq && head.hash === found.hash) return null;
  const what = `the journal ends with record ${found.seq}, but record ${head.seq} was written: its end was cut off or replaced`;
  return { seq: found.seq + 1, what };
}

function operationProblem(db: DatabaseSync, archived: ArchiveAudit): Problem | null {
  const ofState = `FROM journal WHERE operation = ? AND json_extract(data, '$.state') IS NOT NULL ORDER BY seq DESC LIMIT 1`;
  const told = `SELECT json_extract(data, '$.state') ${ofState.replace('?', 'operations.id')}`;
  // What only archived records tell of is compared with them.
  const inArchive = archived.isNeeded
    ? ` AND NOT (id IN (SELECT operation FROM archived_told) AND (${told}) IS NULL)`
    : '';
  // SQLite returns only the row that differs: one query for each operation would cost several times as much.
  const differs = oneRow<{ id: string; state: string }>(
    db.prepare(`SELECT id, state FROM operations WHERE state IS NOT (${told})${inArchive} ORDER BY seq LIMIT 1`),
  );
  if (differs !== null) {
    const { id, state } = differs;
    const last = db.prepare(`SELECT seq, json_extract(data, '$.state') AS state ${ofState}`);
    const said = oneRow<{ seq: number; state: string }>(last, id);
    if (said === null) return { seq: null, what: `operation ${id} is stored, but no record tells of it` };
    return { seq: said.seq, what: `operation ${id} is stored as ${state}, but its last record says ${said.state}` };
  }
  // Each stored operation has records, so equal counts mean that the journal names no operation that is not stored.
  const { names = 0, stored = 0 } =
    oneRow<{ names: number; stored: number }>(
      db.prepare(`
        SELECT (SELECT count(*) FROM (SELECT DISTINCT operation FROM journal WHERE operation IS NOT NULL)) AS names,
          (SELECT count(*) FROM operations) AS stored`),
    ) ?? {};
  if (names + archived.count() === stored) return null;
  const orphan = oneRow<{ seq: number; operation: string }>(
    db.prepare(`
      SELECT seq, operation FROM journal
      WHERE operation IS NOT NULL AND operation NOT IN (SELECT id FROM operations) ORDER BY seq LIMIT 1`),
  );
  if (orphan === null) return null;
  return { seq: orphan.seq, what: `record ${orphan.seq} tells of operation ${orphan.operation}, which is not stored` };
}

/** Rows that differ from their record of acceptance, or have an older revision than a record; reads no sealed data. */
const toldOtherwise = `
  SELECT id, accepted.seq AS seq FROM operations CROSS JOIN journal AS accepted ON accepted.seq = (
      SELECT min(seq) FROM journal WHERE operation = operations.id AND type = 'accepted')
  WHERE client_id <> json_extract(accepted.data, '$.client')
    OR kind <> json_extract(accepted.data, '$.kind')
    OR environment_id <> json_extract(accepted.data, '$.environment')
    OR trans_id IS NOT coalesce(json_extract(accepted.data, '$.transId'), trans_id)
    OR ref_nr IS NOT coalesce(json_extract(accepted.data, '$.refNr'), ref_nr)
    OR pay_id IS NOT coalesce(json_extract(accepted.data, '$.payId'), pay_id)
    OR amount_minor IS NOT coalesce(json_extract(accepted.data, '$.amount.value'), amount_minor)
    OR currency IS NOT coalesce(json_extract(accepted.data, '$.amount.currency'), currency)
    OR revision < (SELECT max(json_extract(data, '$.revision')) FROM journal WHERE operation = operations.id)
  ORDER BY operations.seq LIMIT 1`;

/** Rows that the journal says are erased, and that are not: an older row was put back. */
const notErased = `
  SELECT operations.id AS id, journal.seq AS seq FROM journal CROSS JOIN json_each(journal.data, '$.operations') AS erased
    CROSS JOIN operations ON operations.id = erased.value
  WHERE journal.type = 'personal-erased' AND json_extract(operations.details, '$.requestDigest') IS NOT 'erased' LIMIT 1`;

/** Compares each row with its records, and with the key also with its digest. */
function bindingProblem(db: DatabaseSync, seal: Seal | null): Problem | null {
  if (versionOf(db) < bindingVersion) return null;
  for (const sql of [toldOtherwise, notErased]) {
    const found = oneRow<{ id: string; seq: number }>(db.prepare(sql));
    if (found === null) continue;
    const { id, seq } = found;
    return { seq, what: `the row of operation ${id} was changed or put back: record ${seq} says something else of it` };
  }
  if (seal === null) return null;
  const ids: string[] = [];
  // Until the binding is complete, rows of an older program wait unbound for the next start with the key.
  const isBound = db.prepare(
    `SELECT max(json_extract(data, '$.complete')) AS complete FROM journal WHERE ${boundRecords}`,
  );
  const complete = oneRow<{ complete: number | null }>(isBound)?.complete === 1;
  const rows = db.prepare(`SELECT ${boundColumns} FROM operations ORDER BY seq`).iterate() as Iterable<unknown>;
  for (const each of rows) {
    const row = each as BoundRow;
    const waits = !complete && row.bound === null && isOfOlderProgram(row, seal);
    if (!waits && !agrees(row, seal)) ids.push(row.id);
    if (ids.length === mostNamed) break;
  }
  if (ids.length === 0) return null;
  const which = ids.length === mostNamed ? `${ids.join(', ')} and perhaps more` : ids.join(', ');
  return {
    seq: null,
    what: `rows of operations were changed or put back, and were not written with the folder's key: ${which}`,
  };
}

/** Checks the rows of people and programs; a database of an older program has no bindings yet. */
function rowsProblem(db: DatabaseSync, seal: Seal | null): Problem | null {
  const [first, ...more] = versionOf(db) < rightsVersion ? [] : rightsProblems(db, seal);
  if (first === undefined) return null;
  return { seq: first.seq, what: [first, ...more].map(({ what }) => what).join('; ') };
}

/** Needs the key: without it a record that lifts a pause cannot be checked. */
function pauseProblem(db: DatabaseSync, seal: Seal | null): Problem | null {
  const [seq] = seal === null ? [] : forgedLifts(db, seal);
  if (seq === undefined) return null;
  return { seq, what: `record ${seq} lifts a pause of the folder, and was not made with the folder's key` };
}

/** Open operations that are not in the order of their payment. */
function laneRowsProblem(db: DatabaseSync): Problem | null {
  if (versionOf(db) < bindingVersion) return null;
  const missing = createLaneRows(db).missing().slice(0, mostNamed);
  return missing.length === 0 ? null : { seq: null, what: missing.map(missingRowInWords).join('; ') };
}

/** Damage outside the journal, for example in an index. */
function fileProblem(db: DatabaseSync): Problem | null {
  const foreign = schemaProblem(db, versionOf(db));
  if (foreign !== null) return { seq: null, what: `the database is not as this program made it: ${foreign}` };
  const found = integrityCheck(db);
  return found === null ? null : { seq: null, what: `SQLite's check found: ${found}` };
}
