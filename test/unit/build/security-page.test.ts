// docs/security.md and docs/asvs.md say of each rule which test holds it: those are there, and no rule is without.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

const asvs = readFileSync('docs/asvs.md', 'utf8');
const text = readFileSync('docs/security.md', 'utf8') + asvs;
const named = [...text.matchAll(/`([a-z/-]+(?:\.test\.tsx?)?)`/g)].map(([, name = '']) => name);

it.each([...new Set(named.filter((name) => name.startsWith('test/')))])('%s is there', (path) => {
  expect(existsSync(path)).toBe(true);
});

/** Tests by the short names that the tables use: `lock-down` is test/e2e/lock-down.test.ts. */
const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
const short = (name: string) => files.filter((file) => new RegExp(`(?:^|/)${name}\\.test\\.tsx?$`).test(file));

/** What holds a row is a test, a folder of tests or a script of the package. */
function holds(name: string): boolean {
  if (name.startsWith('test/')) return existsSync(name);
  if (name.startsWith('npm run ')) return name.slice('npm run '.length) in scripts;
  return short(name).length === 1;
}

const page = readFileSync('docs/security.md', 'utf8');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly scripts: object };
const rows = page
  .split(/\n(?=#)/)
  .flatMap((part) => {
    const lines = part.split('\n').filter((line) => line.startsWith('|'));
    return (lines[0] ?? '').includes('held by') ? lines.slice(2) : [];
  })
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
/** The shop's and its IT department's own. */
const others = ['1, 5, 9, 11, 12'];

it.each(rows)('%s: is held by what is there, or is not met', (...row) => {
  const held = row.at(-1) ?? '';
  const names = [...held.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  expect(names.filter((name) => !holds(name))).toEqual([]);
  const isOpen = /\*\*not met\*\*/i.test(row.join(' ')) || others.includes(row[0] ?? '');
  expect([names.length > 0, isOpen]).toContain(true);
});

it('there are rows', () => {
  expect(rows.length).toBeGreaterThan(50);
});

it('each requirement names a test, or says that it is not met, or does not apply', () => {
  const requirements = asvs.split('\n').filter((line) => /^\| \d/.test(line));
  const open = requirements.filter((row) => {
    const [, , , here = '', held = ''] = row.split('|').map((cell) => cell.trim());
    return !/`test\//.test(held) && held !== '**not met**' && !(held === '-' && here.startsWith('does not apply'));
  });
  expect(requirements.length).toBeGreaterThan(100);
  expect(open).toEqual([]);
});
