// Which payment a row of a file pays out. A reference decides; without one a sum at a terminal on a day, or in the whole
// chain on a day, where exactly one payment and exactly one row have it. What fits several is never guessed.
import type { Tx } from '../database/database.ts';
import { movedMinor, moves, paidOut } from './movements.ts';

export interface Candidate {
  readonly tillId: string;
  readonly operationId: string;
  readonly minor: number;
  readonly day: string;
  /** Another row pays it out. */
  readonly taken: boolean;
}

type Found =
  | { readonly outcome: 'paid-out' | 'differing' | 'twice'; readonly candidate: Candidate }
  | { readonly outcome: 'several' };

/** `candidates`: the operations with the row's reference, currency and direction. Null: none. */
export function foundByReference(
  { grossMinor, day }: { readonly grossMinor: number; readonly day: string },
  candidates: readonly Candidate[],
): Found | null {
  const free = candidates.filter(({ taken }) => !taken);
  const sameSum = (of: readonly Candidate[]): Candidate[] => of.filter(({ minor }) => minor === grossMinor);
  const closest = (of: readonly Candidate[]): readonly Candidate[] => {
    const sameDay = of.filter((each) => each.day === day);
    return sameDay.length > 0 ? sameDay : of;
  };
  const equal = closest(sameSum(free));
  const [first] = equal;
  if (first !== undefined) {
    // Two captures of one payment with the same sum at one till: each is paid out by one of the rows.
    const alike = equal.every(({ tillId, day: on }) => tillId === first.tillId && on === first.day);
    return alike ? { outcome: 'paid-out', candidate: first } : { outcome: 'several' };
  }
  const [again] = closest(sameSum(candidates));
  if (again !== undefined) return { outcome: 'twice', candidate: again };
  const left = closest(free);
  const [only] = left;
  if (only !== undefined) return left.length === 1 ? { outcome: 'differing', candidate: only } : { outcome: 'several' };
  const [paid] = closest(candidates);
  return paid === undefined ? null : { outcome: 'twice', candidate: paid };
}

/** Rows at a time. */
const batchRows = 1_000;
/** More operations with one reference are read for no row. */
const mostCandidates = 50;

/** Matches all rows of a chain that pay out no operation yet, and anew those that were matched by their sum. */
export async function matchRows(tx: Tx, chain: string): Promise<void> {
  // A payment that arrived since may have the same sum.
  for (const which of [`outcome = 'several'`, `rule IN ('terminal', 'amount')`]) {
    await tx.run(
      `UPDATE settlement_row SET outcome = 'unknown', rule = NULL, till_id = NULL, operation_id = NULL
        WHERE chain_id = $1 AND ${which}`,
      [chain],
    );
  }
  await matchReferences(tx, chain);
  const kinds = await tx.rows<{ mode: string; zone: string }>(
    `SELECT DISTINCT mapping ->> 'mode' AS mode, mapping ->> 'zone' AS zone FROM settlement_import
      WHERE chain_id = $1 AND taken_back_at IS NULL ORDER BY 1, 2`,
    [chain],
  );
  for (const rule of ['terminal', 'amount'] as const) {
    for (const { mode, zone } of kinds) await tx.run(sumSql(rule), [chain, mode, zone]);
  }
}

interface UnpaidRow {
  readonly import_number: number;
  readonly line: number;
  readonly gross_minor: number;
  readonly day: string;
  readonly found: readonly Omit<Candidate, 'taken'>[];
  /** Of `found`: those that rows of earlier batches pay out. */
  readonly taken: readonly boolean[];
}

async function matchReferences(tx: Tx, chain: string): Promise<void> {
  let [number, line] = [0, 0];
  for (;;) {
    const rows: UnpaidRow[] = await tx.rows<UnpaidRow & { [column: string]: unknown }>(referenceSql, [
      chain,
      number,
      line,
      batchRows,
      mostCandidates,
    ]);
    const last = rows.at(-1);
    if (last === undefined) return;
    [number, line] = [last.import_number, last.line];
    const takenNow = new Set<string>();
    const decided = rows.flatMap((row) => {
      const keyOf = ({ tillId, operationId }: Omit<Candidate, 'taken'>): string => `${tillId} ${operationId}`;
      const candidates = row.found.map((each, place) => ({
        ...each,
        taken: row.taken[place] === true || takenNow.has(keyOf(each)),
      }));
      const found = foundByReference({ grossMinor: row.gross_minor, day: row.day }, candidates);
      if (found === null) return [];
      const { candidate = null } = 'candidate' in found ? found : {};
      if (candidate !== null && found.outcome !== 'twice') takenNow.add(keyOf(candidate));
      return [
        {
          number: row.import_number,
          line: row.line,
          outcome: found.outcome,
          till_id: candidate?.tillId ?? null,
          operation_id: candidate?.operationId ?? null,
        },
      ];
    });
    await tx.run(
      `UPDATE settlement_row AS row SET outcome = given.outcome, rule = 'reference', till_id = given.till_id,
          operation_id = given.operation_id
        FROM jsonb_to_recordset($2::jsonb) AS given (number bigint, line integer, outcome text, till_id uuid,
          operation_id text)
        WHERE row.chain_id = $1 AND row.import_number = given.number AND row.line = given.line`,
      [chain, JSON.stringify(decided)],
    );
  }
}

const candidateOf = `operation.chain_id, operation.till_id, operation.id, operation.accepted_at, operation.currency,
  operation.mode, operation.state, operation.sort, operation.amount_minor, operation.taken_minor,
  operation.given_back_minor`;

/** The next unmatched rows with a reference, each with the operations that have it. Each lookup is one of an index. */
const referenceSql = `
  WITH row AS (
    SELECT row.*, imported.mapping ->> 'mode' AS mode, imported.mapping ->> 'zone' AS zone
    FROM settlement_row AS row
      JOIN settlement_import AS imported ON imported.chain_id = row.chain_id AND imported.number = row.import_number
    WHERE row.chain_id = $1 AND (row.import_number, row.line) > ($2, $3) AND row.outcome = 'unknown' AND row.refs <> '{}'
    ORDER BY row.import_number, row.line LIMIT $4)
  SELECT row.import_number, row.line, row.gross_minor, row.day::text,
    coalesce(found.found, '[]') AS found, coalesce(found.taken, '{}') AS taken
  FROM row LEFT JOIN LATERAL (
    SELECT jsonb_agg(jsonb_build_object('tillId', till_id, 'operationId', id, 'minor', minor, 'day', day)
        ORDER BY accepted_at, id) AS found,
      array_agg(taken ORDER BY accepted_at, id) AS taken
    FROM (
      SELECT DISTINCT operation.till_id, operation.id, ${movedMinor} AS minor,
        (operation.accepted_at AT TIME ZONE row.zone)::date AS day, operation.accepted_at, ${paidOut} AS taken
      FROM unnest(row.refs) AS given (reference)
        CROSS JOIN LATERAL (
          SELECT ${candidateOf} FROM operation WHERE operation.pay_id = given.reference
          UNION ALL SELECT ${candidateOf} FROM operation WHERE operation.trans_id = given.reference
          UNION ALL SELECT ${candidateOf} FROM operation WHERE operation.ref_nr = given.reference) AS operation
      WHERE operation.chain_id = $1 AND ${moves} AND operation.mode = row.mode AND operation.currency = row.currency
        AND sign(${movedMinor}) = sign(row.gross_minor)
      ORDER BY operation.accepted_at, operation.id LIMIT $5) AS each) AS found ON true
  ORDER BY row.import_number, row.line`;

/**
 * Rows and operations of one sum on one day, counted and never joined one by one: a day of a chain has thousands of the same
 * sum. A terminal that the tills do not know is the acquirer's own number, and is left out of account.
 */
function sumSql(rule: 'terminal' | 'amount'): string {
  const key = rule === 'terminal' ? 'day, currency, minor, terminal' : 'day, currency, minor';
  const which =
    rule === 'terminal'
      ? 'row.terminal IS NOT NULL'
      : '(row.terminal IS NULL OR row.terminal NOT IN (SELECT terminal FROM terminals))';
  return `
    WITH unpaid AS (
      SELECT row.import_number, row.line, row.day, row.currency, row.gross_minor AS minor, row.terminal
      FROM settlement_row AS row
        JOIN settlement_import AS imported ON imported.chain_id = row.chain_id AND imported.number = row.import_number
      WHERE row.chain_id = $1 AND row.outcome = 'unknown' AND imported.mapping ->> 'mode' = $2
        AND imported.mapping ->> 'zone' = $3),
    days AS (SELECT min(day)::timestamp AT TIME ZONE $3 AS first, (max(day) + 1)::timestamp AT TIME ZONE $3 AS last
      FROM unpaid),
    terminals AS (
      SELECT DISTINCT terminal_id AS terminal FROM operation
      WHERE chain_id = $1 AND terminal_id IS NOT NULL AND accepted_at >= (SELECT first FROM days)
        AND accepted_at < (SELECT last FROM days)),
    free AS (
      SELECT operation.till_id, operation.id, (operation.accepted_at AT TIME ZONE $3)::date AS day, operation.currency,
        ${movedMinor} AS minor, operation.terminal_id AS terminal
      FROM operation
      WHERE operation.chain_id = $1 AND operation.mode = $2 AND ${moves}
        AND operation.accepted_at >= (SELECT first FROM days) AND operation.accepted_at < (SELECT last FROM days)
        AND NOT ${paidOut}),
    rows_of AS (SELECT ${key}, count(*) AS rows FROM unpaid AS row WHERE ${which} GROUP BY ${key}),
    free_of AS (SELECT ${key}, count(*) AS operations, (array_agg(till_id))[1] AS till_id, min(id) AS id FROM free
      GROUP BY ${key}),
    fits AS (SELECT * FROM rows_of JOIN free_of USING (${key.replaceAll(' ', '')}))
    UPDATE settlement_row AS row SET rule = '${rule}',
      outcome = CASE WHEN fits.rows = 1 AND fits.operations = 1 THEN 'paid-out' ELSE 'several' END,
      till_id = CASE WHEN fits.rows = 1 AND fits.operations = 1 THEN fits.till_id END,
      operation_id = CASE WHEN fits.rows = 1 AND fits.operations = 1 THEN fits.id END
    FROM unpaid, fits
    WHERE row.chain_id = $1 AND row.import_number = unpaid.import_number AND row.line = unpaid.line
      AND ${which.replaceAll('row.', 'unpaid.')} AND ${key
        .split(', ')
        .map((name) => `fits.${name} = unpaid.${name}`)
        .join(' AND ')}`;
}
