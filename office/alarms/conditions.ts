// What is wrong at the tills of a chain at this moment, by the database's rows and clock.
import type { Tx } from '../database/database.ts';
import type { NoticeFacts, NoticeKind } from './kinds.ts';

export interface Condition {
  readonly kind: NoticeKind;
  readonly subject: string;
  readonly till: string;
  readonly shop: string | null;
  readonly since: Date;
  readonly facts: NoticeFacts;
}

/** Of each kind, the oldest ones: more than a person can look at is told by those. */
const mostOfKind = 1_000;
/** How long an alarm of something that happened is shown as open. */
const eventDays = 7;
/** As on the page: refunds of one payment within so many days. */
const refundDays = 90;
/** A till goes by new settings once it is at rest. */
const lagHours = 24;

const queries: readonly { readonly sql: string; readonly limits: readonly string[] }[] = [
  {
    // A journal whose last refused record is newer than the last one that was taken.
    sql: `SELECT 'journal-refused' AS kind, subject, till, shop, since, jsonb_build_object('record', record) AS facts
      FROM (SELECT DISTINCT ON (alarm.till_id) alarm.till_id::text AS subject, till.name AS till, shop,
          first_at AS since, seq AS record, last_at,
          (SELECT stored_at FROM segment WHERE segment.chain_id = alarm.chain_id AND segment.till_id = alarm.till_id
            AND segment.lineage = till.lineage ORDER BY first_seq DESC LIMIT 1) AS stored_at
        FROM alarm JOIN till ON till.chain_id = alarm.chain_id AND till.id = alarm.till_id
        WHERE alarm.chain_id = $1 AND kind IN ('changed', 'missing', 'forked') AND revoked_at IS NULL
        ORDER BY alarm.till_id, last_at DESC) AS refused
      WHERE stored_at IS NULL OR stored_at <= last_at ORDER BY since LIMIT ${mostOfKind}`,
    limits: [],
  },
  {
    sql: `SELECT kind, concat_ws(' ', alarm.till_id, alarm.lineage, seq) AS subject, till.name AS till, shop,
        first_at AS since, jsonb_build_object('record', seq) AS facts
      FROM alarm JOIN till ON till.chain_id = alarm.chain_id AND till.id = alarm.till_id
      WHERE alarm.chain_id = $1 AND kind IN ('restored', 'other-folder') AND first_at > now() - interval '${eventDays} days'
      ORDER BY first_at LIMIT ${mostOfKind}`,
    limits: [],
  },
  {
    // A shop that is closed is silent as a whole: there it takes longer.
    sql: `SELECT 'silent' AS kind, id::text AS subject, name AS till, shop, heard_at AS since, '{}'::jsonb AS facts
      FROM (SELECT id, name, shop, heard_at, max(heard_at) OVER (PARTITION BY shop) AS shop_heard_at
        FROM till WHERE chain_id = $1 AND revoked_at IS NULL AND joined_at IS NOT NULL AND heard_at IS NOT NULL) AS heard
      WHERE (SELECT up_since FROM alarm_watch WHERE chain_id = $1) < now() - make_interval(mins => $2)
        AND heard_at < now() - CASE WHEN shop_heard_at >= now() - make_interval(mins => $2)
          THEN make_interval(mins => $2) ELSE greatest(make_interval(mins => $2), make_interval(hours => $3)) END
      ORDER BY heard_at LIMIT ${mostOfKind}`,
    limits: ['silent_minutes', 'shop_silent_hours'],
  },
  {
    sql: `SELECT 'doubt' AS kind, concat_ws(' ', till_id, operation.id) AS subject, till.name AS till, shop,
        doubt_since AS since, jsonb_build_object('amountMinor', amount_minor, 'currency', currency,
          'reference', coalesce(ref_nr, trans_id, pay_id), 'mode', mode) AS facts
      FROM operation JOIN till ON till.chain_id = operation.chain_id AND till.id = operation.till_id
      WHERE operation.chain_id = $1 AND doubt_since < now() - make_interval(mins => $2) AND mode <> 'training'
      ORDER BY doubt_since, operation.id LIMIT ${mostOfKind}`,
    limits: ['doubt_minutes'],
  },
  {
    sql: `SELECT 'authorization' AS kind, concat_ws(' ', till_id, environment, payment) AS subject, till.name AS till, shop,
        at AS since, jsonb_build_object('amountMinor', open_minor, 'currency', currency, 'mode', mode, 'reference',
          coalesce(carried ->> 'refNr', carried ->> 'transId', carried ->> 'payId')) AS facts
      FROM open_authorization AS open JOIN till ON till.chain_id = open.chain_id AND till.id = open.till_id
      WHERE open.chain_id = $1 AND at < now() - make_interval(days => $2) AND mode <> 'training'
      ORDER BY at, payment LIMIT ${mostOfKind}`,
    limits: ['authorization_days'],
  },
  {
    sql: `SELECT 'refunded-twice' AS kind, target AS subject, min(till.name) AS till, min(shop) AS shop,
        max(accepted_at) AS since, jsonb_build_object('reference', target, 'currency', min(currency), 'amountMinor',
          sum(coalesce(given_back_minor, amount_minor, 0)), 'tills', array_agg(DISTINCT till.name)) AS facts
      FROM operation JOIN till ON till.chain_id = operation.chain_id AND till.id = operation.till_id
      WHERE operation.chain_id = $1 AND sort IN ('refund', 'manual-refund', 'reversal') AND state = 'succeeded'
        AND mode <> 'training' AND accepted_at > now() - interval '${refundDays} days'
        AND NOT (SELECT wants_claims FROM chain WHERE id = $1)
        AND target IN (SELECT target FROM operation AS fresh WHERE fresh.chain_id = $1
          AND fresh.sort IN ('refund', 'manual-refund', 'reversal')
          AND fresh.accepted_at > now() - interval '${eventDays} days')
      GROUP BY target HAVING count(DISTINCT till_id) > 1 ORDER BY since, target LIMIT ${mostOfKind}`,
    limits: [],
  },
  {
    // Where refunds are claimed, several tills may refund parts of one payment: told is what should not have been paid.
    sql: `SELECT 'refunded-twice' AS kind, concat_ws(' ', claim.till_id, claim.id) AS subject, till.name AS till, till.shop,
        claim.doubles_since AS since,
        jsonb_build_object('reference', coalesce(replace(claim.payment, ' @ ' || claim.till_id::text, ''), claim.line),
          'currency', claim.currency, 'amountMinor', claim.amount_minor, 'mode', claim.mode, 'tills', (SELECT array_agg(DISTINCT name) FROM till AS each WHERE each.chain_id = claim.chain_id
            AND each.id IN (claim.till_id, claim.doubles_till))) AS facts
      FROM claim JOIN till ON till.chain_id = claim.chain_id AND till.id = claim.till_id
      WHERE claim.chain_id = $1 AND claim.doubles IS NOT NULL AND claim.mode <> 'training'
        AND (SELECT wants_claims FROM chain WHERE id = $1)
        AND claim.doubles_since > now() - interval '${eventDays} days'
      ORDER BY since, subject LIMIT ${mostOfKind}`,
    limits: [],
  },
  givenToTill('people'),
  // For a day it may be on its way that a program has no token there yet.
  givenToTill('programs', 'without_token'),
  {
    // A till that does not take its settings, or has not gone by them for a day, though it was heard.
    sql: `SELECT 'settings' AS kind, till.id::text AS subject, till.name AS till, shop,
        coalesce(signed_at, settings_changed_at) AS since,
        jsonb_build_object('reference', (SELECT string_agg(problem ->> 'name', ', ')
          FROM jsonb_array_elements(refused -> 'problems') AS problem WHERE problem ->> 'name' <> '')) AS facts
      FROM till JOIN chain ON chain.id = till.chain_id
        LEFT JOIN till_settings AS given ON given.chain_id = till.chain_id AND given.till_id = till.id
      WHERE till.chain_id = $1 AND revoked_at IS NULL AND joined_at IS NOT NULL AND settings_changed_at IS NOT NULL
        AND ((refused ->> 'version')::bigint = given.version
          OR in_force_version < given.version AND signed_at < now() - interval '${lagHours} hours'
          OR coalesce(asked_at < settings_changed_at, true) AND heard_at > settings_changed_at
            AND settings_changed_at < now() - interval '${lagHours} hours')
      ORDER BY since, till.id LIMIT ${mostOfKind}`,
    limits: [],
  },
];

/**
 * A till that does not take the people or programs that it is given, or leaves one of them out, or has not asked for a day.
 * `lacking`: a column with the names of what could not be given.
 */
function givenToTill(kind: 'people' | 'programs', lacking: string | null = null): (typeof queries)[number] {
  const [changedAt, lacks] = [`${kind}_changed_at`, `coalesce(${lacking ?? 'null'}, '[]'::jsonb)`];
  return {
    sql: `SELECT '${kind}' AS kind, till.id::text AS subject, till.name AS till, shop,
        coalesce(signed_at, ${changedAt}) AS since,
        jsonb_build_object('reference', (SELECT string_agg(name, ', ') FROM (
          SELECT problem ->> 'name' AS name FROM jsonb_array_elements(refused -> 'problems') AS problem
          UNION SELECT jsonb_array_elements_text(${lacks})) AS named WHERE name <> '')) AS facts
      FROM till JOIN chain ON chain.id = till.chain_id
        JOIN till_${kind} AS given ON given.chain_id = till.chain_id AND given.till_id = till.id
      WHERE till.chain_id = $1 AND revoked_at IS NULL AND joined_at IS NOT NULL AND takes
        AND ((refused ->> 'version')::bigint = given.version
          OR ${changedAt} < now() - interval '${lagHours} hours'
            AND (${lacks} <> '[]' OR asked_at < ${changedAt} AND heard_at > ${changedAt}))
      ORDER BY since, till.id LIMIT ${mostOfKind}`,
    limits: [],
  };
}

export async function conditionsNow(
  tx: Tx,
  chain: string,
  limits: { readonly [name: string]: unknown },
): Promise<Condition[]> {
  const found: Condition[] = [];
  for (const { sql, limits: names } of queries) {
    found.push(
      ...(await tx.rows<Condition & { [column: string]: unknown }>(sql, [chain, ...names.map((name) => limits[name])])),
    );
  }
  return found;
}
