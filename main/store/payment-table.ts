// What the bridge knows of payments, and which kinds were once seen by a look-up (positive controls). Knowledge for
// guards and people; it is replaced as it grows, and the journal keeps how it came about.
import type { DatabaseSync } from 'node:sqlite';
import type { StoreWrites } from '#core/ports/store.ts';
import type { KnownPayment } from '#core/record.ts';
import { allRows, limited, oneRow } from './sql.ts';

export type PaymentTable = Pick<
  StoreWrites,
  | 'payment'
  | 'paymentByTransId'
  | 'paymentByLane'
  | 'paymentByTrace'
  | 'openAuthorizations'
  | 'hasControl'
  | 'putPayment'
  | 'putControl'
>;

export interface PaymentRow {
  readonly environment_id: string;
  readonly lane: string;
  readonly pay_id: string | null;
  readonly trans_id: string | null;
  readonly currency: string | null;
  readonly authorised_minor: number | null;
  readonly captured_minor: number | null;
  readonly refunded_minor: number | null;
  readonly capture_count: number | null;
  readonly reversed: number;
  readonly terminal_id: string | null;
  readonly trace_nr: string | null;
  readonly open_since: number | null;
  readonly brand: string | null;
  readonly ref_nr: string | null;
  readonly last4: string | null;
  readonly approval_code: string | null;
}

// `number` grows with each payment first heard of: terminals count their traces round, and the latest payment counts.
export const paymentQueries = {
  byPayId: 'SELECT * FROM payments WHERE environment_id = ? AND pay_id = ? ORDER BY number DESC LIMIT 1',
  byTransId: 'SELECT * FROM payments WHERE environment_id = ? AND trans_id = ? ORDER BY number DESC LIMIT 1',
  byLane: 'SELECT * FROM payments WHERE environment_id = ? AND lane = ?',
  byTrace: `SELECT * FROM payments WHERE environment_id = ? AND terminal_id = ? AND trace_nr = ?
    ORDER BY number DESC LIMIT 1`,
  open: `SELECT * FROM payments WHERE environment_id = ? AND open_since <= ? ORDER BY open_since ${limited}`,
} as const;

const putSql = `
  INSERT INTO payments (environment_id, lane, pay_id, trans_id, currency, authorised_minor, captured_minor,
    refunded_minor, capture_count, reversed, terminal_id, trace_nr, open_since, brand, ref_nr, last4, approval_code)
  VALUES (:environment_id, :lane, :pay_id, :trans_id, :currency, :authorised_minor, :captured_minor,
    :refunded_minor, :capture_count, :reversed, :terminal_id, :trace_nr, :open_since, :brand, :ref_nr, :last4, :approval_code)
  ON CONFLICT (environment_id, lane) DO UPDATE SET
    pay_id = :pay_id, trans_id = :trans_id, currency = :currency, authorised_minor = :authorised_minor,
    captured_minor = :captured_minor, refunded_minor = :refunded_minor, capture_count = :capture_count,
    reversed = :reversed, terminal_id = :terminal_id, trace_nr = :trace_nr,
    open_since = :open_since, brand = :brand, ref_nr = :ref_nr, last4 = :last4, approval_code = :approval_code`;

/** It has a number, or it was certainly made: a person may have decided so before the gateway told its number. */
export const isPayment = '(pay_id IS NOT NULL OR (trans_id IS NOT NULL AND authorised_minor IS NOT NULL))';

const hit = (column: string) => `SELECT * FROM payments WHERE environment_id = ? AND ${column} = ? AND number < ?
  AND ${isPayment} ORDER BY number DESC ${limited}`;

/** Exact matches of what people look for, newest first. What is no payment is left out before the limit counts. */
export const paymentHits = {
  hitsByPayId: hit('pay_id'),
  hitsByTransId: hit('trans_id'),
  hitsByRefNr: hit('ref_nr'),
  hitsByLast4: hit('last4'),
  hitsByApproval: hit('approval_code'),
  hitsByTrace: hit('trace_nr'),
  hitsByAmount: hit('shown_minor'),
} as const;

export function createPaymentTable(db: DatabaseSync): PaymentTable {
  const byPayId = db.prepare(paymentQueries.byPayId);
  const byTransId = db.prepare(paymentQueries.byTransId);
  const byTrace = db.prepare(paymentQueries.byTrace);
  const byLane = db.prepare(paymentQueries.byLane);
  const open = db.prepare(paymentQueries.open);
  const put = db.prepare(putSql);
  const control = db.prepare('SELECT 1 AS found FROM controls WHERE environment_id = ? AND kind = ?');
  // The first sighting is the proof; later ones add nothing.
  const putControl = db.prepare('INSERT INTO controls VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING');

  return {
    payment: (environmentId, payId) => found(oneRow(byPayId, environmentId, payId)),
    paymentByTransId: (environmentId, transId) => found(oneRow(byTransId, environmentId, transId)),
    paymentByLane: (environmentId, lane) => found(oneRow(byLane, environmentId, lane)),
    paymentByTrace: (environmentId, terminalId, traceNr) => found(oneRow(byTrace, environmentId, terminalId, traceNr)),
    openAuthorizations: (environmentId, sinceMs, limit) =>
      allRows<PaymentRow>(open, environmentId, sinceMs, limit).map(paymentOf),
    hasControl: (environmentId, kind) => oneRow(control, environmentId, kind) !== null,
    putPayment(payment) {
      put.run({
        environment_id: payment.environmentId,
        lane: payment.lane,
        pay_id: payment.payId,
        trans_id: payment.transId,
        currency: payment.currency,
        authorised_minor: payment.authorised,
        captured_minor: payment.captured,
        refunded_minor: payment.refunded,
        capture_count: payment.captureCount,
        reversed: payment.reversed ? 1 : 0,
        terminal_id: payment.terminalId,
        trace_nr: payment.traceNr,
        open_since: payment.openSinceMs ?? null,
        brand: payment.brand ?? null,
        ref_nr: payment.refNr ?? null,
        last4: payment.last4 ?? null,
        approval_code: payment.approvalCode ?? null,
      });
    },
    putControl(environmentId, kind, operationId, atMs) {
      putControl.run(environmentId, kind, operationId, atMs);
    },
  };
}

function found(row: PaymentRow | null): KnownPayment | null {
  return row === null ? null : paymentOf(row);
}

export function paymentOf(row: PaymentRow): KnownPayment {
  return {
    environmentId: row.environment_id,
    lane: row.lane,
    payId: row.pay_id,
    transId: row.trans_id,
    currency: row.currency,
    authorised: row.authorised_minor,
    captured: row.captured_minor,
    refunded: row.refunded_minor,
    captureCount: row.capture_count,
    reversed: row.reversed === 1,
    terminalId: row.terminal_id,
    traceNr: row.trace_nr,
    openSinceMs: row.open_since,
    brand: row.brand,
    refNr: row.ref_nr,
    last4: row.last4,
    approvalCode: row.approval_code,
  };
}
