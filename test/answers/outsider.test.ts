// What an outsider had a gateway answer: each kind of answer as a row.

import { describe, expect, test } from 'vitest';
import { type Judged, runRows, shareOf } from './support/rows.ts';
import { conversionRows } from './table/conversion.ts';
import { refusalRows, successRows } from './table/outsider.ts';
import { wrappedRows } from './table/wrapped.ts';

const rows = shareOf([...refusalRows, ...successRows, ...wrappedRows, ...conversionRows]);
const judged: readonly Judged[] = await runRows(rows);

describe.each([...new Set(rows.map((row) => row.class))])('%s', (name) => {
  test.each(judged.filter((each) => each.row.class === name))('$row.name', ({ row, wrong }) => {
    expect(wrong, row.rests).toEqual([]);
  });
});
