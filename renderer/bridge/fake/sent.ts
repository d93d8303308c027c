// What the fake's gateway was sent.
import { type JsonObject, textAt, valueAt } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import type { OperationRecord } from '#core/ports/record.ts';

export type Sent = Pick<OperationRecord, 'id' | 'kind' | 'input' | 'createdAtMs' | 'dcc'>;

export function amountAt(input: JsonObject): Money {
  const value = valueAt(input, 'amount.value');
  return { value: typeof value === 'number' ? value : 0, currency: textAt(input, 'amount.currency') ?? 'EUR' };
}
