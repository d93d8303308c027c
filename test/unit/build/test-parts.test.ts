// What `npm test` leaves out: each file is there, and is run by the rest of `test:all`. So is a file that does more there.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { needsBelow } from '../../../build/testing/test-needs.ts';
import { parts } from '../../../build/testing/test-parts.ts';

const left = parts.flatMap(({ name, small, rest }) => {
  const args = small ?? [];
  const files = args.filter((_arg, index) => args[index - 1] === '--exclude');
  return files.map((file) => ({ name, file, rest: rest?.args(1) ?? [] }));
});

it.each(left)('$name leaves out $file, which the rest runs', ({ name, file, rest }) => {
  expect(existsSync(name === 'e2e' ? join('test', 'e2e', file) : file)).toBe(true);
  expect(rest).toContain(file);
});

const takesItsShare = /\bshare\(\{|\bonlyLarge\(|inject\('share'\)|support\/variants/;
const shared = parts.flatMap(({ name, folders, rest }) =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.test\.tsx?$/.test(file) && takesItsShare.test(readFileSync(join(folder, file), 'utf8')))
      .map((file) => ({ name, file: name === 'e2e' ? file : `${folder}${file}`, rest: rest?.args(1) ?? [] })),
  ),
);

it.each(shared)('$name runs more of $file in the rest', ({ file, rest }) => {
  expect(rest).toContain(file);
});

it('every kind of test keeps some for `npm test`', () => {
  for (const { name, folders, small } of parts) {
    if (small === null) continue;
    const files = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.test\.tsx?$/.test(file)),
    );
    const kept = files.length - left.filter((each) => each.name === name).length;
    expect(kept, name).toBeGreaterThan(folders.length === 0 ? -1 : 0);
  }
});

const programs = [
  { need: 'serialLines', used: /support\/(?:serial-line|far-end)\.ts/ },
  { need: 'codes', used: /\bcodesRead\b/ },
  { need: 'usbDevices', used: /spawn\('umockdev-run'/ },
];
const users = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .flatMap((file) => {
    const text = readFileSync(join('test', file), 'utf8');
    return programs.filter(({ used }) => used.test(text)).map(({ need }) => ({ file: `test/${file}`, need }));
  });

it('tests with serial lines, USB devices and printed codes get what they need of the system', () => {
  expect(users.length).toBeGreaterThan(15);
  expect(users.filter(({ file, need }) => !needsBelow([file]).some((each) => each === need))).toEqual([]);
});

it('`npm test` installs nothing for tests that it leaves out', () => {
  const folders = parts.flatMap((part) => part.folders);
  const leaves = parts.flatMap((part) => part.leaves ?? []);
  expect(needsBelow(folders)).toEqual(expect.arrayContaining(['csharp', 'strace', 'powerCuts']));
  const needed = needsBelow(folders, leaves);
  expect(needed).not.toEqual(expect.arrayContaining(['csharp']));
  expect(needed).not.toEqual(expect.arrayContaining(['strace']));
  expect(needed).toEqual(expect.arrayContaining(['chromium', 'display', 'python']));
});
