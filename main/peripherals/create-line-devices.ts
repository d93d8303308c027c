// The customer's displays and the scanners that the settings name, each on its serial line, which is opened again
// whenever it is lost.
import type { LineDeviceView } from '#contract/devices/line-devices.ts';
import type { LineDevices } from '#core/ports/line-devices.ts';
import type { ParsedAddress } from './address/parts.ts';
import { parseDisplayAddress } from './display/display-address.ts';
import { createTextDisplay } from './display/text-display.ts';
import { createSerialLine } from './lines/serial-line.ts';
import { parseScannerAddress } from './scanner/scanner-address.ts';
import { createSerialScanner } from './scanner/serial-scanner.ts';

/** `ID=ADDRESS`, as the settings have them. `holdsCardData`: the rule of the bridge for card numbers and track data. */
export function createLineDevices(
  texts: { readonly displays: readonly string[]; readonly scanners: readonly string[] },
  /** Ids of other devices. */
  taken: readonly string[],
  holdsCardData: (text: string) => boolean,
): LineDevices {
  const unusable: LineDeviceView[] = [];
  const ids = new Set(taken);
  const usable = <T extends { readonly id: string }>(
    type: LineDeviceView['type'],
    given: readonly string[],
    parse: (text: string) => ParsedAddress<T>,
  ): T[] =>
    given.flatMap((text) => {
      const read = parse(text);
      const id = text.split('=', 1)[0] ?? '';
      const advice = read.type === 'invalid' ? read.reason : `${id} is the id of another device: give it its own.`;
      if (read.type === 'invalid' || ids.has(id)) {
        unusable.push({ id: id.slice(0, 64), type, obstacle: 'invalid-address', advice });
        return [];
      }
      ids.add(id);
      return [read.address];
    });
  return {
    displays: usable('display', texts.displays, parseDisplayAddress).map((address) =>
      createTextDisplay(address, createSerialLine(address.endpoint)),
    ),
    scanners: usable('scanner', texts.scanners, parseScannerAddress).map((address) =>
      createSerialScanner(address, createSerialLine(address.endpoint), holdsCardData),
    ),
    unusable,
  };
}
