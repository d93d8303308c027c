// What a till's journal says of claims, in the transaction that stores its records: used, given up, paid out, over with
// nothing paid. What was paid out is compared with what other tills paid for the same payment or line: where a till could
// not ask, or did otherwise than it asked, a double refund is seen here.
import { textAt } from '#contract/data/json.ts';
import type { JournalRecord } from '#core/ports/journal.ts';
import { sortOf } from '#core/shift/shift-sort.ts';
import { type Tx, storable } from '../database/database.ts';
import type { AddedUp, ChangedOperation } from './add-up.ts';
import type { TillAt } from '../database/till-at.ts';
import { capturedSum, lockNames, othersOf, paymentName } from '../claims/claim-rows.ts';
import { judge } from '../claims/judge.ts';

const refunds: readonly (string | null)[] = ['refund', 'manual-refund', 'reversal'];

/** Call it when the operations of the records are stored. */
export async function noteClaims(
  tx: Tx,
  at: TillAt,
  lineage: number,
  added: Pick<AddedUp, 'operations'>,
  records: readonly JournalRecord[],
): Promise<void> {
  const changed = added.operations.filter(({ operation: { kind, messageType } }) =>
    refunds.includes(sortOf(kind, messageType)),
  );
  const accepted = new Map(records.flatMap((each) => (each.type === 'accepted' ? [[each.operation, each]] : [])));
  for (const each of changed) {
    const record = accepted.get(each.operation.id);
    if (record !== undefined) await noteUsed(tx, at, lineage, each, record);
  }
  await noteGivenUp(tx, at, lineage, records);
  const over = changed.filter(({ ended }) => ended);
  await lockAll(tx, at, over);
  for (const each of over) await noteEnd(tx, at, each);
}

async function noteUsed(
  tx: Tx,
  at: TillAt,
  lineage: number,
  { operation }: ChangedOperation,
  { data, at: acceptedAt }: JournalRecord,
): Promise<void> {
  const { kind, messageType, amount, mode } = operation;
  const sale = textAt(data, 'refundOf');
  const named = sale === null ? { payId: textAt(data, 'payId'), transId: null } : await saleNames(tx, at, sale);
  const line = textAt(data, 'line');
  // The journal's word counts, whatever the till asked for. It does not name a payment that only a terminal knows.
  await tx.run(
    `INSERT INTO claim (chain_id, till_id, id, lineage, mode, payment, line, amount_minor, currency, state, at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'used', $10::timestamptz)
      ON CONFLICT (chain_id, till_id, id) DO UPDATE SET lineage = excluded.lineage, mode = excluded.mode,
        payment = coalesce(excluded.payment, claim.payment), line = excluded.line,
        amount_minor = excluded.amount_minor, currency = excluded.currency, state = 'used'
        WHERE claim.state <> 'paid'`,
    [
      at.chain,
      at.till,
      storable(operation.id),
      lineage,
      mode,
      await paymentName(tx, at.chain, { mode, ...named }),
      line === null ? null : storable(line),
      sortOf(kind, messageType) === 'reversal' ? null : (amount?.value ?? null),
      amount === null ? null : storable(amount.currency),
      acceptedAt,
    ],
  );
}

/** All at once: they are locked in one order only within a call. */
async function lockAll(tx: Tx, at: TillAt, over: readonly ChangedOperation[]): Promise<void> {
  const paid = over.flatMap(({ operation: { id, state } }) => (state === 'succeeded' ? [storable(id)] : []));
  if (paid.length === 0) return;
  const named = await tx.rows<{ mode: string; payment: string | null; line: string | null }>(
    'SELECT mode, payment, line FROM claim WHERE chain_id = $1 AND till_id = $2 AND id = ANY ($3)',
    [at.chain, at.till, paid],
  );
  await lockNames(tx, at, named);
}

/** A terminal's CREDIT names the sale of its till whose money it gives back. */
async function saleNames(
  tx: Tx,
  { chain, till }: TillAt,
  id: string,
): Promise<{ readonly payId: string | null; readonly transId: string | null }> {
  const sale = await tx.row<{ payId: string | null; transId: string | null }>(
    'SELECT pay_id AS "payId", trans_id AS "transId" FROM operation WHERE chain_id = $1 AND till_id = $2 AND id = $3',
    [chain, till, storable(id)],
  );
  return sale ?? { payId: null, transId: null };
}

async function noteGivenUp(
  tx: Tx,
  { chain, till }: TillAt,
  lineage: number,
  records: readonly JournalRecord[],
): Promise<void> {
  const dropped = records.flatMap(({ type, data }) => (type === 'claim-dropped' ? (textAt(data, 'claim') ?? []) : []));
  if (dropped.length > 0) {
    // The question may still be on its way: it finds that the claim is over.
    await tx.run(
      `INSERT INTO claim (chain_id, till_id, id, lineage, mode, state)
        SELECT $1, $2, id, $3, '', 'free' FROM unnest($4::text[]) AS id
        ON CONFLICT (chain_id, till_id, id) DO UPDATE SET state = 'free' WHERE claim.state = 'held'`,
      [chain, till, lineage, [...new Set(dropped.map(storable))]],
    );
  }
  const closed = records.findLast(({ type }) => type === 'claims-closed');
  if (closed === undefined) return;
  // Those of another history of the till are left: that folder may be in use, or what it did was lost.
  await tx.run(
    `UPDATE claim SET state = 'free'
      WHERE chain_id = $1 AND till_id = $2 AND lineage = $3 AND state = 'held' AND as_of < $4`,
    [chain, till, lineage, closed.seq],
  );
  await tx.run('UPDATE lineage SET claims_closed = $4 WHERE chain_id = $1 AND till_id = $2 AND number = $3', [
    chain,
    till,
    lineage,
    closed.seq,
  ]);
}

/** Call it with the names locked. */
async function noteEnd(tx: Tx, at: TillAt, { operation, moved }: ChangedOperation): Promise<void> {
  const { chain, till } = at;
  const id = storable(operation.id);
  if (operation.state !== 'succeeded') {
    await tx.run(
      `UPDATE claim SET state = 'free' WHERE chain_id = $1 AND till_id = $2 AND id = $3 AND state <> 'paid'`,
      [chain, till, id],
    );
    return;
  }
  const currency = moved?.currency ?? null;
  const paid = await tx.row<{
    mode: string;
    payment: string | null;
    line: string | null;
    amount: number | null;
    currency: string | null;
    captured: number | null;
  }>(
    `UPDATE claim SET state = 'paid', amount_minor = coalesce($4, amount_minor), currency = coalesce($5, currency)
      WHERE chain_id = $1 AND till_id = $2 AND id = $3 AND state <> 'paid'
      RETURNING mode, payment, line, amount_minor AS amount, currency,
        ${capturedSum('claim.payment', 'claim.mode', 'claim.currency')} AS captured`,
    [chain, till, id, moved?.givenBack ?? null, currency === null ? null : storable(currency)],
  );
  if (paid === null || paid.amount === 0) return;
  const amount =
    paid.amount === null || paid.currency === null ? null : { value: paid.amount, currency: paid.currency };
  const verdict = judge({ ...paid, amount, capturedMinor: paid.captured }, await othersOf(tx, at, id, paid, ['paid']));
  if (verdict.type === 'granted') return;
  await tx.run(
    `UPDATE claim SET doubles = $4, doubles_why = $5, doubles_since = now()
      WHERE chain_id = $1 AND till_id = $2 AND id = $3`,
    [chain, till, id, verdict.by.id, verdict.why],
  );
}
