// What the office knows of all tills of a chain. Sums were added up by the tills' own code when the records arrived.
import type { Countersigned } from '#contract/office/office.ts';
import type { Tx } from '../database/database.ts';

interface Sum {
  readonly mode: string;
  readonly currency: string;
  readonly takenMinor: number;
  readonly givenBackMinor: number;
  readonly tipMinor: number;
}

export interface TakingsReport {
  readonly all: readonly Sum[];
  readonly tills: readonly (Sum & { readonly till: string; readonly shop: string | null })[];
}

const sums = `sum(taken_minor)::bigint AS "takenMinor", sum(given_back_minor)::bigint AS "givenBackMinor",
  sum(tip_minor)::bigint AS "tipMinor"`;
const within = `($2::date IS NULL OR hour >= $2::date) AND ($3::date IS NULL OR hour < $3::date + 1)`;

/** Days in UTC, both counted; null: no bound. */
export async function takings(
  tx: Tx,
  chain: string,
  { from, to }: { readonly from: string | null; readonly to: string | null },
): Promise<TakingsReport> {
  const given = [chain, from, to];
  const all = await tx.rows<Sum>(
    `SELECT mode, currency, ${sums} FROM taking WHERE chain_id = $1 AND ${within} GROUP BY 1, 2 ORDER BY 1, 2`,
    given,
  );
  const each = await tx.rows<TakingsReport['tills'][number]>(
    `SELECT till.name AS till, shop, mode, currency, ${sums}
      FROM taking JOIN till ON till.chain_id = taking.chain_id AND till.id = taking.till_id
      WHERE taking.chain_id = $1 AND ${within} GROUP BY 1, 2, 3, 4 ORDER BY 1, 3, 4`,
    given,
  );
  return { all, tills: each };
}

/** What is in doubt or needs a person, oldest first. */
export async function doubts(tx: Tx, chain: string, most: number | null = null): Promise<object[]> {
  return tx.rows(
    `SELECT till.name AS till, shop, operation.id, kind, sort, state, mode, amount_minor AS "amountMinor", currency,
        pay_id AS "payId", trans_id AS "transId", ref_nr AS "refNr", accepted_at AS at, doubt_since AS since
      FROM operation JOIN till ON till.chain_id = operation.chain_id AND till.id = operation.till_id
      WHERE operation.chain_id = $1 AND doubt_since IS NOT NULL ORDER BY doubt_since, operation.id LIMIT $2`,
    [chain, most],
  );
}

export async function tills(tx: Tx, chain: string, most: number | null = null): Promise<object[]> {
  return tx.rows(
    `SELECT till.name, shop, till.id, version, joined_at AS "joinedAt", revoked_at AS "revokedAt",
        heard_at AS "heardAt",
        CASE WHEN revoked_at IS NULL AND joined_at IS NOT NULL THEN heard_at < now() - interval '15 minutes' END AS silent,
        till.lineage, coalesce(head_seq, 0) AS records,
        (SELECT count(*) FROM operation WHERE operation.chain_id = till.chain_id AND till_id = till.id
          AND doubt_since IS NOT NULL) AS "inDoubt",
        (SELECT count(*) FROM alarm WHERE alarm.chain_id = till.chain_id AND till_id = till.id) AS alarms,
        (SELECT jsonb_build_object('version', given.version, 'has', has_version, 'inForce', in_force_version,
            'refused', refused, 'askedAt', asked_at)
          FROM till_settings AS given WHERE given.chain_id = till.chain_id AND given.till_id = till.id) AS settings,
        (SELECT jsonb_build_object('takes', takes, 'version', given.version, 'has', has_version,
            'inForce', in_force_version, 'refused', refused, 'askedAt', asked_at)
          FROM till_people AS given WHERE given.chain_id = till.chain_id AND given.till_id = till.id) AS people,
        (SELECT jsonb_build_object('takes', takes, 'version', given.version, 'has', has_version,
            'inForce', in_force_version, 'refused', refused, 'withoutToken', coalesce(without_token, '[]'),
            'askedAt', asked_at)
          FROM till_programs AS given WHERE given.chain_id = till.chain_id AND given.till_id = till.id) AS programs
      FROM till LEFT JOIN lineage ON lineage.chain_id = till.chain_id AND till_id = till.id AND number = till.lineage
      WHERE till.chain_id = $1 ORDER BY silent DESC NULLS LAST, till.name LIMIT $2`,
    [chain, most],
  );
}

export async function alarms(tx: Tx, chain: string, most: number | null = null): Promise<object[]> {
  return tx.rows(
    `SELECT till.name AS till, kind, alarm.lineage, seq, detail, first_at AS "firstAt", last_at AS "lastAt", times
      FROM alarm JOIN till ON till.chain_id = alarm.chain_id AND till.id = alarm.till_id
      WHERE alarm.chain_id = $1 ORDER BY last_at DESC, till.name, seq LIMIT $2`,
    [chain, most],
  );
}

/** The newest head of a till that the office countersigned, or null. */
export async function headOfTill(tx: Tx, chain: string, name: string): Promise<Countersigned | null> {
  const row = await tx.row<{ countersigned: Countersigned | null }>(
    `SELECT countersigned FROM till JOIN lineage
        ON lineage.chain_id = till.chain_id AND lineage.till_id = till.id AND lineage.number = till.lineage
      WHERE till.chain_id = $1 AND till.name = $2`,
    [chain, name],
  );
  return row?.countersigned ?? null;
}
