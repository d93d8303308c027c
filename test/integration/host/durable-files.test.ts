// A disk on which a file finds no room: what was there stays whole, and nothing half-written is left. The limit of a
// process for the size of its files stands for the disk: the system writes up to it, and refuses the rest.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const hasLimits = spawnSync('prlimit', ['--version']).error === undefined;
if (!hasLimits) process.stdout.write('SKIPPED: a file that finds no room. It needs prlimit.\n');

const mostBytes = 4_096;

function withLittleRoom(script: string): string {
  const own = `import * as files from './main/host/files/durable-files.ts';
    try { ${script} } catch (error) { process.stdout.write(error.code); }`;
  const args = [`--fsize=${mostBytes}`, process.execPath, '--input-type=module', '-e', own];
  return spawnSync('prlimit', args, { encoding: 'utf8' }).stdout;
}

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it.skipIf(!hasLimits)('a file that is replaced stays as it was', () => {
  const folder = aFolder();
  const file = join(folder, 'settings.json');
  writeFileSync(file, 'before');
  const text = `'x'.repeat(${mostBytes * 2})`;
  for (const content of [text, `Buffer.from(${text})`]) {
    expect(withLittleRoom(`files.writeDurably(${JSON.stringify(file)}, ${content})`)).toBe('EFBIG');
    expect(readFileSync(file, 'utf8')).toBe('before');
    expect(readdirSync(folder)).toEqual(['settings.json']);
  }
});

it.skipIf(!hasLimits)('a new file is not there', () => {
  const folder = aFolder();
  const file = JSON.stringify(join(folder, 'bundle.html'));
  expect(withLittleRoom(`files.writeNew(${file}, 'x'.repeat(${mostBytes * 2}))`)).toBe('EFBIG');
  expect(readdirSync(folder)).toEqual([]);
});

it.skipIf(!hasLimits)('a new file never replaces one that is there', () => {
  const folder = aFolder();
  const file = join(folder, 'bundle.html');
  writeFileSync(file, 'before');
  expect(withLittleRoom(`files.writeNew(${JSON.stringify(file)}, 'after')`)).toBe('EEXIST');
  expect(readFileSync(file, 'utf8')).toBe('before');
});
