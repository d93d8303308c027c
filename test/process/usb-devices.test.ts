// A display on a USB adapter whose devices the kernel knows (umockdev): it is found by vendor, product and serial number,
// also when it comes back under another number, and another adapter has the old one.
import { execFile, spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { parsePrinterAddress } from '#peripherals/address/address.ts';
import { farEnd } from '#support/far-end.ts';
import { Shop } from '#support/shop.ts';
import { until } from '#support/until.ts';

const adapter = '/devices/pci0000:00/usb1/1-2';
const recordOf = (serial: string | null) => `P: ${adapter}
E: DEVTYPE=usb_device
E: SUBSYSTEM=usb
A: idProduct=6001
A: idVendor=0403${serial === null ? '' : `\nA: serial=${serial}`}

P: ${adapter}/1-2:1.0/ttyUSB0/tty/ttyUSB0
N: ttyUSB0
E: DEVNAME=/dev/ttyUSB0
E: SUBSYSTEM=tty
A: dev=188:0
`;

/** A fake /sys and /dev for programs with its environment. */
async function aKernel(serial: string | null = 'FT1234') {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-kernel-'));
  const file = join(folder, 'record');
  writeFileSync(file, recordOf(serial));
  const bed = spawn('umockdev-run', ['-d', file, '--', 'bash', '-c', 'echo "$UMOCKDEV_DIR"; exec cat'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = new Promise((resolve) => {
    bed.once('close', resolve);
  });
  onTestFinished(async () => {
    bed.stdin.end();
    await ended;
    rmSync(folder, { recursive: true });
  });
  const [root] = await new Promise<[string]>((resolve) => {
    createInterface(bed.stdout).once('line', (line) => resolve([line]));
  });
  const port = (number: number) => join(root, `sys${adapter}/1-2:1.0/ttyUSB${number}`);
  const named = (number: number) => join(root, `sys/class/tty/ttyUSB${number}`);
  return {
    environment: { UMOCKDEV_DIR: root, LD_PRELOAD: 'libumockdev-preload.so.0' },
    /** The line that the adapter's port leads to. */
    plug(number: number, line: string) {
      const node = join(root, `dev/ttyUSB${number}`);
      rmSync(node, { force: true });
      symlinkSync(realpathSync(line), node);
    },
    unplug: (number: number) => rmSync(join(root, `dev/ttyUSB${number}`), { force: true }),
    /** The adapter is the port with this number now. */
    renumber(from: number, to: number) {
      const target = readlinkSync(named(from)).replaceAll(`ttyUSB${from}`, `ttyUSB${to}`);
      renameSync(port(from), port(to));
      renameSync(join(port(to), `tty/ttyUSB${from}`), join(port(to), `tty/ttyUSB${to}`));
      rmSync(named(from));
      symlinkSync(target, named(to));
    },
    /** Another adapter of the same make has this number. */
    another(number: number, itsSerial = 'FT9999') {
      const device = join(root, 'sys/devices/pci0000:00/usb1/1-3');
      const tty = join(device, `1-3:1.0/ttyUSB${number}/tty/ttyUSB${number}`);
      mkdirSync(tty, { recursive: true });
      writeFileSync(join(device, 'idVendor'), '0403');
      writeFileSync(join(device, 'idProduct'), '6001');
      writeFileSync(join(device, 'serial'), itsSerial);
      symlinkSync(`../../devices/pci0000:00/usb1/1-3/1-3:1.0/ttyUSB${number}/tty/ttyUSB${number}`, named(number));
    },
  };
}

test.each(['/dev/ttyUSB0', 'usb:0403:6001:FT1234'])(
  'a display at %s comes back under another number, while another device has the old one',
  async (address) => {
    const [first, second] = [await farEnd(), await farEnd()];
    onTestFinished(() => Promise.all([first.close(), second.close()]).then(() => undefined));
    const kernel = await aKernel();
    kernel.plug(0, first.line.path);
    const bridgeArgs = ['--display', `FRONT=serial:${address}`];
    const shop = new Shop({ bridgeArgs, environment: kernel.environment });
    onTestFinished(() => shop.close());
    await shop.open('status,display');
    const ask = async (method: 'GET' | 'PUT', path: string, body?: object) => {
      const headers = { authorization: `Bearer ${shop.token}`, 'content-type': 'application/json' };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      return (await (await fetch(`${shop.bridgeUrl}${path}`, { method, headers, ...sent })).json()) as JsonObject;
    };
    const obstacle = async () => {
      const { devices } = (await ask('GET', '/v1/devices')) as unknown as { devices: JsonObject[] };
      return devices[0]?.['obstacle'];
    };
    await until(async () => (await obstacle()) === null || null);
    await ask('PUT', '/v1/displays/FRONT', { lines: ['one'] });
    await until(async () => first.got().includes('one') || null);
    kernel.unplug(0);
    await first.line.unplug();
    await until(async () => (await obstacle()) === 'not-found' || null);
    await ask('PUT', '/v1/displays/FRONT', { lines: ['two'] });
    await first.line.plug();
    kernel.renumber(0, 1);
    kernel.another(0);
    kernel.plug(0, first.line.path);
    kernel.plug(1, second.line.path);
    await until(async () => second.got().includes('two') || null);
    expect(first.got()).not.toContain('two');
    expect(await obstacle()).toBeNull();
  },
);

const program = `
  const { foundPrinters } = await import(process.argv[1]);
  console.log(JSON.stringify((await foundPrinters()).serial));
`;

/** What the wizard lists in this kernel: in a process of its own, which alone has the kernel's environment. */
async function linesIn(environment: NodeJS.ProcessEnv): Promise<JsonObject[]> {
  const file = join(import.meta.dirname, '../../main/peripherals/find/found-printers.ts');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', program, pathToFileURL(file).href],
    { env: { ...process.env, ...environment }, cwd: join(import.meta.dirname, '../..') },
  );
  return JSON.parse(stdout) as JsonObject[];
}

test.each([
  ['by its serial number', 'FT1234', 'usb:0403:6001:FT1234'],
  ['by its socket where it has none', null, 'usb:0403:6001@1-2:1.0'],
])('the wizard names an adapter %s, never by the number of its port', async (_how, serial, path) => {
  const kernel = await aKernel(serial);
  expect(await linesIn(kernel.environment)).toEqual([{ path, name: '0403:6001', mayOpen: expect.any(Boolean) }]);
  // The name is one that the bridge opens.
  expect(parsePrinterAddress(`BAR=serial:${path}?baud=9600`)).toMatchObject({ address: { endpoint: { path } } });
});

test('the wizard tells adapters with the same serial number apart by their sockets', async () => {
  const kernel = await aKernel();
  kernel.another(1, 'FT1234');
  const paths = (await linesIn(kernel.environment)).map(({ path }) => path);
  expect(paths).toContain('usb:0403:6001@1-2:1.0');
  expect(paths).not.toContain('usb:0403:6001:FT1234');
});
