// What a printer may hang on at this computer: serial lines with the names that their devices give themselves, and the
// queues of the system's spooler. A line is named by its device, never by the number of its port: by the device's serial
// number, else by the socket that it is plugged into.
import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import type { FoundLine, FoundPrinters } from '#contract/devices/printer-setup.ts';
import { queueLister } from '../printers/spooler.ts';
import { builtIn, listed, type ListedPort } from '../lines/usb-ports.ts';

/** The spooler may hang on a printer in the network. */
const queuesMs = 3_000;

export async function foundPrinters(): Promise<FoundPrinters> {
  const [lines, queues] = await Promise.all([serialLines(), spoolerQueues()]);
  return { serial: lines ?? [], queues, trouble: lines === null ? 'no-listing' : null };
}

/** Null where the system cannot list them. */
async function serialLines(): Promise<FoundLine[] | null> {
  const ports = await allPorts().catch(() => null);
  if (ports === null) return null;
  return Promise.all(
    ports.map(async (port) => ({
      path: nameOf(port, ports),
      name: [port.manufacturer ?? '', idsOf(port) ?? ''].filter((part) => part !== '').join(' '),
      mayOpen: process.platform === 'win32' || (await mayOpen(port.path)),
    })),
  );
}

/** On Linux from the system's own tree: the library asks `udevadm`, which need not be there, and says no socket. */
async function allPorts(): Promise<readonly ListedPort[]> {
  if (process.platform === 'linux') return [...listed('/sys', '/dev'), ...builtIn('/sys', '/dev')];
  const { SerialPort } = await import('serialport');
  return SerialPort.list();
}

function idsOf({ vendorId, productId }: ListedPort): string | null {
  return vendorId === undefined || productId === undefined ? null : `${vendorId}:${productId}`.toLowerCase();
}

/** As an address names it. Cheap adapters have no serial number of their own, or all have the same. */
function nameOf(port: ListedPort, ports: readonly ListedPort[]): string {
  const ids = idsOf(port);
  if (ids === null) return port.path;
  const { serialNumber = '', locationId = '' } = port;
  const alike = ports.filter((each) => idsOf(each) === ids && each.serialNumber === serialNumber);
  if (/^[\w.-]+$/.test(serialNumber) && alike.length === 1) return `usb:${ids}:${serialNumber}`;
  return /^[\w.:#()&-]+$/.test(locationId) ? `usb:${ids}@${locationId}` : port.path;
}

function mayOpen(path: string): Promise<boolean> {
  return access(path, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  );
}

/** None where there is no spooler. */
function spoolerQueues(): Promise<string[]> {
  const { command, args } = queueLister();
  return new Promise((resolve) => {
    execFile(command, args, { timeout: queuesMs, windowsHide: true }, (error, output) => {
      const names = error === null ? output.split('\n') : [];
      resolve(names.map((name) => name.trim()).filter((name) => name !== ''));
    });
  });
}
