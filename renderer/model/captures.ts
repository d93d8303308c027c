// The captures of a payment that a refund can name, from the gateway's record and from this till's own captures.
import { type JsonObject, isJsonObject, textAt, valueAt } from '#contract/json.ts';
import type { OperationView } from '#contract/operation.ts';
import type { Money } from '#contract/money.ts';

export interface NamedCapture {
  readonly providerTransactionId: string;
  readonly money: Money | null;
  /** ISO 8601, or null where the record does not say. */
  readonly at: string | null;
}

function money(entry: JsonObject): Money | null {
  const value = valueAt(entry, 'amount.value');
  const currency = textAt(entry, 'amount.currency');
  return typeof value === 'number' && currency !== null ? { value, currency } : null;
}

function listed(payment: JsonObject | null): NamedCapture[] {
  const operations = valueAt(payment ?? {}, 'operations');
  if (!Array.isArray(operations)) return [];
  return operations.filter(isJsonObject).flatMap((entry) => {
    const id = textAt(entry, 'providerTransactionId');
    const isCapture = textAt(entry, 'type') === 'CAPTURE' && textAt(entry, 'status') !== 'FAILED';
    return id === null || !isCapture
      ? []
      : [{ providerTransactionId: id, money: money(entry), at: textAt(entry, 'at') }];
  });
}

export function namedCaptures(payment: JsonObject | null, operations: readonly OperationView[]): NamedCapture[] {
  const fromGateway = listed(payment);
  if (fromGateway.length > 0) return fromGateway;
  return operations.flatMap((operation) => {
    const id = textAt(operation.result ?? {}, 'paymentMethods.card.providerTransactionId');
    if (operation.kind !== 'capture' || operation.state !== 'succeeded' || id === null) return [];
    return [{ providerTransactionId: id, money: money(operation.input), at: operation.updatedAt }];
  });
}
