// Reads stored stretches again. What lies before a lineage's beginning is the parent's.
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type { JournalHead } from '#contract/data/signed-head.ts';
import { type AuditPlace, auditStart } from '#store/journal/audit.ts';
import type { Tx } from '../database/database.ts';
import { recordsIn, verifyStretch } from './stretch.ts';
import type { TillAt } from '../database/till-at.ts';

const decompress = promisify(zstdDecompress);

interface Lineage {
  readonly number: number;
  readonly journal_key: string;
  readonly parent: number;
  readonly parent_seq: number;
}

interface SegmentRow {
  readonly first_seq: number;
  readonly records: Buffer;
}

/** The hashes of the stored records with these numbers. */
export async function hashesOf(
  tx: Tx,
  at: TillAt,
  lineage: Lineage,
  first: number,
  last: number,
): Promise<Map<number, string>> {
  const parent = first <= lineage.parent_seq ? await parentOf(tx, at, lineage) : null;
  const hashes =
    parent === null
      ? new Map<number, string>()
      : await hashesOf(tx, at, parent, first, Math.min(last, lineage.parent_seq));
  const rows = await tx.rows<SegmentRow>(
    `SELECT first_seq, records FROM segment
      WHERE chain_id = $1 AND till_id = $2 AND lineage = $3 AND first_seq <= $5 AND last_seq >= $4 ORDER BY first_seq`,
    [at.chain, at.till, lineage.number, first, last],
  );
  for (const row of rows) for (const { seq, hash } of await recordsOf(row)) hashes.set(seq, hash);
  return hashes;
}

/** Whether any history of the till holds this record. */
export async function isStored(tx: Tx, { chain, till }: TillAt, record: JournalHead): Promise<boolean> {
  const rows = await tx.rows<SegmentRow>(
    `SELECT first_seq, records FROM segment
      WHERE chain_id = $1 AND till_id = $2 AND first_seq <= $3 AND last_seq >= $3`,
    [chain, till, record.seq],
  );
  for (const row of rows) if ((await recordsOf(row)).some(({ hash }) => hash === record.hash)) return true;
  return false;
}

/** Where the audit stood behind one stored record; null where there is none. */
export async function placeAt(tx: Tx, at: TillAt, lineage: Lineage, seq: number): Promise<AuditPlace | null> {
  if (seq === 0) return auditStart;
  if (seq <= lineage.parent_seq) {
    const parent = await parentOf(tx, at, lineage);
    return parent === null ? null : placeAt(tx, at, parent, seq);
  }
  const of = [at.chain, at.till, lineage.number];
  const row = await tx.row<SegmentRow & { before: AuditPlace }>(
    `SELECT first_seq, records, coalesce(
        (SELECT place FROM segment AS earlier WHERE earlier.chain_id = $1 AND earlier.till_id = $2
          AND earlier.lineage = $3 AND earlier.last_seq = segment.first_seq - 1),
        (SELECT began FROM lineage WHERE chain_id = $1 AND till_id = $2 AND number = $3)) AS before
      FROM segment WHERE chain_id = $1 AND till_id = $2 AND lineage = $3 AND first_seq <= $4 AND last_seq >= $4`,
    [...of, seq],
  );
  if (row === null) return null;
  const records = (await recordsOf(row)).filter((record) => record.seq <= seq);
  return verifyStretch(records, row.before, lineage.journal_key);
}

async function parentOf(tx: Tx, { chain, till }: TillAt, { parent }: Lineage): Promise<Lineage | null> {
  if (parent === 0) return null;
  return tx.row<Lineage>(
    `SELECT number, journal_key, parent, parent_seq FROM lineage
      WHERE chain_id = $1 AND till_id = $2 AND number = $3`,
    [chain, till, parent],
  );
}

async function recordsOf({ first_seq: first, records }: SegmentRow) {
  return recordsIn(await decompress(records), first - 1);
}
