// The customer's displays and the scanners as they are listed, and what is said where one does not work.
import type { LineDeviceTrouble, LineDeviceView, LineState } from '#contract/devices/line-devices.ts';
import type { LineDevices } from '../ports/line-devices.ts';

export function lineDeviceViews({ displays, scanners, unusable }: LineDevices): LineDeviceView[] {
  return [
    ...displays.map((each) => ({ id: each.id, type: 'display' as const, ...shown(each.state()) })),
    ...scanners.map((each) => ({ id: each.id, type: 'scanner' as const, ...shown(each.state()) })),
    ...unusable,
  ];
}

function shown({ obstacle, advice }: LineState) {
  return { obstacle, advice };
}

/** The same for the window, which says it in its own language. */
export function troublesAtWindow({ displays, scanners, unusable }: LineDevices): LineDeviceTrouble[] {
  const all = [
    ...displays.map((device) => ({ device, type: 'display' as const })),
    ...scanners.map((device) => ({ device, type: 'scanner' as const })),
  ];
  const lines = all.flatMap(({ device, type }) => {
    const { trouble } = device.state();
    return trouble === undefined ? [] : [{ id: device.id, type, trouble }];
  });
  const wrong = unusable.map(({ id, type, advice }): LineDeviceTrouble => {
    const code = 'invalid-address';
    return { id, type, trouble: { code, path: id, group: null, command: null, advice: advice ?? '' } };
  });
  return [...lines, ...wrong];
}

/** For an alarm: one sentence for each device of which it is known what to do. */
export function lineDeviceTroubles(devices: LineDevices): string[] {
  return lineDeviceViews(devices).flatMap(({ id, type, advice }) =>
    advice === null ? [] : [`The ${type} ${id} cannot be used: ${advice}`],
  );
}
