// What a person is told of a serial line that does not open.
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { troubleAdvice, troubleText } from '../../../renderer/model/printing/print-words.ts';
import { sayIn } from '#texts/index.ts';
import { openTrouble } from '#peripherals/lines/open-trouble.ts';

const denied = (path: string) => new Error(`Error: Permission denied, cannot open ${path}`);

test.each([
  ['Error: No such file or directory, cannot open /dev/ttyUSB0', 'linux', 'not-found', 'ls -l /dev/serial/by-id/'],
  ['Error Resource temporarily unavailable Cannot lock port', 'linux', 'busy', 'sudo fuser -v /dev/ttyUSB0'],
  ['Opening COM3: Access denied', 'win32', 'busy', 'Another program'],
  ['Opening COM3: File not found', 'win32', 'not-found', 'Plug the device in'],
  ['did not open within 2000 ms.', 'linux', 'no-answer', 'out and in again'],
] as const)('%s', (message, platform, obstacle, words) => {
  const told = openTrouble('/dev/ttyUSB0', new Error(message), platform);
  expect(told.obstacle).toBe(obstacle);
  expect(told.advice).toContain(words);
});

test('missing rights name the group and the command, or the rule for udev', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-rights-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'line');
  expect(openTrouble(path, denied(path), 'linux')).toEqual({
    obstacle: 'no-permission',
    advice: expect.stringContaining('sudo usermod -aG dialout "$USER"'),
    trouble: {
      code: 'no-permission',
      path,
      group: 'dialout',
      command: 'sudo usermod -aG dialout "$USER"',
      advice: expect.stringContaining('the group dialout'),
    },
  });
  writeFileSync(path, '');
  const [, group = '', gid = ''] = /^(\w+):[^:]*:([1-9]\d*):/m.exec(readFileSync('/etc/group', 'utf8')) ?? [];
  if (process.getuid?.() === 0) {
    chownSync(path, 0, Number(gid));
    chmodSync(path, 0o660);
    const { trouble } = openTrouble(path, denied(path), 'linux');
    expect(trouble).toMatchObject({ group, command: `sudo usermod -aG ${group} "$USER"` });
  }
  chmodSync(path, 0o600);
  const { advice } = openTrouble(path, denied(path), 'linux');
  expect(advice).toContain('/etc/udev/rules.d/60-tillbridge.rules');
  expect(advice).toContain('GROUP="dialout"');
});

test.each([
  ['Another device is at /dev/ttyUSB0.', 'another-device'],
  ['2 adapters are usb:0403:6001: name the one.', 'several-alike'],
  ['No adapter usb:0403:6001 is plugged in.', 'not-found'],
  ['Error Resource temporarily unavailable Cannot lock port', 'busy'],
  ['did not open within 2000 ms.', 'not-open'],
])('%s has a code, which the window says in its own language', (message, code) => {
  const { advice, trouble } = openTrouble('/dev/ttyUSB0', new Error(message), 'linux');
  expect(trouble).toMatchObject({ code, path: '/dev/ttyUSB0' });
  // Programs and the doctor read the same sentences in English.
  expect(advice).toContain(troubleText(trouble, sayIn('en')));
  expect(advice).toContain(troubleAdvice(trouble, sayIn('en')));
});
