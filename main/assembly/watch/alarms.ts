// Alarms that are added to a bridge's status: what a person should look after.
import type { Alarm } from '#contract/till/alarms.ts';
import type { JsonObject } from '#contract/data/json.ts';

/** The status with these alarms after its own. */
export function withAlarms(status: JsonObject, ...more: readonly Alarm[]): JsonObject {
  const { alarms } = status;
  return { ...status, alarms: [...(Array.isArray(alarms) ? alarms : []), ...more] };
}
