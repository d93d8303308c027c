// Claims that are not over, for a person: a till that went dark, was revoked or lost its folder leaves them, and nothing
// but a person's word frees them then.
import type { PageClaim } from '#contract/office/page.ts';
import type { Tx } from '../database/database.ts';

const mostShown = 200;
/** As SQL: what was claimed since, its till may be about to accept. It uses a claim within 15 seconds, or not at all. */
const fresh = `state = 'held' AND at > now() - interval '1 minute'`;

/** The oldest ones first. */
export async function openClaims(tx: Tx, chain: string): Promise<PageClaim[]> {
  return tx.rows<PageClaim & { [column: string]: unknown }>(
    `SELECT claim.id, till.name AS till, shop, state, mode,
        replace(payment, ' @ ' || claim.till_id::text, '') AS payment, line, amount_minor AS "amountMinor", currency,
        to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS since,
        to_char(heard_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "heardAt",
        claim.lineage < till.lineage OR (state = 'held' AND as_of IS NULL) AS "isOfOlderHistory",
        (${fresh}) AS "isFresh", revoked_at IS NOT NULL AS revoked
      FROM claim JOIN till ON till.chain_id = claim.chain_id AND till.id = claim.till_id
      WHERE claim.chain_id = $1 AND state IN ('held', 'used') ORDER BY at, claim.id LIMIT ${mostShown}`,
    [chain],
  );
}

/** A person has found out that nothing was paid out, and will not be. False: it is over, too new, or there is none. */
export async function freeClaim(
  tx: Tx,
  chain: string,
  { till, id, by, why }: { readonly till: string; readonly id: string; readonly by: string; readonly why: string },
): Promise<boolean> {
  const freed = await tx.run(
    `UPDATE claim SET state = 'free', freed_by = $4, freed_why = $5
      WHERE chain_id = $1 AND id = $3 AND state IN ('held', 'used') AND NOT (${fresh})
        AND till_id = (SELECT id FROM till WHERE chain_id = $1 AND name = $2)`,
    [chain, till, id, by, why],
  );
  return freed === 1;
}

/** The same of all that a revoked till claimed and its journal does not have; how many there were. */
export async function freeHeld(
  tx: Tx,
  chain: string,
  { till, by, why }: { readonly till: string; readonly by: string; readonly why: string },
): Promise<number> {
  return tx.run(
    `UPDATE claim SET state = 'free', freed_by = $3, freed_why = $4
      WHERE chain_id = $1 AND state = 'held' AND NOT (${fresh})
        AND till_id = (SELECT id FROM till WHERE chain_id = $1 AND name = $2 AND revoked_at IS NOT NULL)`,
    [chain, till, by, why],
  );
}

export async function wantClaims(tx: Tx, chain: string, wanted: boolean): Promise<void> {
  await tx.run('UPDATE chain SET wants_claims = $2 WHERE id = $1', [chain, wanted]);
}
