// Two lines that every query needs: rows of a statement as a named type. The types are ours to keep in step with the
// schema; SQLite's STRICT tables hold the other half of that promise.
import type { SQLInputValue, StatementSync } from 'node:sqlite';

export function allRows<Row>(statement: StatementSync, ...values: SQLInputValue[]): Row[] {
  return statement.all(...values) as unknown as Row[];
}

export function oneRow<Row>(statement: StatementSync, ...values: SQLInputValue[]): Row | null {
  return (statement.get(...values) as unknown as Row | undefined) ?? null;
}
