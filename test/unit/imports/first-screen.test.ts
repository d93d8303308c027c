// The window's first screen reads no schema library: it would be the largest part of what stands between the start and
// the first sale, and where a page's policy forbids eval, zod tries it once and is refused. Nor do the preload script,
// which runs before every page, and main's first part.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

it('the first screen of the window imports no schema library', () => {
  const by = importedFrom('renderer/main.tsx');
  expect(by.size).toBeGreaterThan(100);
  expect(by.has('react')).toBe(true);
  expect(by.get('zod')).toBeUndefined();
});

it.each(['preload/index.ts', 'main/shell/ipc/ipc.ts'])(
  '%s imports the table of calls, and no schema library',
  (file) => {
    const by = importedFrom(file);
    expect(by.has(join(root, 'main/contract/calls/table.ts'))).toBe(true);
    expect(by.get('zod')).toBeUndefined();
  },
);

/** All that is imported at once, with the file that does. */
function importedFrom(entry: string): ReadonlyMap<string, string> {
  const by = new Map<string, string>();
  const walk = (file: string): void => {
    for (const name of importsOf(file)) {
      const target = targetOf(name, file);
      if (by.has(target)) continue;
      by.set(target, file);
      if (existsSync(target)) walk(target);
    }
  };
  walk(join(root, entry));
  return by;
}

/** What is imported as a value, at once: neither types nor `import()`. */
function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const found: string[] = [];
  for (const [, clause = '', from, alone] of source.matchAll(
    /^(?:import|export)\s+([^;']*?)\s*from\s+'([^']+)';|^import\s+'([^']+)';/gms,
  )) {
    const names = clause
      .replaceAll(/[{}]/g, '')
      .split(',')
      .map((each) => each.trim());
    if (clause.startsWith('type ') || (clause.startsWith('{') && names.every((each) => /^(?:type |$)/.test(each))))
      continue;
    found.push(from ?? alone ?? '');
  }
  return found.filter((name) => /\.tsx?$/.test(name) || !/[./]\w+$/.test(name));
}

function targetOf(name: string, importer: string): string {
  if (name.startsWith('.')) return resolve(dirname(importer), name);
  return name.startsWith('#') ? join(root, 'main', name.slice(1)) : name;
}
