// Each till's journal as the office has it, for an auditor: whole, with the till's key and the newest head that the office
// countersigned, to be verified by docs/verify-journal.mjs without Tillbridge. Named by ids: a till's name is any text.
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { shownText } from '#contract/text/shown-text.ts';
import { lineOf } from '#store/journal/record-line.ts';
import type { Tx } from '../database/database.ts';
import { recordsIn } from '../journals/stretch.ts';

const decompress = promisify(zstdDecompress);

export interface AuditedLineage {
  readonly till: string;
  readonly shop: string | null;
  readonly tillId: string;
  readonly lineage: number;
  readonly parent: number;
  readonly parentSeq: number;
  readonly headSeq: number;
  readonly journalKey: string;
  readonly countersigned: object | null;
}

export async function auditedLineages(tx: Tx, chain: string): Promise<AuditedLineage[]> {
  const rows = await tx.rows<AuditedLineage & { [column: string]: unknown }>(
    `SELECT name AS till, shop, till.id AS "tillId", number AS lineage, parent, parent_seq AS "parentSeq",
        head_seq AS "headSeq", journal_key AS "journalKey", countersigned
      FROM lineage JOIN till ON till.chain_id = lineage.chain_id AND till.id = lineage.till_id
      WHERE till.chain_id = $1 AND head_seq > 0 ORDER BY name, till.id, number`,
    [chain],
  );
  return rows.map((row) => ({ ...row, till: shownText(row.till) }));
}

/** Its lines from the first record on: what lies before a lineage's beginning is the parent's. */
export async function* journalText(
  tx: Tx,
  chain: string,
  all: readonly AuditedLineage[],
  of: AuditedLineage,
  last = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<string> {
  const parent = all.find(({ tillId, lineage }) => tillId === of.tillId && lineage === of.parent);
  if (parent !== undefined) yield* journalText(tx, chain, all, parent, Math.min(last, of.parentSeq));
  for (let after = 0; ;) {
    const row = await tx.row<{ first_seq: number; last_seq: number; records: Buffer }>(
      `SELECT first_seq, last_seq, records FROM segment WHERE chain_id = $1 AND till_id = $2 AND lineage = $3
        AND first_seq > $4 AND first_seq <= $5 ORDER BY first_seq LIMIT 1`,
      [chain, of.tillId, of.lineage, after, last],
    );
    if (row === null) return;
    const records = recordsIn(await decompress(row.records), row.first_seq - 1);
    yield records
      .filter(({ seq }) => seq <= last)
      .map(lineOf)
      .join('');
    after = row.first_seq;
  }
}
