// Takes a payment back whole, given the operation that made it: at its terminal where a trace number names it there,
// else as a refund of the approved amount.
import type { JsonObject } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import { numbersOf } from '#texts/operation-facts.ts';

interface Request {
  readonly kind: string;
  readonly input: JsonObject;
}

/** Null where the operation names nothing by which it could be taken back. */
export function takeBackOf(operation: OperationView, { value, currency }: Money, refundId: string): Request | null {
  const { terminalId, traceNr, transId, payId } = numbersOf(operation);
  const amount = { value, currency };
  if (operation.kind === 'cloud-pos' && terminalId !== null && traceNr !== null && transId !== null) {
    const input = { messageType: 'REVERSE', transId, posTerminalId: terminalId, traceNr, amount };
    return { kind: 'cloud-pos', input };
  }
  return payId === null ? null : { kind: 'refund', input: { payId, transId: refundId, amount } };
}
