// docs/journal.md is complete: a line for each type of record that is written and for none that is not, and the kinds of
// the API by the names that programs ask for them with.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { journalRecords } from '#contract/data/journal-records.ts';
import { commands, shortKinds } from '#operations/index.ts';
import { projectRoot } from '../../../build/documents/specification/rows.ts';

const page = readFileSync(join(projectRoot, 'docs', 'journal.md'), 'utf8');
const section = (title: string) => page.split(/^## /m).find((each) => each.startsWith(`${title}\n`)) ?? '';
/** The names in the first column of a table. */
const firstCells = (text: string) =>
  [...text.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );

test('every type of record has a line', () => {
  const told = firstCells(section('The records'));
  expect(new Set(told)).toEqual(new Set(journalRecords));
  expect(told).toHaveLength(journalRecords.length);
});

test('every type on the list is written somewhere', () => {
  const listed = 'main/contract/data/journal-records.ts';
  const files = execFileSync('git', ['ls-files', 'main'], { cwd: projectRoot, encoding: 'utf8' }).trim().split('\n');
  const code = files.filter((file) => file.endsWith('.ts') && file !== listed);
  const text = code.map((file) => readFileSync(join(projectRoot, file), 'utf8')).join('\n');
  const said = (type: string) => text.includes(`'${type}'`) || text.includes(`'${type.replace('print-job-', '')}'`);
  expect(journalRecords.filter((type) => !said(type))).toEqual([]);
});

test('the kinds are those of the API, the short ones with what a record says', () => {
  const kinds = [...commands.map(({ kind }) => kind), ...shortKinds.map(({ name }) => name)];
  expect(new Set(firstCells(section('The kinds')))).toEqual(new Set(kinds));
});
