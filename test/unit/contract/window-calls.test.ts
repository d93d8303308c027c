// Each call that the window may make is made by it: one that no screen or store asks for is a function that no person at
// the till can reach.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { windowCalls } from '#contract/calls/table.ts';

const renderer = join(import.meta.dirname, '../../../renderer');

function sources(): string {
  const files = readdirSync(renderer, { recursive: true, encoding: 'utf8' });
  const own = files.filter((file) => /\.tsx?$/.test(file) && !file.startsWith('bridge/fake'));
  return own.map((file) => readFileSync(join(renderer, file), 'utf8')).join('\n');
}

it('each call of the table is asked for somewhere in the window', () => {
  const text = sources();
  const asked = new Set([...text.matchAll(/\bask(?:WithPin)?\(\s*'(\w+)'/g)].map(([, name]) => name));
  expect(Object.keys(windowCalls).filter((name) => !asked.has(name))).toEqual([]);
});
