// The pages for people lead to what is there: files, and headings on other pages.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { scopes } from '#contract/programs/scopes.ts';
import { projectRoot } from '../../../build/documents/specification/rows.ts';

const inDocs = readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => join('docs', name));
const pages = [
  'README.md',
  'CHANGELOG.md',
  'ARCHITECTURE.md',
  'client/README.md',
  'client/python/README.md',
  'client/csharp/README.md',
  ...inDocs,
];

const read = (page: string) => readFileSync(join(projectRoot, page), 'utf8');

/** As GitHub makes them of headings. */
function anchorsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

it.each(pages)('%s links to what is there', (page) => {
  const broken = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, to = '']) => to)
    .filter((to) => !/^[a-z]+:/.test(to))
    .filter((to) => {
      const [file = '', anchor] = to.split('#');
      const target = file === '' ? page : join(dirname(page), file);
      if (!existsSync(join(projectRoot, target))) return true;
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
    });
  expect(broken).toEqual([]);
});

it('each page of docs is linked from another one', () => {
  const all = pages.map(read).join('\n');
  const topLevel = inDocs.filter((page) => dirname(page) === 'docs');
  expect(topLevel.filter((page) => !all.includes(page.slice('docs/'.length)))).toEqual([]);
});

it('the README names every scope that a program may be given', () => {
  const [, named = ''] = /^Scopes: (.*)$/m.exec(read('README.md')) ?? [];
  expect([...named.matchAll(/`([a-z-]+)`/g)].map(([, scope]) => scope)).toEqual([...scopes]);
});
