// Reads the readable rows of a damaged database and writes them as lines of JSON. It reads straight through first;
// where that fails, it reads each number by itself, since rows behind a broken page may still be whole.
import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { operationColumns } from '../operations/operation-row.ts';

export interface Counts {
  readonly operations: number;
  readonly journalRecords: number;
}

type Row = Record<string, unknown>;

// Where the number of rows is unknown, reading stops after this many numbers without a row.
const blindTries = 20_000;

/** `copy` is only read. Sealed values stay sealed, as base64. */
export function recoverRows(copy: string, output: string): Counts {
  const handle = openSync(output, 'w', 0o600);
  try {
    const db = openDamaged(copy);
    if (db === null) return { operations: 0, journalRecords: 0 };
    try {
      return {
        operations: recoverTable(db, handle, 'operations', thoseIn(db, 'operations', operationNames)),
        journalRecords: recoverTable(db, handle, 'journal', 'seq, prev, hash, at, type, operation, data'),
      };
    } finally {
      db.close();
    }
  } finally {
    closeSync(handle);
  }
}

const operationNames = [...operationColumns.split(/,\s+/), 'claim', 'creates_payment'];

/** The columns of this file's table: it may be of an older program. */
function thoseIn(db: DatabaseSync, table: string, columns: readonly string[]): string {
  try {
    const names = new Set(
      db
        .prepare(`PRAGMA table_info(${table})`)
        .all()
        .map(({ name }) => name),
    );
    const known = columns.filter((column) => names.has(column));
    return (known.length === 0 ? columns : known).join(', ');
  } catch {
    return columns.join(', ');
  }
}

/** Counts the lines that an earlier recovery wrote. */
export function countRecovered(file: string): Counts {
  const counts = { operations: 0, journalRecords: 0 };
  const handle = openSync(file, 'r');
  try {
    const piece = Buffer.alloc(1 << 16);
    let start = true;
    for (let read = readSync(handle, piece); read > 0; read = readSync(handle, piece)) {
      for (const [index, byte] of piece.subarray(0, read).entries()) {
        // Each line begins `{"journal"` or `{"operations"`; one byte tells them apart.
        if (start && index + 2 < read) counts[piece[index + 2] === 0x6a ? 'journalRecords' : 'operations'] += 1;
        start = byte === 0x0a;
      }
    }
  } finally {
    closeSync(handle);
  }
  return counts;
}

function openDamaged(file: string): DatabaseSync | null {
  try {
    const db = new DatabaseSync(file, { readOnly: true, defensive: false });
    // With this setting SQLite also opens files that are shorter than their header says.
    db.exec('PRAGMA writable_schema = ON; PRAGMA cell_size_check = ON;');
    return db;
  } catch {
    return null;
  }
}

function recoverTable(db: DatabaseSync, handle: number, table: string, columns: string): number {
  let count = 0;
  let last = 0;
  const save = (row: Row): void => {
    writeFileSync(handle, `${JSON.stringify({ [table]: plain(row) })}\n`);
    last = Number(row['seq']);
    count += 1;
  };
  try {
    for (const row of db.prepare(`SELECT ${columns} FROM ${table} ORDER BY seq`).iterate()) save(row);
    return count;
  } catch {
    // Broken off at the first page that cannot be read.
  }
  const highest = highestSeq(db, table);
  let fruitless = 0;
  for (let seq = last + 1; highest === null ? fruitless < blindTries : seq <= highest; seq += 1) {
    const row = rowAt(db, table, columns, seq);
    fruitless = row === null ? fruitless + 1 : 0;
    if (row !== null) save(row);
  }
  return count;
}

function rowAt(db: DatabaseSync, table: string, columns: string, seq: number): Row | null {
  try {
    return db.prepare(`SELECT ${columns} FROM ${table} WHERE seq = ?`).get(seq) ?? null;
  } catch {
    return null;
  }
}

function highestSeq(db: DatabaseSync, table: string): number | null {
  const sources = [
    `SELECT max(seq) AS seq FROM ${table}`,
    table === 'journal' ? 'SELECT seq FROM journal_head' : `SELECT seq FROM sqlite_sequence WHERE name = '${table}'`,
  ];
  const found = sources.flatMap((sql) => {
    try {
      const seq = db.prepare(sql).get()?.['seq'];
      // A damaged number must not keep the program counting for hours.
      return typeof seq === 'number' && seq <= 50_000_000 ? [seq] : [];
    } catch {
      return [];
    }
  });
  return found.length === 0 ? null : Math.max(...found);
}

function plain(row: Row): Row {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  ]);
  return Object.fromEntries(entries) as Row;
}
