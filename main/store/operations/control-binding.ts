// Binds positive controls: that a look-up once showed an operation of a kind. From then on an answer "not found" is
// evidence that one was not carried out, so a row that another program wrote could have a payment charged twice.
import type { DatabaseSync } from 'node:sqlite';
import type { Proofs } from '../journal/proofs.ts';
import type { Seal } from '../database/seal.ts';
import { allRows } from '../database/sql.ts';
import type { Bindings } from './operation-binding.ts';

export interface ControlRow {
  readonly environment_id: string;
  readonly kind: string;
  readonly operation: string;
  readonly at: number;
  readonly bound: string | null;
}

export interface ControlBindings {
  /** False: `altered` lists it from then on, and "not found" proves nothing until a look-up shows the kind again. */
  believes(row: ControlRow): boolean;
  /** The value of `bound` for a row. */
  of(row: Omit<ControlRow, 'bound'>): string;
  /** Binds the rows of an older program, before records need a proof; those were believed as they were. */
  begin(): void;
  /** Checks all rows: there are few, one for each kind. */
  check(): void;
}

export function createControlBindings(
  db: DatabaseSync,
  seal: Seal,
  proofs: Pick<Proofs, 'hasBegun'>,
  suspect: Bindings['suspect'],
): ControlBindings {
  const all = db.prepare('SELECT * FROM controls');
  const put = db.prepare('UPDATE controls SET bound = ? WHERE environment_id = ? AND kind = ?');
  const of: ControlBindings['of'] = ({ environment_id, kind, operation, at }) =>
    seal.digest(JSON.stringify([environment_id, kind, operation, at]), 'control');
  const believes = (row: ControlRow): boolean => {
    if (row.bound === null ? !proofs.hasBegun() : row.bound === of(row)) return true;
    suspect(`control ${row.kind}`, `that a look-up showed an operation ${row.kind} was written by hand`);
    return false;
  };
  return {
    believes,
    of,
    begin() {
      if (proofs.hasBegun()) return;
      for (const row of allRows<ControlRow>(all))
        if (row.bound === null) put.run(of(row), row.environment_id, row.kind);
    },
    check() {
      for (const row of allRows<ControlRow>(all)) believes(row);
    },
  };
}

/** For a verifier with the key, over a connection of its own: the first that was written by hand, in words, or null. */
export function alteredControl(db: DatabaseSync, seal: Seal, hasBegun: boolean): string | null {
  const found: string[] = [];
  const proofs = { hasBegun: () => hasBegun };
  createControlBindings(db, seal, proofs, (_, what) => void found.push(what)).check();
  return found[0] ?? null;
}
