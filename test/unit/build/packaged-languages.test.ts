// The package holds what Electron needs to know a computer's language: where it is missing, Electron says "en-US", and
// the till begins in English on an Italian computer.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { languages } from '#contract/data/languages.ts';

const configuration = readFileSync(join(import.meta.dirname, '../../../electron-builder.yml'), 'utf8');

it('the package knows every language of the window', () => {
  const [, listed = ''] = /^electronLanguages: \[(.*)\]$/m.exec(configuration) ?? [];
  expect(listed.split(', ')).toEqual(expect.arrayContaining([...languages]));
});
