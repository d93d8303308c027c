// The customer's display and the scanners of a bridge: opened before the engine starts, and never a reason not to start.
import type { LineDeviceTrouble, LineDeviceView } from '#contract/devices/line-devices.ts';
import { Listeners } from '#core/commit/listeners.ts';
import { type CustomerDisplays, createCustomerDisplays } from '#core/counter/customer-displays.ts';
import { type CustomerScreen, createCustomerScreen } from '#core/counter/customer-screen.ts';
import { lineDeviceTroubles, lineDeviceViews, troublesAtWindow } from '#core/counter/line-device-list.ts';
import { poleText } from '#core/counter/pole-text.ts';
import { createCountedLog, unheldTimer } from '#http/limits/counted-log.ts';
import { type Scans, createScans, holdsCardData } from '#core/counter/scans.ts';
import type { LineDevices } from '#core/ports/line-devices.ts';
import { deviceAddresses } from '#settings/devices.ts';
import type { Base } from '../base/base.ts';
import type { BridgePorts } from '../base/ports.ts';

export interface Counter {
  readonly displays: CustomerDisplays;
  readonly customer: CustomerScreen;
  readonly scans: Scans;
  list(): LineDeviceView[];
  /** What is wrong now, for people. */
  troubles(): string[];
  troublesAtWindow(): LineDeviceTrouble[];
  /** `told` is called when a device is another than it was; returns a function that ends it. */
  subscribe(told: () => void): () => void;
}

export async function startCounter({ ports, folder, opened, environment, listeners, ...base }: Base): Promise<Counter> {
  const { log, settings } = ports;
  const devices = await lineDevicesOf(ports);
  const all = [...devices.displays, ...devices.scanners];
  opened.push(async () => void (await Promise.all(all.map((each) => each.close()))));
  const news = new Listeners<() => void>(log);
  // A customer with a code before the scanner, or a loose plug, causes these lines without end: equal ones are counted.
  const counted = createCountedLog(log, unheldTimer);
  opened.push(() => counted.end());
  for (const device of all) {
    device.onState(({ obstacle, advice }) => {
      counted.line(obstacle === null ? 'info' : 'warn', 'device', { device: device.id, obstacle, advice });
      news.notify('devices', (listener) => listener());
      base.statusChanged();
    });
  }
  for (const { id, advice } of devices.unusable) log('error', 'device-unusable', { device: id, trouble: advice });
  const scans = createScans(devices.scanners, {
    store: folder.opening.store,
    environmentId: environment.id,
    orderPrefixes: settings.devices.orderPrefixes,
    clock: folder.clock,
    log: counted.line,
  });
  scans.showOn((scan) => listeners.notify('scan', (listener) => listener.scanned(scan)));
  const displays = createCustomerDisplays(devices.displays);
  const { language } = settings.devices.receipts;
  const { shopName } = settings;
  const customer = createCustomerScreen(folder.clock, {
    showView: (view) => displays.show(poleText(view, language)),
    showScene: (scene) =>
      listeners.notify('customer', (listener) => listener.customerTold({ scene, language, shopName })),
  });
  opened.push(() => customer.end());
  return {
    displays,
    customer,
    scans,
    list: () => lineDeviceViews(devices),
    troubles: () => lineDeviceTroubles(devices),
    troublesAtWindow: () => troublesAtWindow(devices),
    subscribe: (told) => news.add(told),
  };
}

const none: LineDevices = { displays: [], scanners: [], unusable: [] };

/** What drives them is loaded only where there are any. */
async function lineDevicesOf({ lineDevices, settings }: BridgePorts): Promise<LineDevices> {
  if (lineDevices !== undefined) return lineDevices;
  const { displays, scanners, printers } = settings.devices;
  const texts = { displays: deviceAddresses(displays), scanners: deviceAddresses(scanners) };
  if (texts.displays.length + texts.scanners.length === 0) return none;
  const { createLineDevices } = await import('#peripherals/create-line-devices.ts');
  return createLineDevices(texts, Object.keys(printers), holdsCardData);
}
