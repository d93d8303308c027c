// Raises an alarm on a runtime that gets no security updates.
import type { StatusView } from '#contract/window.ts';

/** The runtime that the product is built and released with; package.json pins the exact version. */
const oldestMajor = 45;

export function withRuntimeAlarm(status: StatusView, electronVersion: string): StatusView {
  if (Number.parseInt(electronVersion, 10) >= oldestMajor) return status;
  const message = `Electron ${electronVersion} is out of support. It is for tests and demonstration only.`;
  return { ...status, alarms: [...status.alarms, { code: 'old-runtime', message }] };
}
