// A printer behind the system's spooler, with a program in `lp`'s place.
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultProfile } from '#peripherals/address/profile.ts';
import { printerLimits } from '#peripherals/printers/limits.ts';
import { createQueuePrinter } from '#peripherals/printers/queue-printer.ts';
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
  const printer = createQueuePrinter({ id: 'Q', name: 'queue', profile, limits, command });
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
  const printer = createQueuePrinter({ id: 'Q', name: 'queue', profile: defaultProfile('esc-pos'), limits, command });
  expect(await printer.print(document, noWait, false)).toEqual({ type: 'not-sent', obstacle: 'no-answer' });
});

test('no pulse goes to a queue: it would keep it, and the drawer would open when nobody stands there', async () => {
  const { printer, taken } = aQueue('exit 0');
  const never = () => Promise.reject(new Error('Nothing may be journalled.'));
  expect(await printer.openDrawer(never)).toBe('not-sent');
  expect(taken()).toBe('');
});

test('where the settings want it a queue gets one pulse, and nobody knows whether the drawer opened', async () => {
  const { printer, taken } = aQueue('exit 0', 5_000, true);
  expect(await printer.openDrawer(noWait)).toBe('unknown');
  expect(Buffer.from(taken(), 'latin1').toString('hex')).toBe('1b700032fa');
});
