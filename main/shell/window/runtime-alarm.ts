// Raises an alarm on a runtime that gets no security updates.
import type { Alarm } from '#contract/till/alarms.ts';
import type { StatusView } from '#contract/till/window.ts';

/** The runtime that the product is built and released with; package.json pins the exact version. */
const oldestMajor = 45;

export function withRuntimeAlarm(status: StatusView, electronVersion: string): StatusView {
  if (Number.parseInt(electronVersion, 10) >= oldestMajor) return status;
  const message = `Electron ${electronVersion} is out of support. It is for tests and demonstration only.`;
  const alarm: Alarm = { code: 'old-runtime', message };
  return { ...status, alarms: [...status.alarms, alarm] };
}
