// What may go into the package for shops: packages with a known licence and its text, and nothing else.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { packageFolderOf } from '../../../build/bundling/bundled-packages.ts';
import { licenceOf, pageOf } from '../../../build/checks/licences.ts';

function aPackage(fields: object, files: { readonly [name: string]: string } = { LICENSE: 'The text.' }): string {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-licence-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'part', version: '1.2.3', ...fields }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, 'licenses-of-nothing'), { recursive: true });
  return folder;
}

it.each(['MIT', 'OFL-1.1', '(MIT OR GPL-3.0)', 'MIT AND ISC'])('takes %s with its text', (license) => {
  expect(licenceOf(aPackage({ license }))).toMatchObject({ name: 'part', version: '1.2.3', text: 'The text.' });
});

it.each(['GPL-3.0', 'MIT AND GPL-3.0', 'SEE LICENSE IN FILE', undefined])('refuses %s', (license) => {
  expect(() => licenceOf(aPackage({ license }))).toThrow('licence is not known here');
});

it('refuses a package without the text of its licence', () => {
  expect(() => licenceOf(aPackage({ license: 'MIT' }, {}))).toThrow('no file with its licence');
});

it('takes a notice along with the licence', () => {
  const folder = aPackage({ license: 'Apache-2.0' }, { 'LICENSE.md': 'The rules.', NOTICE: 'The names.' });
  expect(licenceOf(folder).text).toBe('The rules.\n\nThe names.');
});

it('explains a package without a text for one version only', () => {
  const fields = { name: 'nub', license: 'MIT/X11' };
  expect(licenceOf(aPackage({ ...fields, version: '0.0.0' }, {})).text).toContain('Permission is hereby granted');
  expect(() => licenceOf(aPackage({ ...fields, version: '0.0.1' }, {}))).toThrow('not known here');
});

it('has our own licence first', () => {
  const part = licenceOf(aPackage({ license: 'MIT' }));
  expect(pageOf('Ours.', [part])).toMatch(/^Tillbridge \(MIT\)\n\nOurs\.[^]*part 1\.2\.3 \(MIT\)[^]*The text\.\n$/);
});

it.each([
  ['/p/node_modules/zod/v4/index.js', '/p/node_modules/zod'],
  ['/p/node_modules/@scope/name/a/b.js?commonjs', '/p/node_modules/@scope/name'],
  ['/p/node_modules/one/node_modules/two/x.js', '/p/node_modules/one/node_modules/two'],
  [String.raw`C:\p\node_modules\zod\index.js`, 'C:/p/node_modules/zod'],
  ['/p/main/index.ts', null],
])('%s belongs to %s', (file, folder) => {
  expect(packageFolderOf(file)).toBe(folder);
});
