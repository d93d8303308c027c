// What the bridge knows of payments, and which kinds were once seen by a look-up (positive controls). Knowledge for
// guards and people; it is replaced as it grows, and the journal keeps how it came about.
import type { DatabaseSync } from 'node:sqlite';
import type { StoreWrites } from '#core/ports/store.ts';
import type { KnownPayment } from '#core/ports/record.ts';
import type { ControlBindings, ControlRow } from './control-binding.ts';
import type { PaymentBindings, PaymentRow, StoredPayment } from './payment-binding.ts';
import { allRows, limited, oneRow } from '../database/sql.ts';

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
    refunded_minor, capture_count, reversed, terminal_id, trace_nr, open_since, brand, ref_nr, last4, approval_code,
    bound)
  VALUES (:environment_id, :lane, :pay_id, :trans_id, :currency, :authorised_minor, :captured_minor,
    :refunded_minor, :capture_count, :reversed, :terminal_id, :trace_nr, :open_since, :brand, :ref_nr, :last4, :approval_code,
    :bound)
  ON CONFLICT (environment_id, lane) DO UPDATE SET
    pay_id = :pay_id, trans_id = :trans_id, currency = :currency, authorised_minor = :authorised_minor,
    captured_minor = :captured_minor, refunded_minor = :refunded_minor, capture_count = :capture_count,
    reversed = :reversed, terminal_id = :terminal_id, trace_nr = :trace_nr,
    open_since = :open_since, brand = :brand, ref_nr = :ref_nr, last4 = :last4, approval_code = :approval_code,
    bound = :bound`;

/** Has a payId, or was certainly made: a person may have decided so before the gateway gave the payId. */
export const isPayment =
  '(payments.pay_id IS NOT NULL OR (payments.trans_id IS NOT NULL AND payments.authorised_minor IS NOT NULL))';

const hit = (column: string) => `SELECT * FROM payments WHERE environment_id = ? AND ${column} = ? AND number < ?
  AND ${isPayment} ORDER BY number DESC ${limited}`;

/** Exact matches of a cashier's search, newest first. Rows that are no payment are left out before the limit counts. */
export const paymentHits = {
  hitsByPayId: hit('pay_id'),
  hitsByTransId: hit('trans_id'),
  hitsByRefNr: hit('ref_nr'),
  hitsByLast4: hit('last4'),
  hitsByApproval: hit('approval_code'),
  hitsByTrace: hit('trace_nr'),
  hitsByAmount: hit('shown_minor'),
} as const;

/** The payment was not made to take the rest of another sale. */
export const noPart = `NOT EXISTS (SELECT 1 FROM operations WHERE operations.environment_id = payments.environment_id
  AND operations.trans_id = payments.trans_id AND creates_payment = 1 AND part_of IS NOT NULL)`;

/** The operation that made the payment, else the first on it: its time and its person count for the search. */
const firstSeq = `coalesce(
  (SELECT seq FROM operations AS made WHERE made.environment_id = payments.environment_id
    AND made.trans_id = payments.trans_id AND made.creates_payment = 1 ORDER BY made.seq DESC LIMIT 1),
  (SELECT min(seq) FROM operations AS known WHERE known.pay_id = payments.pay_id
    AND +known.environment_id = payments.environment_id))`;
const firstOn = `SELECT 1 FROM operations AS first WHERE first.seq = ${firstSeq}`;

/** Of a stretch of operations: the numbers of the payments that began with one of them in a time, in no order. */
const begunWith = (found: string) => `SELECT payments.number AS number FROM operations AS first CROSS JOIN payments
  ON payments.environment_id = first.environment_id AND ${found}
  WHERE first.seq >= ? AND first.seq < ? AND +first.environment_id = ? AND first.created_at >= ? AND first.created_at < ?
  AND payments.number < ? AND ${isPayment} AND first.seq = ${firstSeq} AND ${noPart}`;
export const paymentsBegun = {
  made: begunWith('payments.trans_id = first.trans_id AND first.creates_payment = 1'),
  known: begunWith('payments.pay_id = first.pay_id'),
  numbered: 'SELECT * FROM payments WHERE number = ?',
  /** The first operation from a number on, for the binary search by time. */
  from: 'SELECT seq, created_at FROM operations WHERE seq >= ? ORDER BY seq LIMIT 1',
  last: 'SELECT max(seq) AS seq FROM operations',
} as const;

/** The person at the till, or the program, that began it with an operation; null where its row is no valid JSON. */
const begunBy = `CASE WHEN json_valid(first.details) THEN coalesce(first.details ->> '$.operator.id',
  CASE WHEN first.details ->> '$.originType' = 'erp' THEN first.client_id END) END`;

/** Notes who began the payments behind one number and up to another. */
export const beginnersSql = `INSERT INTO beginners SELECT ${begunBy}, payments.number
  FROM payments CROSS JOIN operations AS first ON first.seq = ${firstSeq}
  WHERE payments.number > ? AND payments.number <= ? AND ${begunBy} IS NOT NULL ON CONFLICT DO NOTHING`;

/** The same for one payment, where the text index has taken it in already. */
const beginnerSql = `INSERT INTO beginners SELECT ${begunBy}, payments.number
  FROM payments CROSS JOIN operations AS first ON first.seq = ${firstSeq}
  WHERE payments.environment_id = ? AND payments.lane = ? AND ${begunBy} IS NOT NULL
    AND payments.number <= (SELECT up_to FROM text_marks WHERE name = 'payments') ON CONFLICT DO NOTHING`;

/** Searches by who began a payment, each purchase once, newest first. */
export const paymentsBy = {
  /** Of one person or program, as far as the text index goes (search/text-index.ts). */
  known: `SELECT payments.* FROM beginners CROSS JOIN payments ON payments.number = beginners.number
    WHERE beginners.id = ? AND beginners.number < ? AND +payments.environment_id = ? AND ${isPayment}
    AND EXISTS (${firstOn} AND ${begunBy} = beginners.id) AND ${noPart} ORDER BY beginners.number DESC ${limited}`,
  /** Of the rows behind that: walks them. `?`: the ids, as JSON. */
  walk: `SELECT * FROM payments WHERE +environment_id = ? AND number < ? AND number >= ? AND ${isPayment}
    AND EXISTS (${firstOn} AND ${begunBy} IN (SELECT value FROM json_each(?))) AND ${noPart}
    ORDER BY number DESC ${limited}`,
} as const;

export function createPaymentTable(
  db: DatabaseSync,
  bindings: PaymentBindings,
  controls: ControlBindings,
): PaymentTable {
  const byPayId = db.prepare(paymentQueries.byPayId);
  const byTransId = db.prepare(paymentQueries.byTransId);
  const byTrace = db.prepare(paymentQueries.byTrace);
  const byLane = db.prepare(paymentQueries.byLane);
  const open = db.prepare(paymentQueries.open);
  const put = db.prepare(putSql);
  const noteBeginner = db.prepare(beginnerSql);
  const control = db.prepare('SELECT * FROM controls WHERE environment_id = ? AND kind = ?');
  const putControl = db.prepare('INSERT OR REPLACE INTO controls VALUES (?, ?, ?, ?, ?)');
  const controlOf = (environmentId: string, kind: string): boolean => {
    const row = oneRow<ControlRow>(control, environmentId, kind);
    return row !== null && controls.believes(row);
  };

  const found = (row: StoredPayment | null): KnownPayment | null => {
    if (row === null) return null;
    bindings.meet(row);
    return paymentOf(row);
  };
  return {
    payment: (environmentId, payId) => found(oneRow(byPayId, environmentId, payId)),
    paymentByTransId: (environmentId, transId) => found(oneRow(byTransId, environmentId, transId)),
    paymentByLane: (environmentId, lane) => found(oneRow(byLane, environmentId, lane)),
    paymentByTrace: (environmentId, terminalId, traceNr) => found(oneRow(byTrace, environmentId, terminalId, traceNr)),
    openAuthorizations: (environmentId, sinceMs, limit) =>
      allRows<PaymentRow>(open, environmentId, sinceMs, limit).map(paymentOf),
    hasControl: controlOf,
    putPayment(payment) {
      const row = {
        environment_id: payment.environmentId,
        lane: payment.lane,
        pay_id: payment.payId,
        trans_id: payment.transId,
        currency: payment.currency,
        authorised_minor: payment.authorized,
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
      };
      const before = oneRow<StoredPayment>(byLane, payment.environmentId, payment.lane);
      put.run({ ...row, bound: bindings.digest(row, before) });
      if (before !== null) noteBeginner.run(payment.environmentId, payment.lane);
    },
    putControl(environmentId, kind, operationId, atMs) {
      // The first look-up that showed the kind is the proof; later ones add nothing.
      if (controlOf(environmentId, kind)) return;
      const row = { environment_id: environmentId, kind, operation: operationId, at: atMs };
      putControl.run(environmentId, kind, operationId, atMs, controls.of(row));
    },
  };
}

export function paymentOf(row: PaymentRow): KnownPayment {
  return {
    environmentId: row.environment_id,
    lane: row.lane,
    payId: row.pay_id,
    transId: row.trans_id,
    currency: row.currency,
    authorized: row.authorised_minor,
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
