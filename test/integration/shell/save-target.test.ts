// Main writes with the rights of the whole account: what a person chose in a dialog must not be what the till lives on.
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { appPathsOf } from '../../../main/shell/machine/app-paths.ts';
import { saveProblem } from '../../../main/shell/documents/save-target.ts';

const key = '.public-key.pem';

function aTill() {
  const root = mkdtempSync(join(tmpdir(), 'tillbridge-place-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const paths = appPathsOf(join(root, 'home'), join(root, 'built'));
  const elsewhere = join(root, 'documents');
  for (const folder of [paths.dataDir, paths.logDir, elsewhere]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(paths.dataDir, 'tillbridge.db'), 'SQLite format 3\u0000 and pages');
  writeFileSync(paths.vault, '{}');
  const problem = (file: string) => saveProblem(file, paths, key);
  return { paths, elsewhere, problem };
}

it('takes a new file, an earlier export and a link to one', () => {
  const { elsewhere, paths, problem } = aTill();
  const file = join(elsewhere, 'journal.ndjson');
  expect(problem(file)).toBeNull();
  writeFileSync(file, '{}\n');
  writeFileSync(`${file}${key}`, '-----BEGIN PUBLIC KEY-----\n');
  expect(problem(file)).toBeNull();
  symlinkSync(file, join(elsewhere, 'link.ndjson'));
  expect(problem(join(elsewhere, 'link.ndjson'))).toBeNull();
  expect(problem(join(paths.home, 'new.ndjson'))).toBeNull();
});

it('takes nothing that the till lives on', () => {
  const { elsewhere, paths, problem } = aTill();
  symlinkSync(paths.dataDir, join(elsewhere, 'shop'));
  const own = [
    join(paths.dataDir, 'tillbridge.db'),
    join(paths.dataDir, 'new.ndjson'),
    join(paths.dataDir, 'no-such-folder', '..', 'new.ndjson'),
    join(paths.logDir, 'new.ndjson'),
    join(elsewhere, 'shop', 'new.ndjson'),
    paths.vault,
  ];
  expect(own.filter((file) => problem(file) !== 'own')).toEqual([]);
});

it('takes no database by another name, no folder and no link to either', () => {
  const { elsewhere, paths, problem } = aTill();
  linkSync(join(paths.dataDir, 'tillbridge.db'), join(elsewhere, 'hard.ndjson'));
  symlinkSync(join(paths.dataDir, 'tillbridge.db'), join(elsewhere, 'soft.ndjson'));
  expect(problem(join(elsewhere, 'hard.ndjson'))).toBe('database');
  expect(problem(join(elsewhere, 'soft.ndjson'))).toBe('database');
  mkdirSync(join(elsewhere, 'folder.ndjson'));
  symlinkSync(elsewhere, join(elsewhere, 'to-folder.ndjson'));
  expect(problem(join(elsewhere, 'folder.ndjson'))).toBe('no-file');
  expect(problem(join(elsewhere, 'to-folder.ndjson'))).toBe('no-file');
});

it('replaces nothing but a key beside it', () => {
  const { elsewhere, problem } = aTill();
  const file = join(elsewhere, 'journal.ndjson');
  writeFileSync(`${file}${key}`, 'somebody’s letter');
  expect(problem(file)).toBe('beside');
});
