// A printer behind the system's spooler, with a program in `lp`'s place.
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultProfile } from '#peripherals/address/profile.ts';
import { printerLimits } from '#peripherals/printers/limits.ts';
import { createQueuePrinter } from '#peripherals/printers/queue-printer.ts';
import { nothingTaken, queueLister, spoolerOf } from '#peripherals/printers/spooler.ts';
import { aFolder } from '#support/store-folder.ts';

const noWait = () => Promise.resolve();
const document = { blocks: [{ type: 'text' as const, text: 'Receipt' }] };

function aQueue(ends: string, handOverMs = 5_000, hasDrawer = false) {
  const folder = aFolder();
  const [command, taken] = [join(folder, 'lp'), join(folder, 'taken')];
  writeFileSync(command, `#!/bin/sh\ncat >> '${taken}'\n${ends}\n`);
  chmodSync(command, 0o755);
  const limits = { ...printerLimits, handOverMs };
  const profile = { ...defaultProfile('esc-pos'), hasDrawer };
  const printer = createQueuePrinter({
    id: 'Q',
    name: 'queue',
    profile,
    limits,
    spooler: { command, args: [], environment: {} },
  });
  return { printer, taken: () => (existsSync(taken) ? readFileSync(taken, 'latin1') : '') };
}

test('a document that the spooler takes is handed over', async () => {
  const { printer, taken } = aQueue('exit 0');
  expect(await printer.print(document, noWait, false)).toEqual({ type: 'handed-over' });
  expect(taken()).toContain('Receipt');
});

test('a spooler that fails may have taken it all the same: doubtful, and never due again', async () => {
  const { printer, taken } = aQueue('exit 1');
  expect(await printer.print(document, noWait, false)).toEqual({ type: 'doubtful', reason: 'not-taken' });
  expect(taken()).toContain('Receipt');
});

test('a spooler that never ends is given up, in doubt', async () => {
  const { printer } = aQueue('exec sleep 60', 200);
  expect(await printer.print(document, noWait, false)).toEqual({ type: 'doubtful', reason: 'no-word' });
});

test('without the spooler’s program nothing was sent', async () => {
  const limits = printerLimits;
  const command = join(aFolder(), 'none');
  const printer = createQueuePrinter({
    id: 'Q',
    name: 'queue',
    profile: defaultProfile('esc-pos'),
    limits,
    spooler: { command, args: [], environment: {} },
  });
  expect(await printer.print(document, noWait, false)).toEqual({ type: 'not-sent', obstacle: 'no-answer' });
});

test('a program that says that the spooler was given nothing leaves the document due', async () => {
  const { printer } = aQueue(`exit ${nothingTaken}`);
  expect(await printer.print(document, noWait, false)).toEqual({ type: 'not-sent', obstacle: 'no-answer' });
});

test('CUPS has lp, without the keys of the till', () => {
  const environment = { PATH: '/usr/bin', TILLBRIDGE_API_KEY: 'secret' };
  expect(spoolerOf('Front', 'linux', environment)).toEqual({
    command: 'lp',
    args: ['-d', 'Front', '-o', 'raw', '-s', '--', '-'],
    environment: { PATH: '/usr/bin' },
  });
});

test('a queue of Windows is given raw bytes by the spooler’s own calls, and its name is never read as a command', () => {
  const environment = { SystemRoot: String.raw`D:\Windows`, TILLBRIDGE_API_KEY: 'secret' };
  const name = `Front'; Remove-Item C:\\ #`;
  const { command, args, environment: given } = spoolerOf(name, 'win32', environment);
  expect(command).toBe(String.raw`D:\Windows\System32\WindowsPowerShell\v1.0\powershell.exe`);
  expect(given).toEqual({ SystemRoot: environment.SystemRoot, TILLBRIDGE_QUEUE: name });
  expect(args.slice(0, -1)).toEqual(['-NoLogo', '-NoProfile', '-NonInteractive', '-EncodedCommand']);
  const script = Buffer.from(args.at(-1) ?? '', 'base64').toString('utf16le');
  expect(script).not.toContain('Remove-Item');
  const calls = [
    'OpenPrinter',
    'StartDocPrinter',
    'StartPagePrinter',
    'WritePrinter',
    'EndPagePrinter',
    'EndDocPrinter',
  ];
  const places = calls.map((call) => script.lastIndexOf(`]::${call}(`));
  expect(places.every((place, index) => place > (places[index - 1] ?? 0))).toBe(true);
  expect(script).toContain("Type = 'RAW'");
  // The longest command line of Windows.
  expect([command, ...args].join(' ').length).toBeLessThan(32_767);
  const lists = queueLister('win32', environment);
  expect(Buffer.from(lists.args.at(-1) ?? '', 'base64').toString('utf16le')).toContain('Get-Printer');
});

test('no pulse goes to a queue: it would keep it, and the drawer would open when the cashier has gone', async () => {
  const { printer, taken } = aQueue('exit 0');
  const never = () => Promise.reject(new Error('Nothing may be journalled.'));
  expect(await printer.openDrawer(never)).toBe('not-sent');
  expect(taken()).toBe('');
});

test('where the settings want it a queue gets one pulse, and whether the drawer opened is not known', async () => {
  const { printer, taken } = aQueue('exit 0', 5_000, true);
  expect(await printer.openDrawer(noWait)).toBe('unknown');
  expect(Buffer.from(taken(), 'latin1').toString('hex')).toBe('1b700032fa');
});
