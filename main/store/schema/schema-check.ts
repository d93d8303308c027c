// Checks that a database has the tables, indexes and triggers that this program makes, and no others. SQLite carries
// out every trigger in the file: a foreign trigger could drop a journal record or undo the revocation of a program's
// access, and no check of the rows would see it.
import { DatabaseSync } from 'node:sqlite';
import { migrations } from './schema.ts';

interface Part {
  readonly name: string;
  readonly type: string;
  readonly sql: string;
}

/** The expected schema by version, made once for each version. */
const known = new Map<number, ReadonlyMap<string, Part>>();

/** The first part of the schema that is foreign, missing or changed, in words; null where the schema is as made. */
export function schemaProblem(db: DatabaseSync, version: number): string | null {
  const ours = known.get(version) ?? schemaOf(version);
  known.set(version, ours);
  const theirs = partsOf(db);
  const foreign = [...theirs.values()].find(({ name }) => !ours.has(name));
  if (foreign !== undefined) return `the ${foreign.type} ${foreign.name} is not of this program`;
  for (const { name, type, sql } of ours.values()) {
    const found = theirs.get(name);
    if (found === undefined) return `it lacks the ${type} ${name}`;
    if (found.type !== type || found.sql !== sql) return `the ${type} ${name} was changed`;
  }
  return null;
}

function schemaOf(version: number): ReadonlyMap<string, Part> {
  const db = new DatabaseSync(':memory:');
  try {
    for (const step of migrations.slice(0, version)) db.exec(step);
    return partsOf(db);
  } finally {
    db.close();
  }
}

/** Quotes and blanks are left out: when a table is renamed, each version of SQLite rewrites them in another way. */
function partsOf(db: DatabaseSync): ReadonlyMap<string, Part> {
  const rows = db.prepare(`SELECT type, name, tbl_name, coalesce(sql, '') AS sql FROM sqlite_schema`).all();
  return new Map(
    rows.map((row) => {
      const [type, name] = [String(row['type']), String(row['name'])];
      const sql = `${String(row['tbl_name'])} ${String(row['sql'])}`.replaceAll(/["\s]/g, '');
      return [name, { type, name, sql }];
    }),
  );
}
