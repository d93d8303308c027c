// What a till is doing that must not be interrupted, from its status.
import { type JsonObject, isJsonObject, valueAt } from '#contract/data/json.ts';
import type { Work } from '#core/updates/may-install.ts';

/** Null where it cannot be told. `printing`: print jobs that are not at their end. */
export function workIn(status: JsonObject, printing: number | null): Work | null {
  const { operations, sealed } = status;
  if (sealed !== false || !isJsonObject(operations) || printing === null) return null;
  const states = ['sending', 'pending', 'unknown'].map((state) => valueAt(operations, state));
  return {
    underWay: states.reduce((sum: number, count) => sum + (typeof count === 'number' ? count : 1), 0),
    printing,
  };
}
