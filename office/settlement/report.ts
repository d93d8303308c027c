// Takings against payouts: every payment of the tills and every row of the files once, with what became of it. Sums, days,
// lists and exports read the same lines.
import type {
  SettlementDay,
  SettlementFee,
  SettlementLine,
  SettlementLinesQuery,
  SettlementQuery,
  SettlementReport,
  SettlementSum,
} from '#contract/office/settlement.ts';
import { type Tx, storable } from '../database/database.ts';
import { movedMinor, moves } from './movements.ts';

const mostDays = 1_000;
const mostShown = 200;
/** Without a mapping, and so without its days. */
const settlementDays = 5;

/**
 * Parameters: chain, first day, last day, time zone, mode. A payment counts on the day it was accepted; a row of no payment,
 * or that pays one out once more, on the day that the file says.
 */
const linesSql = `
  moved AS (
    SELECT operation.chain_id, operation.till_id, operation.id, operation.pay_id, operation.trans_id, operation.ref_nr,
      (operation.accepted_at AT TIME ZONE $4)::date AS day, operation.currency, ${movedMinor} AS minor
    FROM operation
    WHERE operation.chain_id = $1 AND operation.mode = $5 AND ${moves}
      AND operation.accepted_at >= ($2::date)::timestamp AT TIME ZONE $4
      AND operation.accepted_at < ($3::date + 1)::timestamp AT TIME ZONE $4),
  due AS (
    SELECT (now() AT TIME ZONE $4)::date - coalesce(max((mapping ->> 'settlementDays')::integer), ${settlementDays}) AS day
    FROM settlement_mapping WHERE chain_id = $1 AND mapping ->> 'mode' = $5),
  entry AS (
    SELECT moved.day, moved.till_id, moved.currency, moved.minor AS tills_minor, row.gross_minor AS file_minor,
      row.fee_minor, row.net_minor, row.net_currency, coalesce(row.rule, '') AS rule,
      coalesce(moved.ref_nr, moved.trans_id, moved.pay_id, '') AS reference, moved.id AS operation, row.type,
      row.last_four, row.approval_code, imported.file, row.line,
      CASE WHEN row.outcome IS NOT NULL THEN row.outcome
        WHEN ${reversedSql()} THEN 'reversed'
        WHEN moved.day > due.day THEN 'waiting' ELSE 'missing' END AS outcome
    FROM moved CROSS JOIN due
      LEFT JOIN settlement_row AS row ON row.chain_id = moved.chain_id AND row.till_id = moved.till_id
        AND row.operation_id = moved.id AND row.outcome IN ('paid-out', 'differing')
      LEFT JOIN settlement_import AS imported ON imported.chain_id = row.chain_id AND imported.number = row.import_number
    UNION ALL
    SELECT row.day, row.till_id, row.currency, NULL, row.gross_minor, row.fee_minor, row.net_minor, row.net_currency,
      coalesce(row.rule, ''), coalesce(row.refs[1], ''), coalesce(row.operation_id, ''), row.type, row.last_four,
      row.approval_code, imported.file, row.line, row.outcome
    FROM settlement_row AS row
      JOIN settlement_import AS imported ON imported.chain_id = row.chain_id AND imported.number = row.import_number
    WHERE row.chain_id = $1 AND row.day BETWEEN $2::date AND $3::date
      AND row.outcome IN ('twice', 'several', 'unknown', 'other') AND imported.mapping ->> 'mode' = $5)`;

/** A reversal and what it took back, before either was settled: no file names them. */
function reversedSql(): string {
  return `(moved.pay_id IS NOT NULL AND coalesce((
      SELECT sum(${movedMinor}) = 0 AND bool_or(operation.sort = 'reversal') FROM operation
      WHERE operation.pay_id = moved.pay_id AND operation.chain_id = moved.chain_id AND ${moves}
        AND NOT EXISTS (SELECT FROM settlement_row AS payer WHERE payer.chain_id = operation.chain_id
          AND payer.till_id = operation.till_id AND payer.operation_id = operation.id
          AND payer.outcome IN ('paid-out', 'differing'))), false))`;
}

const ofTills = 'LEFT JOIN till ON till.chain_id = $1 AND till.id = entry.till_id';

export async function settlement(tx: Tx, chain: string, query: SettlementQuery): Promise<SettlementReport> {
  const given = [chain, query.from, query.to, query.zone, query.mode];
  // Each set asks once more: a temporary table would need a right to write.
  const sums = await tx.rows<SettlementSum & { [column: string]: unknown }>(
    `WITH ${linesSql} SELECT outcome, currency, count(*) AS count, sum(tills_minor)::bigint AS "tillsMinor",
        sum(file_minor)::bigint AS "fileMinor"
      FROM entry GROUP BY 1, 2 ORDER BY 2, 1`,
    given,
  );
  const fees = await tx.rows<SettlementFee & { [column: string]: unknown }>(
    `WITH ${linesSql} SELECT net_currency AS currency, sum(fee_minor)::bigint AS "feeMinor",
        sum(net_minor)::bigint AS "netMinor"
      FROM entry WHERE net_currency IS NOT NULL GROUP BY 1 ORDER BY 1`,
    given,
  );
  const days = await tx.rows<SettlementDay & { [column: string]: unknown }>(
    `WITH ${linesSql} SELECT entry.day::text, coalesce(till.name, '') AS till, currency,
        coalesce(sum(tills_minor), 0)::bigint AS "tillsMinor",
        coalesce(sum(file_minor) FILTER (WHERE outcome <> 'other'), 0)::bigint AS "paidMinor",
        (coalesce(sum(file_minor) FILTER (WHERE outcome <> 'other'), 0)
          - coalesce(sum(tills_minor) FILTER (WHERE outcome <> 'waiting'), 0))::bigint AS "differenceMinor",
        coalesce(sum(tills_minor) FILTER (WHERE outcome = 'waiting'), 0)::bigint AS "waitingMinor",
        count(*) FILTER (WHERE outcome = 'missing') AS missing,
        coalesce(sum(fee_minor) FILTER (WHERE net_currency = currency), 0)::bigint AS "feeMinor"
      FROM entry ${ofTills} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3 LIMIT ${mostDays}`,
    given,
  );
  return { sums, fees, days };
}

const lineColumns = `entry.day::text AS day, coalesce(till.name, '') AS till, coalesce(till.shop, '') AS shop, outcome, rule,
  currency, tills_minor AS "tillsMinor", file_minor AS "fileMinor", fee_minor AS "feeMinor", reference, operation,
  coalesce(type, '') AS type, coalesce(last_four, '') AS "lastFour", coalesce(approval_code, '') AS "approvalCode",
  coalesce(file, '') AS file, line`;

/** What was asked for, one by one: of the columns of `entry` and `till`, without a limit. */
export function linesQuestion(
  chain: string,
  { from, to, zone, mode, outcome, till }: SettlementLinesQuery,
  columns: string,
): { readonly sql: string; readonly values: readonly unknown[] } {
  return {
    sql: `WITH ${linesSql} SELECT ${columns} FROM entry ${ofTills}
      WHERE ($6::text IS NULL OR outcome = $6) AND ($7::text IS NULL OR coalesce(till.name, '') = $7)
      ORDER BY entry.day, till.name NULLS FIRST, reference, operation, file, line`,
    values: [chain, from, to, zone, mode, outcome ?? null, till === undefined ? null : storable(till)],
  };
}

export function settlementLines(tx: Tx, chain: string, query: SettlementLinesQuery): Promise<SettlementLine[]> {
  const { sql, values } = linesQuestion(chain, query, lineColumns);
  return tx.rows<SettlementLine & { [column: string]: unknown }>(`${sql} LIMIT ${mostShown}`, values);
}
