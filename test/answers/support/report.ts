// How many rows of each class hold, and what was wrong with the others: for a developer who changes the rules.

import { type Judged } from './rows.ts';

export interface ClassReport {
  readonly class: string;
  readonly rows: number;
  readonly held: number;
  readonly failures: readonly { readonly row: string; readonly wrong: readonly string[]; readonly rests: string }[];
}

export function byClass(judged: readonly Judged[]): readonly ClassReport[] {
  return [...new Set(judged.map((each) => each.row.class))].map((name) => {
    const mine = judged.filter((each) => each.row.class === name);
    const failed = mine.filter((each) => each.wrong.length > 0);
    return {
      class: name,
      rows: mine.length,
      held: mine.length - failed.length,
      failures: failed.map(({ row, wrong }) => ({ row: row.name, wrong, rests: row.rests })),
    };
  });
}
