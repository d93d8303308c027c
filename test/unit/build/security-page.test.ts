// docs/security.md and docs/asvs.md say of each rule which test holds it: those are there, and no rule is without.
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const asvs = readFileSync('docs/asvs.md', 'utf8');
const text = readFileSync('docs/security.md', 'utf8') + asvs;
const named = [...text.matchAll(/`([a-z/-]+(?:\.test\.tsx?)?)`/g)].map(([, name = '']) => name);

it.each([...new Set(named.filter((name) => name.startsWith('test/')))])('%s is there', (path) => {
  expect(existsSync(path)).toBe(true);
});

it('each requirement names a test, or says that it is not met, or does not apply', () => {
  const rows = asvs.split('\n').filter((line) => /^\| \d/.test(line));
  const open = rows.filter((row) => {
    const [, , , here = '', held = ''] = row.split('|').map((cell) => cell.trim());
    return !/`test\//.test(held) && held !== '**not met**' && !(held === '-' && here.startsWith('does not apply'));
  });
  expect(rows.length).toBeGreaterThan(100);
  expect(open).toEqual([]);
});
