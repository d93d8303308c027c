// Every money operation against every kind of answer, through a running bridge and a gateway that follows a script. What
// each answer means was written down from the sources, without knowledge of the code. The small share takes every third
// row, and of each class one at least.

import { writeFile } from 'node:fs/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { share } from '#support/share.ts';
import { type Judged, runRows, type Row } from './support/rows.ts';
import { byClass } from './support/report.ts';
import { amountRows } from './table/amount.ts';
import { codeRows } from './table/codes.ts';
import { crossedRows } from './table/crossed.ts';
import { evidenceRows } from './table/evidence.ts';
import { httpRows } from './table/http-status.ts';
import { identityRows } from './table/identity.ts';
import { nestedRows } from './table/nested.ts';
import { wordRows } from './table/words.ts';

const all: readonly Row[] = [
  ...httpRows,
  ...identityRows,
  ...amountRows,
  ...wordRows,
  ...codeRows,
  ...nestedRows,
  ...evidenceRows,
  ...crossedRows,
];

const opensItsClass = (row: Row) => all.find((each) => each.class === row.class) === row;
const some = all.filter((row, index) => index % 3 === 0 || opensItsClass(row));
const rows = share({ small: some, large: all });
const judged: readonly Judged[] = await runRows(rows);

afterAll(async () => {
  const file = process.env['ANSWERS_REPORT'];
  if (file !== undefined) await writeFile(`${file}.table.json`, JSON.stringify(byClass(judged), null, 1));
});

describe.each([...new Set(rows.map((row) => row.class))])('%s', (name) => {
  test.each(judged.filter((each) => each.row.class === name))('$row.name', ({ row, wrong }) => {
    expect(wrong, row.rests).toEqual([]);
  });
});
