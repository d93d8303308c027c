// Operations for tests of the store, and the two ways the engine writes them. Free of the test runner, since the
// processes that tests start use it too.
import type { JournalRecordType } from '#contract/data/journal-records.ts';
import type { JournalEntry } from '#core/ports/journal.ts';
import type { InsertMarks, StoreWrites } from '#core/ports/store.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { aRecord, startMs } from '#support/records.ts';

export const testKey = Buffer.alloc(32, 7);

/** An accepted operation, fresh from submit; `name` makes it differ from others. */
export function anAccepted(name: string, to: Partial<OperationRecord> = {}): OperationRecord {
  return aRecord({
    id: `op_${name}`,
    requestId: `request-${name}`,
    state: 'accepted',
    revision: 1,
    attempts: [],
    refNr: `R-${name}`,
    lanes: [`payment:env:pay:${name}`],
    ...to,
  });
}

export const noMarks: InsertMarks = { createsPayment: false, claim: 'none', refundDay: null, refunder: 'client-1' };

/** A record of no certain event: what the store does with it does not depend on that. */
const changed = 'changed' as string as JournalRecordType;

function told(record: OperationRecord, type: JournalRecordType = 'accepted'): JournalEntry {
  return { type, operationId: record.id, atMs: startMs, data: { state: record.state, kind: record.kind } };
}

/** Accepts it the way the engine does: operation and journal record in one transaction. */
export function accept(tx: StoreWrites, record: OperationRecord, marks = noMarks): { seq: number; free: boolean } {
  const place = tx.insert(record, marks);
  tx.journal(told(record));
  return place;
}

/** Changes the stored operation and tells the journal. */
export function change(tx: StoreWrites, id: string, to: Partial<OperationRecord>): OperationRecord {
  const before = tx.operation(id);
  if (before === null) throw new Error(`${id} is not stored`);
  const next = { ...before, ...to, revision: before.revision + 1 };
  tx.update(next);
  tx.journal(told(next, changed));
  return next;
}
