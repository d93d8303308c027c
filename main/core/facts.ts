// What is known of an operation when its traces are looked for in a payment's record.
import type { Facts } from '#operations/define.ts';
import type { StoreReads } from './ports.ts';
import type { OperationRecord } from './record.ts';

export function factsOf(reads: StoreReads, record: OperationRecord): Facts {
  return {
    kind: record.kind,
    input: record.input,
    payId: record.payId,
    transId: record.transId,
    refNr: record.refNr,
    refNrUnique: record.refNr !== null && reads.refNrUses(record.environmentId, record.refNr) === 1,
    xIds: record.xIds,
    amount: record.amount,
  };
}
