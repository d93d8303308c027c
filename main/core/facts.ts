// What is known of an operation when its traces are looked for in a payment's record.
import type { Facts } from '#operations/define.ts';
import type { StoreReads } from './ports/store.ts';
import type { OperationRecord } from './record.ts';

const madeHere = /^TB[0-9A-F]{30}$/;

/** A refNr that nobody else has, of 32 letters and digits; recognisable, so that it proves what it is seen on. */
export function newRefNr(hex128: string): string {
  return `TB${hex128.slice(2).toUpperCase()}`;
}

export function factsOf(reads: StoreReads, record: OperationRecord): Facts {
  const { refNr, environmentId } = record;
  const unique = refNr !== null && reads.refNrUses(environmentId, refNr) === 1;
  return {
    kind: record.kind,
    input: record.input,
    payId: record.payId,
    transId: record.transId,
    refNr,
    refNrUnique: unique,
    refNrIsOurs: unique && madeHere.test(refNr),
    xIds: record.xIds,
    amount: record.amount,
  };
}
