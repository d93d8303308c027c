// Which serial port a device has now. A port's number says nothing: plugged in again, or in another order after a restart,
// the same device has another one, and another device has its number.
import { opendirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { SerialEndpoint } from '../address/parts.ts';

/** A serial port as the system lists it; one of no USB device names neither vendor nor product. */
export interface ListedPort {
  readonly path: string;
  readonly vendorId?: string | undefined;
  readonly productId?: string | undefined;
  readonly serialNumber?: string | undefined;
  readonly manufacturer?: string | undefined;
  /** The socket that it is plugged into, and on Linux which of the device's own ports: `1-2:1.0`. */
  readonly locationId?: string | undefined;
}

export type ListPorts = () => Promise<readonly ListedPort[]>;

/**
 * The port to open; null for one of no USB device, which its path alone names. `seen`: the device that was opened before.
 * Throws where it is not there, or where several are that nothing tells apart: it is never guessed, since the other one
 * may be a payment terminal.
 */
export function portOf(
  endpoint: SerialEndpoint,
  seen: ListedPort | null,
  ports: readonly ListedPort[],
): ListedPort | null {
  const { path, usb } = endpoint;
  const there = ports.find((port) => isUsb(port) && realOf(port.path) === realOf(path)) ?? null;
  if (seen !== null) {
    const same = samePort(ports, seen);
    if (same === null && there !== null) throw new Error(`Another device is at ${path}.`);
    return same ?? gone(path);
  }
  if (usb === undefined) return there;
  const found = ports.filter(
    (port) =>
      isMake(port, usb) &&
      (usb.serialNumber === null || port.serialNumber === usb.serialNumber) &&
      (usb.location === null || port.locationId === usb.location),
  );
  if (found.length > 1) throw new Error(`${found.length} adapters are ${path}: name the one.`);
  return found[0] ?? gone(path);
}

/**
 * The port of a device that was seen before: by its serial number, else by its socket. Null where it is not there: a
 * device of the same make in another socket may be another one, and cheap ones all have the same serial number.
 */
export function samePort(ports: readonly ListedPort[], seen: ListedPort): ListedPort | null {
  const alike = ports.filter(
    (port) => isMake(port, seen) && port.serialNumber === seen.serialNumber && partOf(port) === partOf(seen),
  );
  const here = alike.find(({ locationId }) => locationId === seen.locationId) ?? null;
  return seen.serialNumber !== undefined && alike.length === 1 ? (alike[0] ?? null) : here;
}

function isMake(port: ListedPort, { vendorId, productId }: Pick<ListedPort, 'vendorId' | 'productId'>): boolean {
  return isSame(port.vendorId, vendorId) && isSame(port.productId, productId);
}

function isSame(one: string | undefined, other: string | undefined): boolean {
  return one?.toLowerCase() === other?.toLowerCase();
}

function isUsb({ vendorId, productId }: ListedPort): boolean {
  return vendorId !== undefined && productId !== undefined;
}

/** Which of the device's own ports it is. */
function partOf({ locationId = '' }: ListedPort): string {
  const at = locationId.indexOf(':');
  return at < 0 ? '' : locationId.slice(at);
}

function gone(path: string): never {
  throw new Error(`No adapter ${path} is plugged in.`);
}

/** The device behind a link of /dev/serial. */
function realOf(path: string): string {
  return unlessGone(() => realpathSync(path)) ?? path;
}

export const listPorts: ListPorts = async () => {
  if (process.platform === 'linux') return listed('/sys', '/dev');
  const { SerialPort } = await import('serialport');
  return SerialPort.list();
};

/**
 * The ports by Linux's own tree: read twice a second while a device is away, too often to start a program each time.
 */
export function listed(sys: string, dev: string): readonly ListedPort[] {
  const names = unlessGone(() => namesIn(join(sys, 'class/tty'))) ?? [];
  return names
    .filter((name) => /^tty(?:USB|ACM)/.test(name))
    .flatMap((name) => unlessGone(() => read(join(sys, 'class/tty', name), join(dev, name))) ?? [])
    .toSorted((one, other) => one.path.localeCompare(other.path));
}

/** Serial ports of no USB device: those of the board that are there (a kernel names more than there are), and Bluetooth's. */
export function builtIn(sys: string, dev: string): readonly ListedPort[] {
  const folder = join(sys, 'class/tty');
  const names = unlessGone(() => namesIn(folder)) ?? [];
  return names
    .filter(
      (name) => /^rfcomm\d/.test(name) || (/^tty(?:S|AMA)\d/.test(name) && isThere(textOf(join(folder, name), 'type'))),
    )
    .toSorted((one, other) => one.localeCompare(other))
    .map((name) => ({ path: join(dev, name) }));
}

/** The kernel's type of a port; 0 is none. */
function isThere(type: string | null): boolean {
  return type !== null && type !== '0';
}

function read(tty: string, path: string): ListedPort | null {
  let part = realpathSync.native(tty);
  for (let above = dirname(part); above !== part; part = above, above = dirname(part)) {
    const vendorId = textOf(above, 'idVendor');
    const productId = textOf(above, 'idProduct');
    if (vendorId === null || productId === null) continue;
    const serialNumber = textOf(above, 'serial');
    const manufacturer = textOf(above, 'manufacturer');
    return {
      path,
      vendorId,
      productId,
      locationId: basename(part),
      ...(serialNumber === null ? {} : { serialNumber }),
      ...(manufacturer === null ? {} : { manufacturer }),
    };
  }
  return null;
}

function namesIn(folder: string): string[] {
  const entries = opendirSync(folder);
  try {
    const names: string[] = [];
    for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) names.push(entry.name);
    return names;
  } finally {
    entries.closeSync();
  }
}

function textOf(folder: string, name: string): string | null {
  const text = unlessGone(() => readFileSync(join(folder, name), 'utf8').trim());
  return text === '' ? null : text;
}

/** A device may be pulled out while it is read. */
function unlessGone<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
