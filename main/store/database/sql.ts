// What every query needs: rows of a statement as a named type, a limit, and the sort of a lane. Nothing checks the row
// types against the schema: keep them in step by hand. SQLite's STRICT tables check the stored values.
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { laneBeginnings } from '#core/ports/record.ts';

/**
 * A bound LIMIT. SQLite looks at the value of a bare `LIMIT ?` when it plans, and so compiles the statement anew each
 * time that it is bound: 20 µs where the question itself takes 1.5. An expression is not looked at.
 */
export const limited = 'LIMIT ? + 0';

export function allRows<Row>(statement: StatementSync, ...values: SQLInputValue[]): Row[] {
  return statement.all(...values) as unknown as Row[];
}

export function oneRow<Row>(statement: StatementSync, ...values: SQLInputValue[]): Row | null {
  return (statement.get(...values) as unknown as Row | undefined) ?? null;
}

/** The SQL that is true where a column names a lane of this sort. */
export function laneOf(sort: keyof typeof laneBeginnings, column: string): string {
  const beginning = laneBeginnings[sort];
  return `substr(${column}, 1, ${beginning.length}) = '${beginning}'`;
}
