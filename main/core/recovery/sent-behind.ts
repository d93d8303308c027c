// Effects on a payment happen in accepted order. So what was proved not to have been carried out waits while one that was
// accepted after it, on the same payment, may be carried out.
import type { Command } from '#operations/define.ts';
import { isPaymentLane, knownPayment } from '../operation/lanes.ts';
import type { OperationRecord } from '../ports/record.ts';
import type { StoreReads } from '../ports/store.ts';
import { wholeOf } from '../sale/same-sale.ts';

/**
 * Whether one that was accepted later was sent and has no outcome yet. It may be in another lane of the payment: a look-up
 * may have shown only after both were accepted that they name the same one.
 */
export function isSentBehind(reads: StoreReads, command: Command, record: OperationRecord): boolean {
  const { environmentId, seq, input } = record;
  const ref = command.createsPayment(input) ? null : command.payment(input);
  const known = ref === null ? null : knownPayment(reads, environmentId, ref);
  const lanes = [...record.lanes.filter(isPaymentLane), ...(known === null ? [] : wholeOf(reads, known).lanes)];
  return lanes.some((lane) => reads.sentBehind(lane, seq));
}
