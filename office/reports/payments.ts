// Finds a payment over all tills: by a whole reference, an amount, a till, days.
import type { PageOperation, PaymentsQuery } from '#contract/office/page.ts';
import { type Tx, storable } from '../database/database.ts';
import { operationColumns } from './looks.ts';

const mostFound = 100;

export function payments(tx: Tx, chain: string, query: PaymentsQuery): Promise<PageOperation[]> {
  const { reference, amountMinor, till, from, to, zone } = query;
  const values: unknown[] = [chain];
  const given = (value: unknown): string => `$${values.push(value)}`;
  const conditions = ['operation.chain_id = $1'];
  if (reference !== undefined) {
    const text = given(storable(reference));
    conditions.push(`(pay_id = ${text} OR trans_id = ${text} OR ref_nr = ${text} OR target = ${text}
      OR operation.id = ${text})`);
  }
  if (amountMinor !== undefined) {
    // What was taken may be more or less than was asked for: a tip, a partial approval.
    const amount = given(amountMinor);
    conditions.push(`(amount_minor = ${amount} OR taken_minor = ${amount})`);
  }
  if (till !== undefined) conditions.push(`till.name = ${given(storable(till))}`);
  if (from !== undefined)
    conditions.push(`accepted_at >= (${given(from)}::date)::timestamp AT TIME ZONE ${given(zone)}`);
  if (to !== undefined)
    conditions.push(`accepted_at < (${given(to)}::date + 1)::timestamp AT TIME ZONE ${given(zone)}`);
  return tx.rows<PageOperation & { [column: string]: unknown }>(
    `SELECT ${operationColumns}
      FROM operation JOIN till ON till.chain_id = operation.chain_id AND till.id = operation.till_id
      WHERE ${conditions.join(' AND ')} ORDER BY accepted_at DESC, operation.id LIMIT ${mostFound}`,
    values,
  );
}
