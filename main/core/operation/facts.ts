// What is known of an operation when a look-up searches the gateway's record of the payment for it.
import type { Facts } from '#operations/define.ts';
import type { StoreReads } from '../ports/store.ts';
import type { OperationRecord } from '../ports/record.ts';

const madeHere = /^TB[0-9A-F]{30}$/;

/**
 * A unique refNr of 32 letters and digits; recognizable, so that an entry that shows it is proved to be ours. It begins
 * with the time, as ids do, so that operations accepted together stand together in the database's indexes.
 */
export function newRefNr(nowMs: number, hex128: string): string {
  return `TB${Math.floor(nowMs).toString(16).padStart(12, '0').slice(-12)}${hex128.slice(-18)}`.toUpperCase();
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
    terminalId: record.terminalId,
    ...(record.dcc === undefined ? {} : { dcc: record.dcc }),
    firstSentWallMs: record.attempts[0]?.sentWallMs ?? null,
    conflict: record.attempts.some(({ reason }) => reason === 'http-status: 409'),
  };
}
