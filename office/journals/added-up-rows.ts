// What a stretch of records adds, in rows: operations, takings and open authorizations, and what is read of them before
// the next stretch is added up.
import { textAt } from '#contract/data/json.ts';
import type { JournalRecord } from '#core/ports/journal.ts';
import type { CarriedAuthorization, OpenOperation } from '#core/shift/shift-tally.ts';
import { sortOf } from '#core/shift/shift-sort.ts';
import { type Tx, storable } from '../database/database.ts';
import { type AddedUp, type Given, paymentsIn } from './add-up.ts';
import type { TillAt } from '../database/till-at.ts';

/** What adding up these records needs of the ones before. */
export async function knownBefore(
  tx: Tx,
  at: TillAt,
  records: readonly JournalRecord[],
): Promise<Pick<Given, 'known' | 'authorizations'>> {
  return { known: await knownOperations(tx, at, records), authorizations: await openBefore(tx, at, records) };
}

async function openBefore(
  tx: Tx,
  { chain, till }: TillAt,
  records: readonly JournalRecord[],
): Promise<CarriedAuthorization[]> {
  const payments = paymentsIn(records);
  if (payments.length === 0) return [];
  const rows = await tx.rows<{ carried: CarriedAuthorization }>(
    'SELECT carried FROM open_authorization WHERE chain_id = $1 AND till_id = $2 AND payment = ANY ($3)',
    [chain, till, payments.map(storable)],
  );
  return rows.map(({ carried }) => carried);
}

async function knownOperations(tx: Tx, { chain, till }: TillAt, records: readonly JournalRecord[]) {
  const ids = new Set(records.flatMap(({ operation }) => (operation === null ? [] : [operation])));
  if (ids.size === 0) return [];
  const rows = await tx.rows<{ id: string; carried: OpenOperation | null; seen_paid_in: number | null }>(
    'SELECT id, carried, seen_paid_in FROM operation WHERE chain_id = $1 AND till_id = $2 AND id = ANY ($3)',
    [chain, till, [...ids].map(storable)],
  );
  return rows.map(({ id, carried, seen_paid_in: seenPaidIn }) => ({ id, carried, seenPaidIn }));
}

export async function noteAddedUp(
  tx: Tx,
  at: TillAt,
  lineage: number,
  added: AddedUp,
  records: readonly JournalRecord[],
): Promise<void> {
  const { chain, till } = at;
  await noteAuthorizations(tx, at, lineage, added, paymentsIn(records));
  const accepted = new Map(records.flatMap((each) => (each.type === 'accepted' ? [[each.operation, each]] : [])));
  const operations = added.operations.map(({ operation, changedAt, ended, moved }) => ({
    id: operation.id,
    kind: operation.kind,
    sort: sortOf(operation.kind, operation.messageType),
    target: textAt(accepted.get(operation.id)?.data, 'payId'),
    brand: moved?.brand ?? null,
    taken_minor: moved?.taken ?? null,
    given_back_minor: moved?.givenBack ?? null,
    state: operation.state,
    mode: operation.mode,
    environment: operation.environment,
    amount_minor: operation.amount?.value ?? null,
    currency: operation.amount?.currency ?? null,
    pay_id: operation.payId,
    terminal_id: operation.terminalId,
    trans_id: operation.transId,
    ref_nr: operation.refNr,
    accepted_at: operation.acceptedAt,
    changed_at: changedAt,
    doubt_since: operation.doubtSince,
    carried: ended ? null : operation,
  }));
  if (operations.length > 0) {
    await tx.run(
      `INSERT INTO operation (chain_id, till_id, lineage, id, kind, sort, target, brand, taken_minor, given_back_minor,
          state, mode, environment, amount_minor, currency, terminal_id, pay_id, trans_id, ref_nr, accepted_at,
          changed_at, doubt_since, carried)
        SELECT $1, $2, $3, id, kind, sort, target, brand, taken_minor, given_back_minor, state, mode, environment,
          amount_minor, currency, terminal_id, pay_id, trans_id, ref_nr, accepted_at, changed_at, doubt_since, carried
        FROM jsonb_to_recordset($4::jsonb) AS given (id text, kind text, sort text, target text, brand text,
          taken_minor bigint, given_back_minor bigint, state text, mode text, environment text,
          amount_minor bigint, currency text, terminal_id text, pay_id text, trans_id text, ref_nr text,
          accepted_at timestamptz, changed_at timestamptz, doubt_since timestamptz, carried jsonb)
        ON CONFLICT (chain_id, till_id, id) DO UPDATE SET lineage = excluded.lineage, state = excluded.state,
          brand = excluded.brand, taken_minor = excluded.taken_minor, given_back_minor = excluded.given_back_minor,
          pay_id = excluded.pay_id, changed_at = excluded.changed_at, doubt_since = excluded.doubt_since,
          carried = excluded.carried`,
      [chain, till, lineage, textOf(operations)],
    );
  }
  if (added.seenPaid.length > 0) {
    await tx.run(
      `UPDATE operation SET seen_paid_in = coalesce(seen_paid_in, $3), taken_minor = "takenMinor", brand = given.brand
        FROM jsonb_to_recordset($4::jsonb) AS given (id text, "takenMinor" bigint, brand text)
        WHERE chain_id = $1 AND till_id = $2 AND operation.id = given.id`,
      [chain, till, lineage, textOf(added.seenPaid)],
    );
  }
  if (added.takings.length === 0) return;
  await tx.run(
    `INSERT INTO taking (chain_id, till_id, lineage, shift, hour, mode, environment, currency, brand,
        taken_minor, given_back_minor, tip_minor)
      SELECT $1, $2, $3, shift, hour, mode, environment, currency, brand, "takenMinor", "givenBackMinor", "tipMinor"
      FROM jsonb_to_recordset($4::jsonb) AS given (shift integer, hour timestamptz, mode text, environment text,
        currency text, brand text, "takenMinor" bigint, "givenBackMinor" bigint, "tipMinor" bigint)
      ON CONFLICT (chain_id, till_id, lineage, shift, hour, mode, environment, currency, brand) DO UPDATE SET
        taken_minor = taking.taken_minor + excluded.taken_minor,
        given_back_minor = taking.given_back_minor + excluded.given_back_minor,
        tip_minor = taking.tip_minor + excluded.tip_minor`,
    [chain, till, lineage, textOf(added.takings)],
  );
}

async function noteAuthorizations(
  tx: Tx,
  { chain, till }: TillAt,
  lineage: number,
  { authorizations }: AddedUp,
  payments: readonly string[],
): Promise<void> {
  if (payments.length === 0) return;
  await tx.run('DELETE FROM open_authorization WHERE chain_id = $1 AND till_id = $2 AND payment = ANY ($3)', [
    chain,
    till,
    payments.map(storable),
  ]);
  if (authorizations.length === 0) return;
  const rows = authorizations.map(({ mode, environment, payment, openMinor, currency, at, ...more }) => ({
    mode,
    environment,
    payment,
    open_minor: openMinor,
    currency,
    at,
    carried: { mode, environment, payment, openMinor, currency, at, ...more },
  }));
  await tx.run(
    `INSERT INTO open_authorization (chain_id, till_id, lineage, mode, environment, payment, open_minor, currency, at,
        carried)
      SELECT $1, $2, $3, mode, environment, payment, open_minor, currency, at, carried
      FROM jsonb_to_recordset($4::jsonb) AS given (mode text, environment text, payment text, open_minor bigint,
        currency text, at timestamptz, carried jsonb)`,
    [chain, till, lineage, textOf(rows)],
  );
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) => (typeof each === 'string' ? storable(each) : each));
}
