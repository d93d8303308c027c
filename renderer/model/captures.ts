// The captures of a payment that a refund can name: those the bridge carried out, or, where another system captured too
// and the gateway was asked, those the gateway's record lists.
import { type JsonObject, isJsonObject, textAt, valueAt } from '#contract/data/json.ts';
import type { PaymentSummary } from '#contract/till/window.ts';

export interface NamedCapture {
  readonly providerTransactionId: string;
  /** Minor units; null where the record does not say. */
  readonly amount: number | null;
  /** What can still go back of it; null where that is not known. */
  readonly left: number | null;
  /** ISO 8601, or null where the record does not say. */
  readonly at: string | null;
}

export interface NamedCaptures {
  readonly captures: readonly NamedCapture[];
  /** False where the payment has more captures than are known here. */
  readonly complete: boolean;
}

/** `record`: the gateway's record of the payment, where it was asked. */
export function namedCaptures(payment: PaymentSummary, record: JsonObject | null): NamedCaptures {
  const count = payment.captureCount ?? 0;
  const own = ownCaptures(payment);
  const listed = own.length >= count ? [] : listedCaptures(record, own);
  const captures = listed.length > own.length ? listed : own;
  return { captures, complete: captures.length >= count };
}

function ownCaptures({ captures }: PaymentSummary): NamedCapture[] {
  return (captures ?? []).flatMap(({ providerTransactionId, amount, refunded, openRefunds, at }) => {
    if (providerTransactionId === null) return [];
    const left = refunded === null ? null : Math.max(0, amount - refunded - openRefunds);
    return [{ providerTransactionId, amount, left, at }];
  });
}

function listedCaptures(record: JsonObject | null, own: readonly NamedCapture[]): NamedCapture[] {
  const operations = valueAt(record ?? {}, 'operations');
  if (!Array.isArray(operations)) return [];
  return operations.filter(isJsonObject).flatMap((entry) => {
    const id = textAt(entry, 'providerTransactionId');
    const isCapture = textAt(entry, 'type') === 'CAPTURE' && textAt(entry, 'status') !== 'FAILED';
    if (id === null || !isCapture) return [];
    const amount = valueAt(entry, 'amount.value');
    const mine = own.find((each) => each.providerTransactionId === id);
    return [
      mine ?? {
        providerTransactionId: id,
        amount: typeof amount === 'number' ? amount : null,
        left: null,
        at: textAt(entry, 'at'),
      },
    ];
  });
}
