// What a till's journal says of claims, in the transaction that stores its records: used, given up, paid out, over with
// nothing paid. What was paid out is compared with what other tills paid for the same payment or line: where a till could
// not ask, or did otherwise than it asked, a double refund is seen here.
import { textAt } from '#contract/data/json.ts';
import type { JournalRecord } from '#core/ports/journal.ts';
import { sortOf } from '#core/shift/shift-sort.ts';
import { type Tx, storable } from '../database/database.ts';
import type { AddedUp, ChangedOperation } from './add-up.ts';
import type { TillAt } from '../database/till-at.ts';
import { type Named, capturedSum, lockNames, nameAtTill, othersOf, paymentName } from '../claims/claim-rows.ts';
import { judge } from '../claims/judge.ts';

const refunds: readonly (string | null)[] = ['refund', 'manual-refund', 'reversal'];

/** What a till's journal says of a refund that it accepted. */
interface Used extends Named {
  readonly id: string;
  readonly amountMinor: number | null;
  readonly currency: string | null;
  readonly acceptedAt: string;
}

/** A claim that was made before the gateway's number of its payment was known. */
interface Renamed {
  readonly id: string;
  readonly mode: string;
  readonly line: string | null;
  readonly before: string;
  readonly payment: string;
}

/** Call it when the operations of the records are stored. */
export async function noteClaims(
  tx: Tx,
  at: TillAt,
  lineage: number,
  added: Pick<AddedUp, 'operations'>,
  records: readonly JournalRecord[],
): Promise<void> {
  const isRefund = ({ operation: { kind, messageType } }: ChangedOperation) =>
    refunds.includes(sortOf(kind, messageType));
  const changed = added.operations.filter(isRefund);
  const accepted = new Map(records.flatMap((each) => (each.type === 'accepted' ? [[each.operation, each]] : [])));
  const used: Used[] = [];
  for (const each of changed) {
    const record = accepted.get(each.operation.id);
    if (record !== undefined) used.push(await usedIn(tx, at, each, record));
  }
  const over = changed.filter(({ ended }) => ended);
  const renamed = await renamedBy(
    tx,
    at,
    added.operations.filter((each) => !isRefund(each)),
  );
  // All at once, and before any row is written: names are locked in one order only within a call, and a question of this
  // chain that waits for a row holds names.
  await lockNames(tx, at, [
    ...used,
    ...(await namedBy(tx, at, over)),
    ...renamed,
    ...renamed.map((each) => ({ ...each, payment: each.before })),
  ]);
  for (const each of used) await noteUsed(tx, at, lineage, each);
  for (const each of renamed) await rename(tx, at, each);
  await noteGivenUp(tx, at, lineage, records);
  for (const each of over) await noteEnd(tx, at, each);
}

async function usedIn(
  tx: Tx,
  at: TillAt,
  { operation }: ChangedOperation,
  { data, at: acceptedAt }: JournalRecord,
): Promise<Used> {
  const { id, kind, messageType, amount, mode } = operation;
  const sale = textAt(data, 'refundOf');
  const named = sale === null ? { payId: textAt(data, 'payId'), transId: null } : await saleNames(tx, at, sale);
  const line = textAt(data, 'line');
  return {
    id: storable(id),
    mode,
    payment: await paymentName(tx, at, { mode, ...named }),
    line: line === null ? null : storable(line),
    amountMinor: sortOf(kind, messageType) === 'reversal' ? null : (amount?.value ?? null),
    currency: amount === null ? null : storable(amount.currency),
    acceptedAt,
  };
}

async function noteUsed(
  tx: Tx,
  { chain, till }: TillAt,
  lineage: number,
  { id, mode, payment, line, amountMinor, currency, acceptedAt }: Used,
): Promise<void> {
  // The journal's word counts, whatever the till asked for. It does not name a payment that only a terminal knows.
  await tx.run(
    `INSERT INTO claim (chain_id, till_id, id, lineage, mode, payment, line, amount_minor, currency, state, at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'used', $10::timestamptz)
      ON CONFLICT (chain_id, till_id, id) DO UPDATE SET lineage = excluded.lineage, mode = excluded.mode,
        payment = coalesce(excluded.payment, claim.payment), line = excluded.line,
        amount_minor = excluded.amount_minor, currency = excluded.currency, state = 'used'
        WHERE claim.state <> 'paid'`,
    [chain, till, id, lineage, mode, payment, line, amountMinor, currency, acceptedAt],
  );
}

/** What the claims of these refunds name, and what their ends will say beside it. */
async function namedBy(tx: Tx, at: TillAt, over: readonly ChangedOperation[]): Promise<Named[]> {
  const paid = over.filter(({ operation: { state } }) => state === 'succeeded');
  if (paid.length === 0) return [];
  const named = await tx.rows<{ mode: string; payment: string | null; line: string | null }>(
    'SELECT mode, payment, line FROM claim WHERE chain_id = $1 AND till_id = $2 AND id = ANY ($3)',
    [at.chain, at.till, paid.map(({ operation: { id } }) => storable(id))],
  );
  return [...named, ...paid.map((each) => ({ mode: each.operation.mode, payment: reversedIn(each), line: null }))];
}

/** The payment that a reversal at a terminal took back, as its answer says. */
function reversedIn({ operation: { kind, messageType, payId } }: ChangedOperation): string | null {
  return payId !== null && sortOf(kind, messageType) === 'reversal' ? storable(payId) : null;
}

/** Claims of this till whose payment has its number in these records. */
async function renamedBy(tx: Tx, at: TillAt, operations: readonly ChangedOperation[]): Promise<Renamed[]> {
  const transIds = new Map<string, string>();
  for (const { operation } of operations) {
    const { payId, transId } = operation;
    if (payId !== null && transId !== null) transIds.set(nameAtTill(at, transId), transId);
  }
  if (transIds.size === 0) return [];
  const named = await tx.rows<Omit<Renamed, 'payment'> & { [column: string]: unknown }>(
    `SELECT id, mode, line, payment AS before FROM claim
      WHERE chain_id = $1 AND till_id = $2 AND payment = ANY ($3) ORDER BY at, id`,
    [at.chain, at.till, [...transIds.keys()]],
  );
  const renamed: Renamed[] = [];
  for (const each of named) {
    const transId = transIds.get(each.before) ?? null;
    const payment = await paymentName(tx, at, { mode: each.mode, payId: null, transId });
    if (payment !== null && payment !== each.before) renamed.push({ ...each, payment });
  }
  return renamed;
}

/** Call it with both names locked. */
async function rename(tx: Tx, at: TillAt, { id, payment }: Renamed): Promise<void> {
  const row = await tx.row<PaidRow>(
    `UPDATE claim SET payment = $4 WHERE chain_id = $1 AND till_id = $2 AND id = $3 RETURNING state, ${paidColumns}`,
    [at.chain, at.till, id, payment],
  );
  if (row?.state === 'paid') await compare(tx, at, id, row);
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
  // The folder was restored: what it claimed behind this record it may have accepted in the history that was lost.
  const paused = records.find(({ type }) => type === 'folder-paused');
  if (paused !== undefined) {
    await tx.run(
      `UPDATE claim SET as_of = NULL
        WHERE chain_id = $1 AND till_id = $2 AND lineage = $3 AND state = 'held' AND as_of >= $4`,
      [chain, till, lineage, paused.seq - 1],
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

interface PaidRow {
  readonly [column: string]: unknown;
  readonly state: string;
  readonly mode: string;
  readonly payment: string | null;
  readonly line: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly captured: number | null;
}

const paidColumns = `mode, payment, line, amount_minor AS amount, currency,
  ${capturedSum('claim.payment', 'claim.mode', 'claim.currency')} AS captured`;

/** Call it with the names locked. */
async function noteEnd(tx: Tx, at: TillAt, { operation, moved, ...more }: ChangedOperation): Promise<void> {
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
  const paid = await tx.row<PaidRow>(
    `UPDATE claim SET state = 'paid', amount_minor = coalesce($4, amount_minor), currency = coalesce($5, currency),
        payment = coalesce(payment, $6)
      WHERE chain_id = $1 AND till_id = $2 AND id = $3 AND state <> 'paid' RETURNING state, ${paidColumns}`,
    [
      chain,
      till,
      id,
      moved?.givenBack ?? null,
      currency === null ? null : storable(currency),
      reversedIn({ operation, moved, ...more }),
    ],
  );
  if (paid !== null) await compare(tx, at, id, paid);
}

/** Call it with the names locked. Whether a refund that was paid should not have followed the others that were. */
async function compare(tx: Tx, at: TillAt, id: string, paid: PaidRow): Promise<void> {
  if (paid.amount === 0) return;
  const amount =
    paid.amount === null || paid.currency === null ? null : { value: paid.amount, currency: paid.currency };
  const verdict = judge({ ...paid, amount, capturedMinor: paid.captured }, await othersOf(tx, at, id, paid, ['paid']));
  if (verdict.type === 'granted') return;
  await tx.run(
    `UPDATE claim SET doubles = $4, doubles_till = $5, doubles_why = $6, doubles_since = now()
      WHERE chain_id = $1 AND till_id = $2 AND id = $3 AND doubles IS NULL`,
    [at.chain, at.till, id, verdict.by.id, verdict.by.tillId, verdict.why],
  );
}
