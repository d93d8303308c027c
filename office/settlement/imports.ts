// An acquirer's file becomes rows, all of it or nothing, and is taken back as a whole. One at a time in a chain; a file
// that is refused, or known, keeps no other one waiting.
import { createHash } from 'node:crypto';
import type { ImportAnswer, Mapping, SettlementImport } from '#contract/office/settlement.ts';
import { type Tx, storable } from '../database/database.ts';
import { noteAudit } from '../people/audit.ts';
import { matchRows } from './match.ts';
import { fileRows, mostFileBytes } from './read-file.ts';
import { FileRefused } from './read-row.ts';

export interface Doer {
  readonly person: string;
  readonly address: string | null;
}

interface GivenFile {
  readonly name: string;
  /** From the beginning, at each call. */
  readonly pieces: () => AsyncIterable<Buffer>;
  readonly mappingName: string;
  readonly mapping: Mapping;
}

/** Rows of one question. */
const batchRows = 1_000;

/** What it imported counts; a database transaction around it must be taken back where this is thrown. */
class NothingImported extends Error {
  override readonly name = 'NothingImported';
  readonly answer: Exclude<ImportAnswer, { readonly type: 'imported' }>;

  constructor(answer: NothingImported['answer']) {
    super(answer.type);
    this.answer = answer;
  }
}

/** `transact` runs the import in a transaction of its own; what is not imported leaves nothing. */
export async function importFile<Answer>(
  transact: (work: (tx: Tx) => Promise<ImportAnswer>) => Promise<Answer>,
  chain: string,
  file: GivenFile,
  by: Doer,
): Promise<Answer | ImportAnswer> {
  try {
    const sha256 = await digestOfWhole(file);
    return await transact((tx) => importIn(tx, chain, file, sha256, by));
  } catch (error) {
    if (error instanceof NothingImported) return error.answer;
    if (error instanceof FileRefused) return { type: 'refused', problem: error.problem };
    throw error;
  }
}

/** Throws FileRefused where any row cannot be taken. */
async function digestOfWhole({ pieces, mapping }: GivenFile): Promise<string> {
  const digest = createHash('sha256');
  const rows = fileRows(hashed(pieces(), digest), mapping);
  while ((await rows.next()).done !== true);
  return digest.digest('hex');
}

/** Throws NothingImported. */
async function importIn(tx: Tx, chain: string, file: GivenFile, sha256: string, by: Doer): Promise<ImportAnswer> {
  await lockSettlement(tx, chain);
  const { name, mapping, mappingName } = file;
  const same = await tx.row<{ file: string; imported_at: Date }>(
    `SELECT file, imported_at FROM settlement_import WHERE chain_id = $1 AND sha256 = $2 AND taken_back_at IS NULL`,
    [chain, sha256],
  );
  if (same !== null) throw knownBefore(same);
  const made = await tx.row<{ number: number }>(
    `INSERT INTO settlement_import (chain_id, file, mapping_name, mapping, imported_by) VALUES ($1, $2, $3, $4, $5)
      RETURNING number`,
    [chain, storable(name), mappingName, JSON.stringify(mapping), storable(by.person)],
  );
  const number = made?.number ?? 0;
  const digest = createHash('sha256');
  const rows = await storeRows(tx, chain, number, hashed(file.pieces(), digest), mapping);
  if (digest.digest('hex') !== sha256) throw new Error('the file changed while it was imported');
  await markKnown(tx, chain, number, null);
  const counted = await tx.row<{ known: number; first: string | null; last: string | null }>(
    `SELECT count(*) FILTER (WHERE outcome = 'known') AS known, min(day)::text AS first, max(day)::text AS last
      FROM settlement_row WHERE chain_id = $1 AND import_number = $2`,
    [chain, number],
  );
  const { known = 0, first = null, last = null } = counted ?? {};
  if (known === rows) {
    const earlier = await tx.row<{ file: string; imported_at: Date }>(
      `SELECT file, imported_at FROM settlement_import AS imported WHERE chain_id = $1 AND number <> $2 AND EXISTS (
          SELECT FROM settlement_row AS row JOIN settlement_row AS own ON own.chain_id = row.chain_id
            AND own.import_number = $2 AND own.digest = row.digest
          WHERE row.chain_id = $1 AND row.import_number = imported.number) ORDER BY number DESC LIMIT 1`,
      [chain, number],
    );
    throw knownBefore(earlier ?? { file: name, imported_at: new Date() });
  }
  await tx.run(
    `UPDATE settlement_import SET sha256 = $3, row_count = $4, known_count = $5, first_day = $6, last_day = $7
      WHERE chain_id = $1 AND number = $2`,
    [chain, number, sha256, rows, known, first, last],
  );
  await matchRows(tx, chain);
  await noteAudit(tx, chain, { ...by, what: 'settlement-imported', detail: `${number}: ${name} (${mappingName})` });
  return { type: 'imported', number, rows, known };
}

/** Takes an import back; false where there is none. Rows of other files that said the same count from then on. */
export async function takeBack(tx: Tx, chain: string, number: number, by: Doer): Promise<boolean> {
  await lockSettlement(tx, chain);
  const taken = await tx.row<{ file: string }>(
    `UPDATE settlement_import SET taken_back_at = now(), taken_back_by = $3
      WHERE chain_id = $1 AND number = $2 AND taken_back_at IS NULL RETURNING file`,
    [chain, number, storable(by.person)],
  );
  if (taken === null) return false;
  await markKnown(tx, chain, number, number);
  // What paid an operation out a second time may be the first one now.
  await tx.run(
    `UPDATE settlement_row AS row SET outcome = 'unknown', rule = NULL, till_id = NULL, operation_id = NULL
      FROM settlement_row AS gone
      WHERE gone.chain_id = $1 AND gone.import_number = $2 AND gone.outcome IN ('paid-out', 'differing')
        AND row.chain_id = $1 AND row.till_id = gone.till_id AND row.operation_id = gone.operation_id
        AND row.outcome = 'twice'`,
    [chain, number],
  );
  await tx.run('DELETE FROM settlement_row WHERE chain_id = $1 AND import_number = $2', [chain, number]);
  await matchRows(tx, chain);
  await noteAudit(tx, chain, { ...by, what: 'settlement-taken-back', detail: `${number}: ${taken.file}` });
  return true;
}

/** The newest first. */
export async function imports(tx: Tx, chain: string): Promise<SettlementImport[]> {
  return tx.rows<SettlementImport & { [column: string]: unknown }>(
    `SELECT number, file, mapping_name AS mapping, row_count AS rows, known_count AS known, first_day::text AS "firstDay",
        last_day::text AS "lastDay", imported_at AS "importedAt", imported_by AS "importedBy",
        taken_back_at AS "takenBackAt", taken_back_by AS "takenBackBy"
      FROM settlement_import WHERE chain_id = $1 ORDER BY number DESC LIMIT 200`,
    [chain],
  );
}

/** Held to the transaction's end. */
export async function lockSettlement(tx: Tx, chain: string): Promise<void> {
  await tx.rows('SELECT pg_advisory_xact_lock(hashtext($1))', [`settlement ${chain}`]);
}

/** The same without waiting: false where another transaction holds it. */
export async function tryToLockSettlement(tx: Tx, chain: string): Promise<boolean> {
  const sql = 'SELECT pg_try_advisory_xact_lock(hashtext($1)) AS held';
  return (await tx.row<{ held: boolean }>(sql, [`settlement ${chain}`]))?.held === true;
}

async function storeRows(
  tx: Tx,
  chain: string,
  number: number,
  pieces: AsyncIterable<Buffer>,
  mapping: Mapping,
): Promise<number> {
  let rows = 0;
  let batch: object[] = [];
  const store = async (): Promise<void> => {
    rows += batch.length;
    await tx.run(
      `INSERT INTO settlement_row (chain_id, import_number, line, day, other, type, currency, gross_minor, fee_minor,
          net_minor, net_currency, refs, terminal, approval_code, last_four, digest, outcome)
        SELECT $1, $2, line, day, other, type, currency, "grossMinor", "feeMinor", "netMinor", "netCurrency", "references",
          terminal, "approvalCode", "lastFour", decode(digest, 'hex'), CASE WHEN other THEN 'other' ELSE 'unknown' END
        FROM jsonb_to_recordset($3::jsonb) AS given (line integer, day date, type text, currency text,
          "grossMinor" bigint, "feeMinor" bigint, "netMinor" bigint, "netCurrency" text, "references" text[],
          terminal text, "approvalCode" text, "lastFour" text, digest text, other boolean)`,
      [chain, number, JSON.stringify(batch)],
    );
    batch = [];
  };
  for await (const { row, digest } of fileRows(pieces, mapping)) {
    if (row === null) continue;
    batch.push({ ...row, digest: digest.toString('hex') });
    if (batch.length === batchRows) await store();
  }
  if (batch.length > 0) await store();
  return rows;
}

/**
 * Of rows that are the same in several files, the earliest import's count: its first copy for the first one of a file, and
 * so on. `of`: the import whose rows are looked at; `without`: one that no longer counts.
 */
async function markKnown(tx: Tx, chain: string, of: number, without: number | null): Promise<void> {
  await tx.run(
    `WITH copy AS (
        SELECT import_number, line, outcome, digest,
          row_number() OVER (PARTITION BY import_number, digest ORDER BY line) AS nth
        FROM settlement_row WHERE chain_id = $1 AND import_number IS DISTINCT FROM $3
          AND digest IN (SELECT digest FROM settlement_row WHERE chain_id = $1 AND import_number = $2)),
      standing AS (
        SELECT import_number, line, row_number() OVER (PARTITION BY digest, nth ORDER BY import_number) > 1 AS known
        FROM copy)
      UPDATE settlement_row AS row SET outcome = CASE WHEN standing.known THEN 'known' WHEN row.other THEN 'other' ELSE 'unknown' END
        FROM standing
        WHERE row.chain_id = $1 AND row.import_number = standing.import_number AND row.line = standing.line
          AND (row.outcome = 'known') <> standing.known`,
    [chain, of, without],
  );
}

function knownBefore({
  file,
  imported_at: at,
}: {
  readonly file: string;
  readonly imported_at: Date;
}): NothingImported {
  return new NothingImported({ type: 'known', file, at: at.toISOString() });
}

/** Throws FileRefused where the file is too long. */
async function* hashed(pieces: AsyncIterable<Buffer>, digest: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > mostFileBytes) throw new FileRefused('size');
    digest.update(piece);
    yield piece;
  }
}
