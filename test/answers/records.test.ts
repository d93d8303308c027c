// What the record of a payment shows of an operation whose answer was lost is held to what its answer would be held to.

import { describe, expect, test } from 'vitest';
import { type Judged, runRows, shareOf } from './support/rows.ts';
import { recordRows } from './table/records.ts';

const rows = shareOf(recordRows);
const judged: readonly Judged[] = await runRows(rows);

describe.each([...new Set(rows.map((row) => row.class))])('%s', (name) => {
  test.each(judged.filter((each) => each.row.class === name))('$row.name', ({ row, wrong }) => {
    expect(wrong, row.rests).toEqual([]);
  });
});
