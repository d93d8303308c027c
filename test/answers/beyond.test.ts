// What a gateway could answer that the specification does not speak of.

import { writeFile } from 'node:fs/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { byClass } from './support/report.ts';
import { type Judged, runRows } from './support/rows.ts';
import { beyondRows } from './table/beyond.ts';

const judged: readonly Judged[] = await runRows(beyondRows);

afterAll(async () => {
  const file = process.env['ANSWERS_REPORT'];
  if (file !== undefined) await writeFile(`${file}.beyond.json`, JSON.stringify(byClass(judged), null, 1));
});

describe.each([...new Set(beyondRows.map((row) => row.class))])('%s', (name) => {
  test.each(judged.filter((each) => each.row.class === name))('$row.name', ({ row, wrong }) => {
    expect(wrong, row.rests).toEqual([]);
  });
});
