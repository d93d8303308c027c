// Claims as rows: those that may stand in the way of a refund, read while no other refund of the same payment or line is
// judged.
import { createHash } from 'node:crypto';
import type { ClaimState } from '#contract/office/claims.ts';
import { type Tx, storable } from '../database/database.ts';
import type { TillAt } from '../database/till-at.ts';
import type { OtherRefund } from './judge.ts';

/** A refund at one of the chain's tills. */
export interface TillRefund extends OtherRefund {
  readonly till: string;
  readonly tillId: string;
  readonly shop: string | null;
  /** Of the till that asks. */
  readonly isOwn: boolean;
  readonly at: Date;
}

export interface Named {
  readonly mode: string;
  readonly payment: string | null;
  readonly line: string | null;
}

/**
 * Until the transaction ends nobody else judges a refund of this payment or line. Lines of two payments are two lines, and
 * many have the same name: they share its lock, which keeps out only a refund that names a line without a payment.
 */
export async function lockNames(tx: Tx, { chain }: Pick<TillAt, 'chain'>, named: readonly Named[]): Promise<void> {
  const isAlone = new Map<bigint, boolean>();
  for (const { mode, payment, line } of named) {
    if (payment !== null) isAlone.set(lockKey([chain, mode, 'payment', payment]), true);
    if (line === null) continue;
    const key = lockKey([chain, mode, 'line', line]);
    isAlone.set(key, payment === null || isAlone.get(key) === true);
  }
  if (isAlone.size === 0) return;
  // In one order, so that no two wait for each other.
  const sorted = [...isAlone].toSorted(([one], [other]) => (one < other ? -1 : 1));
  await tx.rows(
    `SELECT CASE WHEN alone THEN pg_advisory_xact_lock(key) ELSE pg_advisory_xact_lock_shared(key) END IS NULL AS locked
      FROM unnest($1::bigint[], $2::boolean[]) AS wanted (key, alone)`,
    [sorted.map(([key]) => String(key)), sorted.map(([, alone]) => alone)],
  );
}

function lockKey(parts: readonly string[]): bigint {
  return createHash('sha256').update(JSON.stringify(parts)).digest().readBigInt64BE();
}

/** Call it with the names locked. Other refunds of the payment or line in one of these states, as `judge` compares them. */
export async function othersOf(
  tx: Tx,
  { chain, till }: TillAt,
  id: string,
  { mode, payment, line }: Named,
  states: readonly ClaimState[],
): Promise<TillRefund[]> {
  return tx.rows<TillRefund & { [column: string]: unknown }>(
    `SELECT claim.id, claim.state, payment, line, amount_minor AS "amountMinor", currency, at, till.name AS till,
        claim.till_id AS "tillId", shop,
        claim.till_id = $6 AS "isOwn"
      FROM claim JOIN till ON till.chain_id = claim.chain_id AND till.id = claim.till_id
      WHERE claim.chain_id = $1 AND mode = $2 AND claim.state = ANY ($5)
        AND (payment = $3 OR line = $4 AND ($3::text IS NULL OR payment IS NULL))
        AND claim.state <> 'free' AND NOT (claim.till_id = $6 AND claim.id = $7)
      ORDER BY at, claim.id`,
    [chain, mode, payment, line, states, till, id],
  );
}

/** What the tills of chain $1 captured of a payment, as SQL; null where no journal says so. */
export function capturedSum(payment: string, mode: string, currency: string): string {
  return `(SELECT sum(taken_minor)::bigint FROM operation AS taken WHERE taken.chain_id = $1 AND taken.pay_id = ${payment}
    AND taken.mode = ${mode} AND taken.currency = ${currency} AND taken_minor > 0)`;
}

/** Other tills may use the same transId for payments of their own. */
export function nameAtTill({ till }: Pick<TillAt, 'till'>, transId: string): string {
  return `${storable(transId)} @ ${till}`;
}

/**
 * The payment's one name: the gateway's number, also where the till asked before it knew that, and else the till's own
 * name for it, which is changed when its journal says the number (journal-claims.ts).
 */
export async function paymentName(
  tx: Tx,
  at: TillAt,
  { mode, payId, transId }: { readonly mode: string; readonly payId: string | null; readonly transId: string | null },
): Promise<string | null> {
  if (payId !== null || transId === null) return payId === null ? null : storable(payId);
  const made = await tx.row<{ pay_id: string }>(
    `SELECT pay_id FROM operation WHERE chain_id = $1 AND till_id = $2 AND trans_id = $3 AND mode = $4
      AND pay_id IS NOT NULL AND sort NOT IN ('refund', 'manual-refund', 'reversal')
      ORDER BY accepted_at DESC LIMIT 1`,
    [at.chain, at.till, storable(transId), mode],
  );
  return made?.pay_id ?? nameAtTill(at, transId);
}
