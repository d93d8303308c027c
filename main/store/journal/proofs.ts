// Finds the records that need a proof (prove.ts) and have none: another program wrote them.
import type { DatabaseSync } from 'node:sqlite';
import type { AppendToJournal } from './journal.ts';
import { type ProvenRow, isProven } from './prove.ts';
import { provenRecords } from '../schema/printing-binding.ts';
import type { Seal } from '../database/seal.ts';
import { allRows, limited, oneRow } from '../database/sql.ts';

export interface Proofs {
  /** From now on records of these types need a proof; once in the life of a folder. Needs the seal. */
  begin(atMs: number): void;
  /** Whether `begin` was called in this folder. */
  hasBegun(): boolean;
  /** Numbers of the records that lack their proof. */
  foreign(): readonly number[];
  /** Checks the next records, and starts again at the first where another program wrote. */
  sweep(limit: number): void;
}

export const proofQueries = {
  next: `SELECT seq, prev, at, type, operation, data FROM journal INDEXED BY journal_proven
    WHERE ${provenRecords} AND seq > ? ORDER BY seq ${limited}`,
} as const;

const beginning = 'records-proven';
const pageSize = 1_000;

export function createProofs(db: DatabaseSync, seal: Seal, append: AppendToJournal): Proofs {
  const next = db.prepare(proofQueries.next);
  const version = db.prepare('PRAGMA data_version');
  let seen = { version: -1, audit: createForeign(seal), checked: 0 };

  /** False once all were checked. */
  const check = (limit: number): boolean => {
    const now = oneRow<{ data_version: number }>(version)?.data_version ?? -1;
    if (now !== seen.version) seen = { version: now, audit: createForeign(seal), checked: 0 };
    const rows = allRows<ProvenRow>(next, seen.checked, limit);
    for (const row of rows) seen.audit.pass(row);
    seen.checked = rows.at(-1)?.seq ?? seen.checked;
    return rows.length === limit;
  };
  const checkAll = (): void => {
    while (check(pageSize));
  };
  const hasBegun = (): boolean => {
    checkAll();
    return seen.audit.hasBegun();
  };
  return {
    begin(atMs) {
      if (!hasBegun()) append({ type: beginning, operationId: null, atMs, data: {} });
    },
    hasBegun,
    foreign() {
      checkAll();
      return seen.audit.foreign;
    },
    sweep: (limit) => void check(limit),
  };
}

/** For a verifier, over a connection of its own. */
export function foreignRecords(
  db: DatabaseSync,
  seal: Seal,
): { readonly foreign: readonly number[]; readonly hasBegun: boolean } {
  const audit = createForeign(seal);
  const rows = db.prepare(`SELECT seq, prev, at, type, operation, data FROM journal INDEXED BY journal_proven
    WHERE ${provenRecords} ORDER BY seq`);
  for (const row of rows.iterate() as Iterable<unknown>) audit.pass(row as ProvenRow);
  return { foreign: audit.foreign, hasBegun: audit.hasBegun() };
}

/** Takes the records in their order. Those before the first proven beginning are an older program's. */
function createForeign(seal: Seal) {
  const foreign: number[] = [];
  let begun = false;
  return {
    foreign,
    hasBegun: () => begun,
    pass(row: ProvenRow): void {
      const proven = isProven(row, seal);
      if (row.type === beginning && proven) begun = true;
      if (!proven && (begun || row.type === beginning)) foreign.push(row.seq);
    },
  };
}
