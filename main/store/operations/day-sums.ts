// The refunds of a program or a person on a day. Triggers keep the sum in a row that is not bound to the journal: a
// person who can write the database could lower it and pay out once more. The operations are bound, so the sum is
// compared with them at its first use, and again after another program wrote.
import type { DatabaseSync } from 'node:sqlite';
import { AlteredSum } from '../database/errors.ts';
import type { Bindings } from './operation-binding.ts';
import { nothingPaid } from '../schema/schema.ts';
import { allRows, oneRow } from '../database/sql.ts';

export interface DaySums {
  /**
   * Minor units. Inside `strictly`, throws AlteredSum where the operations add up to more, and AlteredRow where the row
   * of one of them is not believed.
   */
  refundedOn(environmentId: string, refunder: string, day: string, currency: string): number;
  /** Reads the operations and not `refund_days`, where an inserted day would begin another sum. */
  lastRefundDay(environmentId: string, refunder: string): string | null;
}

const ofRefunder = `operations INDEXED BY operations_refund_days
  WHERE environment_id = ? AND coalesce(refunder, client_id) = ? AND refund_day`;

export const daySumQueries = {
  lastRefundDay: `SELECT max(refund_day) AS day FROM ${ofRefunder} IS NOT NULL`,
  // At most what a number holds exactly: a larger sum exceeds every limit anyway.
  refundedOn: `SELECT min(sum_minor, ${Number.MAX_SAFE_INTEGER}) AS sum FROM refund_days
    WHERE environment_id = ? AND client_id = ? AND day = ? AND currency = ?`,
  refundsOf: `SELECT id, state IN ${nothingPaid} AS void, amount_minor AS minor, currency FROM ${ofRefunder} = ?`,
} as const;

/**
 * Newest first. The caller reads `reachMs` back, as far as a day of the till may reach: ten microseconds an operation.
 */
const acceptedSql = `SELECT operation, at FROM journal NOT INDEXED WHERE type = 'accepted' ORDER BY seq DESC`;
const reachMs = 48 * 3_600_000;

interface Refund {
  readonly id: string;
  readonly void: number;
  readonly minor: number;
  readonly currency: string;
}

export function createDaySums(db: DatabaseSync, bindings: Bindings): DaySums {
  const sum = db.prepare(daySumQueries.refundedOn);
  const last = db.prepare(daySumQueries.lastRefundDay);
  const refunds = db.prepare(daySumQueries.refundsOf);
  const accepted = db.prepare(acceptedSql);
  const version = db.prepare('PRAGMA data_version');
  /** The days compared since another program last wrote. */
  let compared = { version: -1, days: new Set<string>(), lost: null as string | null };

  /** The newest operation whose row is gone or not believed, since it may have been one of these refunds; else null. */
  const lostOne = (): string | null => {
    let newestMs: number | null = null;
    for (const each of accepted.iterate() as Iterable<unknown>) {
      const { operation, at } = each as { readonly operation: string; readonly at: string };
      newestMs ??= Date.parse(at);
      if (newestMs - Date.parse(at) > reachMs) return null;
      if (bindings.holds(operation) === false) return operation;
    }
    return null;
  };
  const stored = (...of: [string, string, string, string]) => oneRow<{ sum: number }>(sum, ...of)?.sum ?? 0;
  return {
    refundedOn(environmentId, refunder, day, currency) {
      const value = stored(environmentId, refunder, day, currency);
      if (!bindings.isStrict()) return value;
      const now = oneRow<{ data_version: number }>(version)?.data_version ?? -1;
      if (now !== compared.version) compared = { version: now, days: new Set(), lost: lostOne() };
      if (compared.lost !== null) bindings.refuse(compared.lost);
      const key = JSON.stringify([environmentId, refunder, day, currency]);
      if (compared.days.has(key)) return value;
      let paid = 0;
      for (const refund of allRows<Refund>(refunds, environmentId, refunder, day)) {
        bindings.refuse(refund.id);
        if (refund.currency === currency && refund.void === 0) paid += refund.minor;
      }
      if (paid > value) {
        const what = `the sum of the refunds of ${refunder} on ${day} was changed`;
        bindings.suspect(`refunds ${refunder} ${day}`, what);
        throw new AlteredSum(what);
      }
      compared.days.add(key);
      return value;
    },
    lastRefundDay: (environmentId, refunder) =>
      oneRow<{ day: string | null }>(last, environmentId, refunder)?.day ?? null,
  };
}
