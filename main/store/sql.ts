// What every query needs: rows of a statement as a named type, and a limit. The types are ours to keep in step with the
// schema; SQLite's STRICT tables hold the other half of that promise.
import type { SQLInputValue, StatementSync } from 'node:sqlite';

/**
 * A bound LIMIT. SQLite looks at the value of a bare `LIMIT ?` when it plans, and so compiles the statement anew each
 * time that it is bound: 20 µs where the question itself takes 1.5. An expression is not looked at.
 */
export const limited = 'LIMIT ? + 0';

/** The same where values have names. */
export const limitedBy = (name: string) => `LIMIT :${name} + 0`;

export function allRows<Row>(statement: StatementSync, ...values: SQLInputValue[]): Row[] {
  return statement.all(...values) as unknown as Row[];
}

export function oneRow<Row>(statement: StatementSync, ...values: SQLInputValue[]): Row | null {
  return (statement.get(...values) as unknown as Row | undefined) ?? null;
}

/** The same with named values; those that the statement does not know are left out by it. */
export function rowsBy<Row>(statement: StatementSync, values: { readonly [name: string]: SQLInputValue }): Row[] {
  return statement.all(values) as unknown as Row[];
}
