// X and Z of a day, of one shop or of all: the sums of the tills' records of that day. It is a Z once the day is over and
// every till's records of it are here; what the records say does not change any more then.
import type { DayReport, DayReportQuery } from '#contract/office/page.ts';
import type { Tx } from '../database/database.ts';
import { sumColumns, untilDay, withinDays } from './looks.ts';

/** A till that asked where it stands and then sent nothing for so long has nothing to send. */
const quietSeconds = 60;

export async function dayReport(tx: Tx, chain: string, { day, zone, shop }: DayReportQuery): Promise<DayReport> {
  const given = [chain, day, day, zone, shop ?? null];
  const within = `hour ${withinDays} AND hour ${untilDay} AND ($5::text IS NULL OR coalesce(till.shop, '') = $5)`;
  const from = 'taking JOIN till ON till.chain_id = taking.chain_id AND till.id = taking.till_id';
  const all = await tx.rows<DayReport['all'][number] & { [column: string]: unknown }>(
    `SELECT mode, currency, ${sumColumns} FROM ${from} WHERE taking.chain_id = $1 AND ${within}
      GROUP BY 1, 2 ORDER BY 1, 2`,
    given,
  );
  const tills = await tx.rows<DayReport['tills'][number] & { [column: string]: unknown }>(
    `SELECT mode, currency, till.name, array_agg(DISTINCT shift ORDER BY shift) AS shifts, ${sumColumns}
      FROM ${from} WHERE taking.chain_id = $1 AND ${within} GROUP BY 1, 2, 3 ORDER BY 1, 3, 2`,
    given,
  );
  const missing = await tx.rows<{ name: string }>(
    `SELECT till.name FROM till JOIN lineage ON lineage.chain_id = till.chain_id AND till_id = till.id
        AND number = till.lineage
      WHERE till.chain_id = $1 AND revoked_at IS NULL AND ($4::text IS NULL OR coalesce(shop, '') = $4)
        AND began_at < ($2::date + 1)::timestamp AT TIME ZONE $3
        AND coalesce(last_at, '-infinity') < ($2::date + 1)::timestamp AT TIME ZONE $3
        AND NOT (heard_at >= ($2::date + 1)::timestamp AT TIME ZONE $3
          AND heard_at > coalesce((SELECT max(stored_at) FROM segment WHERE segment.chain_id = till.chain_id
            AND segment.till_id = till.id AND segment.lineage = till.lineage), '-infinity')
            + make_interval(secs => $5))
      ORDER BY 1`,
    [chain, day, zone, shop ?? null, quietSeconds],
  );
  const over = await tx.row<{ over: boolean }>('SELECT now() >= ($1::date + 1)::timestamp AT TIME ZONE $2 AS over', [
    day,
    zone,
  ]);
  const isOver = over?.over === true;
  const waitingFor = isOver ? missing.map(({ name }) => name) : [];
  const report = isOver && waitingFor.length === 0 ? 'Z' : 'X';
  return { day, zone, shop: shop ?? null, report, waitingFor, all, tills };
}
