// The customer's displays and the scanners as they are listed, and what is said where one does not work.
import type { LineDeviceView } from '#contract/line-devices.ts';
import type { LineDevices } from '../ports/line-devices.ts';

export function lineDeviceViews({ displays, scanners, unusable }: LineDevices): LineDeviceView[] {
  return [
    ...displays.map((each) => ({ id: each.id, type: 'display' as const, ...each.state() })),
    ...scanners.map((each) => ({ id: each.id, type: 'scanner' as const, ...each.state() })),
    ...unusable,
  ];
}

/** For an alarm: one sentence for each device of which it is known what to do. */
export function lineDeviceTroubles(devices: LineDevices): string[] {
  return lineDeviceViews(devices).flatMap(({ id, type, advice }) =>
    advice === null ? [] : [`The ${type} ${id} cannot be used: ${advice}`],
  );
}
