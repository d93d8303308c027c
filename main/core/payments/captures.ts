// The captures of a payment that this bridge carried out, so that the cashier picks the one to refund. The bridge does
// not see what others captured: the caller compares the number of captures with the payment's own count.
import { isJsonObject, textAt } from '#contract/data/json.ts';
import { isFinal } from '#contract/operation/states.ts';
import type { CaptureSummary } from '#contract/till/window.ts';
import { commandOf } from '#operations/index.ts';
import { ownEffect } from './own-effect.ts';
import type { OperationRecord } from '../ports/record.ts';

const namedIn = ['paymentMethods.card.providerTransactionId', 'paymentMethods.payPal.providerTransactionId'] as const;

/** `records`: the payment's operations in order of acceptance; `iso` turns engine time into ISO 8601. */
export function capturesOf(records: readonly OperationRecord[], iso: (ms: number) => string): CaptureSummary[] {
  const captures = records.filter((each) => each.state === 'succeeded' && capturedBy(each) > 0);
  const refunds = records.filter((each) => commandOf(each.kind)?.claim(each.input) === 'refund' && counts(each));
  const only = captures.length === 1;
  return captures.map((record) => {
    const providerTransactionId = firstText(record.result);
    const mine = refunds.filter((each) => only || firstText(each.input) === providerTransactionId);
    // A refund that names no capture was taken from one of them, and only the gateway knows from which.
    const blurred = !only && refunds.some((each) => firstText(each.input) === null);
    return {
      providerTransactionId,
      xId: record.xIds.at(-1) ?? textAt(record.result ?? undefined, 'xId'),
      amount: capturedBy(record),
      refunded: blurred ? null : sum(mine.filter((each) => each.state === 'succeeded')),
      openRefunds: sum(mine.filter((each) => !isFinal(each.state))),
      at: iso(record.updatedAtMs),
    };
  });
}

function capturedBy(record: OperationRecord): number {
  const body = isJsonObject(record.result) ? record.result : {};
  const command = commandOf(record.kind);
  return command === null ? 0 : (ownEffect(command, record, body)?.captured ?? 0);
}

function counts({ state }: OperationRecord): boolean {
  return state === 'succeeded' || !isFinal(state);
}

function firstText(value: OperationRecord['result']): string | null {
  const found = namedIn.map((path) => textAt(value ?? undefined, path));
  return found.find((each) => each !== null) ?? null;
}

function sum(records: readonly OperationRecord[]): number {
  return records.reduce((total, { amount }) => total + (amount?.value ?? 0), 0);
}
