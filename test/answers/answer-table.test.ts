// Every money operation against every kind of answer, through a running bridge and a gateway that follows a script. What
// each answer means was written down from the sources, without knowledge of the code.

import { writeFile } from 'node:fs/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { type Judged, type Row, runRows, shareOf } from './support/rows.ts';
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

const rows = shareOf(all);
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
