// The import table is only worth what its check refuses. This writes files with forbidden and allowed imports into a
// copy of the zones' folders, runs the very commands of `npm run lint` there, and compares file by file.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { allowed, allowedRoots, forbidden, type Fixture } from './fixtures.ts';

const root = join(import.meta.dirname, '../../..');
const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const copyWith = (fixtures: readonly Fixture[]): string => {
  const folder = mkdtempSync(join(tmpdir(), 'import-table-'));
  folders.push(folder);
  for (const name of ['build', 'package.json', 'tsconfig.json', 'tsconfig.pure.json', 'oxlint.config.ts']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const { file, code } of fixtures) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), code);
  }
  return folder;
};

const tool = (name: string): string => join(root, 'node_modules/.bin', name);

// Only these rules hold the table. Others (an unknown module, say) may fire on a fixture too, and prove nothing.
const tableRules =
  /no-restricted-(?:imports|globals|properties)|consistent-type-imports|no-dynamic-require|no-require-imports|triple-slash-reference/;

/** The files that the check refuses, as paths from the folder. */
const refusedIn = (folder: string): Set<string> => {
  const run = { cwd: folder, encoding: 'utf8' } as const;
  const lint = spawnSync(
    process.execPath,
    [tool('oxlint'), '--format=unix', 'main', 'office', 'preload', 'renderer', 'client', 'test'],
    run,
  );
  const script = spawnSync(process.execPath, ['build/checks/check-imports.ts'], run);
  const lines = [...lint.stdout.split('\n').filter((line) => tableRules.test(line)), ...script.stderr.split('\n')];
  return new Set(lines.map((line) => line.split(':')[0] ?? '').filter((file) => file !== ''));
};

describe('the import table', () => {
  it('holds no fixture twice', () => {
    const names = [...forbidden, ...allowed].map(({ file }) => file);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('refuses every forbidden import and lets every allowed one through', () => {
    const refused = refusedIn(copyWith([...forbidden, ...allowed]));
    expect(forbidden.map(({ file }) => file).filter((file) => !refused.has(file))).toEqual([]);
    expect(allowed.map(({ file }) => file).filter((file) => refused.has(file))).toEqual([]);
  });

  it('lets the composition roots import what they compose', () => {
    expect([...refusedIn(copyWith(allowedRoots))]).toEqual([]);
  });

  it('compiles the pure zones without types of Node or a browser', () => {
    const names = ['Buffer', 'process', 'setTimeout', 'fetch', 'URL', 'document', 'console'];
    const folder = copyWith(
      names.map((name) => ({ file: `main/core/${name}.ts`, code: `export const used = ${name};\n` })),
    );
    const { status, stdout } = spawnSync(process.execPath, [tool('tsc'), '-p', 'tsconfig.pure.json'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(status).not.toBe(0);
    expect(names.filter((name) => !stdout.includes(`main/core/${name}.ts`))).toEqual([]);
  });
});
