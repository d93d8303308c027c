// A payment as a program gets it. The gateway's record may hold anything about a customer, so it is whole for the
// programs that may know customers anyway, and for those that may read the operation that made it whole
// (for-programs.ts). All others get what names it, its sums and what became of it.
import { type Json, type JsonObject, isJsonObject, textAt, valueAt } from '#contract/data/json.ts';
import type { Client } from '#contract/programs/client.ts';
import { unwrapped } from '#operations/evidence/reading.ts';
import type { PaymentPaths } from '#operations/payment-view.ts';
import { publicResultFields, picked } from './for-programs.ts';
import type { PaymentOrigins } from './payment-origins.ts';

/** The fields of an entry in the record's list of operations. */
const publicEntryFields = [...publicResultFields, 'type', 'value', 'at'] as const;

export interface PaymentReading {
  readonly paymentOrigins: PaymentOrigins;
  /** Where a record shows the sums and the operations: the shop's settings may name other places. */
  readonly paymentPaths: PaymentPaths;
  /** Names of objects and lists that a record may stand in. */
  readonly wrappers: readonly string[];
}

export function paymentForPrograms(
  { paymentOrigins, paymentPaths, wrappers }: PaymentReading,
  payment: JsonObject,
  reader: Client,
): JsonObject {
  const { id, scopes } = reader;
  if (scopes.includes('customers')) return payment;
  const record = unwrapped(payment, { wrappers });
  const payId = textAt(record, 'payId');
  const origin = payId === null ? null : paymentOrigins.of(payId);
  // One that was made elsewhere was sold there: selling is what nearly all payments are made by.
  const whole = origin === null ? scopes.includes('sale') : origin.clientId === id || origin.mayReadWhole(scopes);
  return whole ? payment : withoutPersons(record, paymentPaths);
}

function withoutPersons(payment: JsonObject, paths: PaymentPaths): JsonObject {
  const { operations, ...sums } = paths;
  // A copy: the sums are put into it.
  const shown = structuredClone(picked(payment, publicResultFields));
  for (const path of Object.values(sums).flat()) {
    const sum = valueAt(payment, path);
    if (typeof sum === 'number') put(shown, path, sum);
  }
  for (const path of operations) {
    const list = valueAt(payment, path);
    if (Array.isArray(list))
      put(
        shown,
        path,
        list.filter(isJsonObject).map((entry) => picked(entry, publicEntryFields)),
      );
  }
  return { ...shown, withheld: true };
}

/** Puts a value at a dotted path, making the objects on the way. */
function put(record: JsonObject, path: string, value: Json): void {
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  let here = record;
  for (const step of steps) {
    const next = here[step];
    const inner: JsonObject = isJsonObject(next) ? next : {};
    here[step] = inner;
    here = inner;
  }
  here[last] = value;
}
