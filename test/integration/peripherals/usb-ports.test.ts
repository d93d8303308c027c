// A device is found by what it is and where it is plugged in, never by its port's number: on a tree like Linux's own, and
// on lines that come back under another number.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSerialLine } from '#peripherals/lines/serial-line.ts';
import { builtIn, type ListedPort, listed, samePort } from '#peripherals/lines/usb-ports.ts';
import { farEnd } from '#support/far-end.ts';
import { until } from '#support/until.ts';

interface Plugged {
  readonly socket: string;
  readonly tty: string;
  readonly serial?: string;
}

/** A tree as below /sys, with a port of each device and one that is no USB device. */
function aTree(devices: readonly Plugged[]): string {
  const root = mkdtempSync(join(tmpdir(), 'tillbridge-sys-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'class/tty'), { recursive: true });
  for (const { socket, tty, serial } of devices) {
    const device = join(root, 'devices/usb1', socket);
    const port = join(device, `${socket}:1.0`, tty, 'tty', tty);
    mkdirSync(port, { recursive: true });
    writeFileSync(join(device, 'idVendor'), '0403\n');
    writeFileSync(join(device, 'idProduct'), '6001\n');
    if (serial !== undefined) writeFileSync(join(device, 'serial'), `${serial}\n`);
    symlinkSync(port, join(root, 'class/tty', tty));
  }
  const plain = join(root, 'devices/platform/ttyUSB9');
  mkdirSync(plain, { recursive: true });
  symlinkSync(plain, join(root, 'class/tty/ttyUSB9'));
  return root;
}

test('lists the ports of USB devices as the system has them', () => {
  const root = aTree([
    { socket: '1-2', tty: 'ttyUSB1', serial: 'A1' },
    { socket: '1-3', tty: 'ttyUSB0' },
  ]);
  expect(listed(root, '/dev')).toEqual([
    { path: '/dev/ttyUSB0', vendorId: '0403', productId: '6001', locationId: '1-3:1.0' },
    { path: '/dev/ttyUSB1', vendorId: '0403', productId: '6001', serialNumber: 'A1', locationId: '1-2:1.0' },
  ]);
  expect(listed(join(root, 'nothing'), '/dev')).toEqual([]);
});

test('lists the board’s ports that are there, and Bluetooth’s', () => {
  const root = aTree([{ socket: '1-2', tty: 'ttyUSB1' }]);
  for (const [name, type] of [
    ['ttyS0', '4'],
    ['ttyS1', '0'],
    ['ttyAMA0', '32'],
    ['rfcomm0', null],
    ['tty0', null],
  ] as const) {
    const port = join(root, 'class/tty', name);
    mkdirSync(port);
    if (type !== null) writeFileSync(join(port, 'type'), `${type}\n`);
  }
  expect(builtIn(root, '/dev').map(({ path }) => path)).toEqual(['/dev/rfcomm0', '/dev/ttyAMA0', '/dev/ttyS0']);
  expect(builtIn(join(root, 'nothing'), '/dev')).toEqual([]);
});

test('a device without a serial number, or with one that many have, is the one in its socket', () => {
  const before = listed(aTree([{ socket: '1-2', tty: 'ttyUSB0' }]), '/dev');
  const [seen] = before as readonly [ListedPort];
  const swapped = listed(
    aTree([
      { socket: '1-3', tty: 'ttyUSB0' },
      { socket: '1-2', tty: 'ttyUSB1' },
    ]),
    '/dev',
  );
  expect(samePort(swapped, seen)?.path).toBe('/dev/ttyUSB1');
  expect(samePort(listed(aTree([{ socket: '1-3', tty: 'ttyUSB0' }]), '/dev'), seen)).toBeNull();
  const alike = { ...seen, serialNumber: '0001' };
  const clones = swapped.map((port) => ({ ...port, serialNumber: '0001' }));
  expect(samePort(clones, alike)?.path).toBe('/dev/ttyUSB1');
});

test('a line comes back under another number, and another device has the old one', async () => {
  const [first, other] = [await farEnd(), await farEnd()];
  onTestFinished(() => Promise.all([first.close(), other.close()]).then(() => undefined));
  const usb = (path: string, serialNumber: string): ListedPort => ({
    path,
    serialNumber,
    vendorId: '0403',
    productId: '6001',
    locationId: '1-2:1.0',
  });
  let ports = [usb(first.line.path, 'A1')];
  const endpoint = { type: 'serial', path: first.line.path, baud: 9_600, flow: 'none' } as const;
  const line = createSerialLine(endpoint, async () => ports);
  const connection = await line.open(2_000);
  const lost = new Promise<void>((resolve) => {
    connection.onLost(resolve);
  });
  await first.line.unplug();
  await lost;
  ports = [];
  await expect(line.open(2_000)).rejects.toThrow('No adapter');
  // Its number went to another device, while its own cable is out; then it is there under another one.
  await first.line.plug();
  ports = [usb(first.line.path, 'B2')];
  await expect(line.open(2_000)).rejects.toThrow('Another device');
  ports = [usb(first.line.path, 'B2'), usb(other.line.path, 'A1')];
  const again = await line.open(2_000);
  await again.write(Buffer.from('hello'));
  await until(async () => other.got() === 'hello' || null);
  expect(first.got()).toBe('');
  await again.close();
});

test('a device that is named by what it is is opened, whatever its number; several of them are not guessed', async () => {
  const end = await farEnd();
  onTestFinished(end.close);
  const name = { vendorId: '0403', productId: '6001', serialNumber: null, location: null };
  const endpoint = { type: 'serial', path: 'usb:0403:6001', usb: name, baud: 9_600, flow: 'none' } as const;
  const port = { vendorId: '0403', productId: '6001', path: end.line.path, locationId: '1-2:1.0' };
  const connection = await createSerialLine(endpoint, async () => [port]).open(2_000);
  await connection.close();
  const two = createSerialLine(endpoint, async () => [port, { ...port, locationId: '1-3:1.0' }]);
  await expect(two.open(2_000)).rejects.toThrow('2 adapters are usb:0403:6001');
  await expect(createSerialLine(endpoint, async () => []).open(2_000)).rejects.toThrow('No adapter');
});
