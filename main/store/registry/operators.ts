// The people at the till. Each change is journalled in the same commit. The PIN is stored only here, as a slow hash.
import type { DatabaseSync } from 'node:sqlite';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import type { Role } from '#contract/people/roles.ts';
import type { JournalEntry } from '#core/ports/journal.ts';
import type { OperatorRecord, OperatorRegistry } from '#core/ports/operators.ts';
import type { Commits } from '../database/commits.ts';
import type { AppendToJournal } from '../journal/journal.ts';
import { keepOfficeList } from './kept-list.ts';
import type { Rights } from './rights.ts';
import { allRows, oneRow } from '../database/sql.ts';

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

export function createOperators(
  db: DatabaseSync,
  commits: Commits,
  append: AppendToJournal,
  rights: Rights,
): OperatorRegistry {
  const all = db.prepare(`SELECT ${columns} FROM operators ORDER BY name`);
  const byId = db.prepare(`SELECT ${columns} FROM operators WHERE id = ?`);
  const save = db.prepare(`
    INSERT INTO operators (${columns}, rights) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, role = excluded.role, active = excluded.active,
      pin_hash = excluded.pin_hash, failures = excluded.failures, locked_until = excluded.locked_until, rights = excluded.rights`);
  const list = keepOfficeList(db, append, rights, '');
  const count = db.prepare('UPDATE operators SET failures = ?, locked_until = ? WHERE id = ?');

  const believed = (row: OperatorRow | null): OperatorRecord | null =>
    row === null || !rights.agrees('operator', row.id) ? null : recordOf(row);
  /**
   * People whose rows are not believed, as the journal knows them. They are listed, and cannot sign in until a manager
   * gives them a new PIN.
   */
  const doubtful = (): OperatorRecord[] =>
    rights.problems('operator').flatMap(({ id }) => {
      const told = rights.lastOf('operator', id);
      return told === null ? [] : [recordTold(id, told, oneRow<OperatorRow>(byId, id)?.created_at ?? 0)];
    });
  const write = (record: OperatorRecord, entry: JournalEntry | null): void => {
    const { id, name, role, active, pinHash, failures, lockedUntilMs, createdAtMs } = record;
    const before = believed(oneRow<OperatorRow>(byId, id));
    // Any other entry becomes the journal's last record of the person, so it must carry the digest that binds the row.
    const saysNoRights = entry === null || entry.type === 'pin-refused';
    if (saysNoRights && before !== null && isSameGrant(before, record)) {
      count.run(failures, lockedUntilMs, id);
      if (entry !== null) append(entry);
      return;
    }
    if (entry === null) throw new Error('a change of what a person may do is journalled');
    const content = { id, name, role, active: active ? 1 : 0, pin_hash: pinHash };
    const given = rights.give('operator', content, entry);
    save.run(id, name, role, content.active, pinHash, failures, lockedUntilMs, createdAtMs, given.mark);
    append(given.entry);
    rights.forget();
  };
  return {
    list: () =>
      commits.read(() => {
        const sound = allRows<OperatorRow>(all).flatMap((row) => believed(row) ?? []);
        const others = doubtful();
        return others.length === 0
          ? sound
          : [...sound, ...others].toSorted((one, other) => one.name.localeCompare(other.name));
      }),
    byId: (id) => commits.read(() => believed(oneRow<OperatorRow>(byId, id))),
    save: (record, entry) => commits.now(() => write(record, entry)),
    saveOffice(kept, changes, also) {
      commits.now(() => {
        for (const { record, entry } of changes) write(record, entry);
        if (kept !== null) list.keep(kept.sealed, kept.of, kept.atMs);
        if (also !== null) append(also);
      });
    },
    officeKept: () => commits.read(() => list.kept()),
    journal: (entry) => commits.now(() => append(entry)),
  };
}

function isSameGrant(one: OperatorRecord, other: OperatorRecord): boolean {
  const { name, role, active, pinHash } = other;
  return one.name === name && one.role === role && one.active === active && one.pinHash === pinHash;
}

function recordTold(id: string, told: JsonObject, createdAtMs: number): OperatorRecord {
  return {
    id,
    name: textAt(told, 'name') ?? id,
    role: (textAt(told, 'role') ?? 'cashier') as Role,
    active: told['active'] !== false && told['active'] !== 0,
    pinHash: '',
    failures: 0,
    lockedUntilMs: null,
    createdAtMs,
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
