// docs/security.md says of each rule which test holds it: those are there.
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const text = readFileSync('docs/security.md', 'utf8');
const named = [...text.matchAll(/`([a-z/-]+(?:\.test\.ts)?)`/g)].map(([, name = '']) => name);

it.each(named.filter((name) => name.startsWith('test/')))('%s is there', (path) => {
  expect(existsSync(path)).toBe(true);
});
