// The people at the till. Each change is journalled in the commit that makes it; the PIN is a slow hash and appears
// nowhere else.
import type { DatabaseSync } from 'node:sqlite';
import type { Role } from '#contract/roles.ts';
import type { OperatorRecord, OperatorRegistry } from '#core/ports/operators.ts';
import type { Commits } from './commits.ts';
import type { AppendToJournal } from './journal.ts';
import { allRows, oneRow } from './sql.ts';

interface OperatorRow {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly active: number;
  readonly pin_hash: string;
  readonly failures: number;
  readonly locked_until: number | null;
  readonly created_at: number;
}

const columns = 'id, name, role, active, pin_hash, failures, locked_until, created_at';

export function createOperators(db: DatabaseSync, commits: Commits, append: AppendToJournal): OperatorRegistry {
  const all = db.prepare(`SELECT ${columns} FROM operators ORDER BY name`);
  const byId = db.prepare(`SELECT ${columns} FROM operators WHERE id = ?`);
  const save = db.prepare(`
    INSERT INTO operators (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, role = excluded.role, active = excluded.active,
      pin_hash = excluded.pin_hash, failures = excluded.failures, locked_until = excluded.locked_until`);
  return {
    list: () => commits.read(() => allRows<OperatorRow>(all).map(recordOf)),
    byId: (id) =>
      commits.read(() => {
        const row = oneRow<OperatorRow>(byId, id);
        return row === null ? null : recordOf(row);
      }),
    save({ id, name, role, active, pinHash, failures, lockedUntilMs, createdAtMs }, entry) {
      commits.now(() => {
        save.run(id, name, role, active ? 1 : 0, pinHash, failures, lockedUntilMs, createdAtMs);
        if (entry !== null) append(entry);
      });
    },
    journal: (entry) => commits.now(() => append(entry)),
  };
}

function recordOf(row: OperatorRow): OperatorRecord {
  return {
    id: row.id,
    name: row.name,
    role: row.role as Role,
    active: row.active === 1,
    pinHash: row.pin_hash,
    failures: row.failures,
    lockedUntilMs: row.locked_until,
    createdAtMs: row.created_at,
  };
}
