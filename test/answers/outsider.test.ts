// What an outsider had a gateway answer: each kind of answer as a row.

import { describe, expect, test } from 'vitest';
import { type Judged, runRows } from './support/rows.ts';
import { refusalRows, successRows } from './table/outsider.ts';

const rows = [...refusalRows, ...successRows];
const judged: readonly Judged[] = await runRows(rows);

describe.each([...new Set(rows.map((row) => row.class))])('%s', (name) => {
  test.each(judged.filter((each) => each.row.class === name))('$row.name', ({ row, wrong }) => {
    expect(wrong, row.rests).toEqual([]);
  });
});
