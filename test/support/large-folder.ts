// Fills a data folder with the operations of years, through the store's own writes: purchases at a terminal, some
// refunds, some in doubt, and what is known of each payment. Free of the test runner, since benches use it too.
import type { OperationRecord } from '#core/ports/record.ts';
import type { StoreWrites } from '#core/ports/store.ts';
import type { OpenedStore } from '#store/open.ts';
import { startMs } from '#support/records.ts';
import { anAccepted, noMarks } from '#support/store-data.ts';

const batch = 500;

/** Every how manyth is what. */
const every = { refund: 20, open: 1_000, elsewhere: 50, part: 200 } as const;

/** Operation `number` of the folder, from 0, is begun this much later than the one before, ms. */
export const largeFolderStepMs = 60_000;

/** Stores `count` more operations, each with its two journal records and its payment. `from`: how many there are. */
export async function fill(
  { store }: Pick<OpenedStore, 'store'>,
  count: number,
  from = 0,
  environment = 'env',
): Promise<void> {
  for (let first = from; first < from + count; first += batch) {
    const last = Math.min(first + batch, from + count);
    await store.transact((tx) => {
      for (let number = first; number < last; number += 1) one(tx, number, environment);
    });
  }
}

function one(tx: StoreWrites, number: number, environment: string): void {
  const atMs = startMs + number * largeFolderStepMs;
  const isRefund = number % every.refund === every.refund - 1;
  const isOpen = number % every.open === every.open - 1;
  const sale = isRefund ? number - 1 : number;
  const environmentId = number % every.elsewhere === 0 ? 'elsewhere' : environment;
  const record = anAccepted(`${number}`, {
    kind: isRefund ? 'refund' : 'cloud-pos',
    environmentId,
    transId: isRefund ? `G-${number}` : `S-${number}`,
    payId: isOpen ? null : `P-${sale}`,
    refNr: `R-${number}`,
    terminalId: `T${number % 3}`,
    lanes: [`payment:${environmentId}:trans:S-${sale}`],
    ...(number % every.part === every.part - 2 ? { partOf: `op_${number - 1}` } : {}),
    createdAtMs: atMs,
    updatedAtMs: atMs,
  });
  const told = { operationId: record.id, atMs };
  tx.insert(record, {
    ...noMarks,
    createsPayment: !isRefund,
    claim: isRefund ? 'refund' : 'none',
    refundDay: isRefund ? new Date(atMs).toISOString().slice(0, 10) : null,
  });
  tx.journal({ ...told, type: 'accepted', data: { state: 'accepted', kind: record.kind } });
  const next: OperationRecord = {
    ...record,
    revision: 2,
    updatedAtMs: atMs + 5_000,
    ...(isOpen
      ? { state: 'unknown', nextAtMs: atMs + 1e12 }
      : { state: 'succeeded', result: { payId: `P-${sale}`, status: 'OK' } }),
  };
  tx.update(next);
  if (!isOpen) tx.release(record.id, record.lanes);
  tx.journal({ ...told, type: isOpen ? 'unknown' : 'succeeded', data: { state: next.state, kind: record.kind } });
  if (isRefund || isOpen) return;
  tx.putPayment({
    environmentId,
    lane: `payment:${environmentId}:trans:S-${number}`,
    payId: record.payId,
    transId: record.transId,
    currency: 'EUR',
    authorized: 500 + (number % 5_000),
    captured: 500 + (number % 5_000),
    refunded: 0,
    captureCount: 1,
    reversed: false,
    terminalId: record.terminalId,
    traceNr: `${number % 1_000_000}`,
    refNr: record.refNr,
    last4: `${number % 10_000}`.padStart(4, '0'),
    approvalCode: `A${number % 100_000}`,
    brand: 'visa',
  });
}
