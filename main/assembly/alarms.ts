// Alarms that are added to a bridge's status: what a person should look after.
import type { JsonObject } from '#contract/json.ts';

export interface Alarm extends JsonObject {
  readonly code: string;
  /** For people: what is wrong, and what to do. */
  readonly message: string;
}

/** The status with these alarms after its own. */
export function withAlarms(status: JsonObject, ...more: readonly Alarm[]): JsonObject {
  const { alarms } = status;
  return { ...status, alarms: [...(Array.isArray(alarms) ? alarms : []), ...more] };
}
