// What the record of a payment shows of an operation whose answer was lost is held to what its answer would be held to.

import { describe, expect, test } from 'vitest';
import { share } from '#support/share.ts';
import { type Judged, type Row, runRows } from './support/rows.ts';
import { recordRows } from './table/records.ts';

const opensItsClass = (row: Row) => recordRows.find((each) => each.class === row.class) === row;
const some = recordRows.filter((row, index) => index % 3 === 0 || opensItsClass(row));
const rows = share({ small: some, large: recordRows });
const judged: readonly Judged[] = await runRows(rows);

describe.each([...new Set(rows.map((row) => row.class))])('%s', (name) => {
  test.each(judged.filter((each) => each.row.class === name))('$row.name', ({ row, wrong }) => {
    expect(wrong, row.rests).toEqual([]);
  });
});
