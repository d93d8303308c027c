// Keeps the index in which a search finds a piece of a name (schema/text-tables.ts). It follows behind the sales, in
// transactions of a few milliseconds: an acceptance writes nothing of it, and a search walks the rows behind the mark.
// Folders of older programs are taken in by the same steps.
//
// What the index names is compared with the row, so a wrong entry finds nothing. Rows are looked up in it in turn; where
// one is missing, the index is emptied and made anew.
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Commits } from '../database/commits.ts';
import { StorageFailed } from '../database/errors.ts';
import { yieldToOthers } from '../database/yield-to-others.ts';
import { allRows, limited, oneRow } from '../database/sql.ts';
import { beginnersSql } from '../operations/payment-table.ts';
import { type TextTable, indexedTexts } from '../schema/text-tables.ts';

/** Rows that one transaction takes in. */
const rowsPerStep = 100;
/**
 * How many of the newest rows are left for later: the next change of an open operation would change the index again.
 */
const behind = 500;
/** Pages that one transaction merges. */
const pagesPerMerge = 8;
/** Rows looked up at the end of each round. */
const rowsPerCheck = 20;
/** A search asks for so many numbers at once, among so many rows at most. */
const mostNumbers = 1_000;
const reach = 200_000;
/** More than these letters of a text are compared with the row alone. */
const mostGrams = 32;

export interface TextIndex {
  /** Takes in what is new; resolves when nothing is left. Returns the tables whose index had to be made anew. */
  catchUp(): Promise<readonly TextTable[]>;
  /** Null where the index says nothing of such a text: it is too short, or nothing is taken in yet. */
  finder(table: TextTable, text: string): TextFinder | null;
  /** The number of the last row that was taken in. */
  upTo(table: TextTable): number;
}

export interface TextFinder {
  /** The index speaks of rows up to this number; those behind it are to be walked. */
  readonly upTo: number;
  /** Rows below a number that may have the text, newest first, and below which number to go on; 1 at the end. */
  numbers(below: number): { readonly found: readonly number[]; readonly below: number };
  /** Rows that changed since they were taken in, newest first: the index has their former words. */
  retold(below: number): readonly number[];
}

type Texts = { readonly [column: string]: string | number | null };

const columnsOf = (table: TextTable) => indexedTexts[table].columns.join(', ');
const indexColumns = (table: TextTable) => indexedTexts[table].columns.map((column) => `${column}_text`).join(', ');
const marks = (table: TextTable) => indexedTexts[table].columns.map(() => '?').join(', ');

export const textQueries = (table: TextTable) => {
  const { key } = indexedTexts[table];
  return {
    upTo: `SELECT up_to AS number FROM text_marks WHERE name = '${table}'`,
    newest: `SELECT max(${key}) AS number FROM ${table}`,
    numbers: `SELECT rowid AS number FROM ${table}_text WHERE ${table}_text MATCH ? AND rowid < ? AND rowid >= ?
      ORDER BY rowid DESC ${limited}`,
    has: `SELECT rowid AS number FROM ${table}_text WHERE ${table}_text MATCH ? AND rowid = ?`,
    retold: `SELECT ${key} AS number FROM ${table}_retold WHERE ${key} < ? ORDER BY ${key} DESC`,
    changed: `SELECT ${key} AS number, ${columnsOf(table)} FROM ${table}_retold ORDER BY ${key} ${limited}`,
    row: `SELECT ${key} AS number, ${columnsOf(table)} FROM ${table} WHERE ${key} = ?`,
    after: `SELECT ${key} AS number, ${columnsOf(table)} FROM ${table} WHERE ${key} > ? AND ${key} <= ?
      ORDER BY ${key} ${limited}`,
  } as const;
};

const tables = Object.keys(indexedTexts) as TextTable[];

export function createTextIndex(db: DatabaseSync, commits: Commits): TextIndex {
  const indexes = new Map(tables.map((table) => [table, oneIndex(db, commits, table)]));
  const of = (table: TextTable): OneIndex => indexes.get(table) as OneIndex;
  let running: Promise<readonly TextTable[]> | null = null;

  async function round(): Promise<readonly TextTable[]> {
    const anew: TextTable[] = [];
    for (const table of tables) {
      const index = of(table);
      for (let isMore = true; isMore;) {
        const begunMs = performance.now();
        isMore = index.step();
        if (isMore) await yieldToOthers(commits, performance.now() - begunMs);
      }
      if (index.isWhole()) continue;
      index.empty();
      anew.push(table);
    }
    return anew;
  }

  return {
    catchUp() {
      running ??= round()
        .catch((error: unknown) => {
          // A failing disk has its own alarm; so ends a round when the folder is closed meanwhile.
          if (error instanceof StorageFailed || !db.isOpen) return [];
          throw error;
        })
        .finally(() => (running = null));
      return running;
    },
    finder: (table, text) => of(table).finder(text),
    upTo: (table) => of(table).upTo(),
  };
}

type OneIndex = ReturnType<typeof oneIndex>;

function oneIndex(db: DatabaseSync, commits: Commits, table: TextTable) {
  const { key, columns } = indexedTexts[table];
  const prepared = new Map<string, StatementSync>();
  const statement = (sql: string): StatementSync => {
    const made = prepared.get(sql) ?? db.prepare(sql);
    prepared.set(sql, made);
    return made;
  };
  const queries = textQueries(table);
  const number = (sql: string, ...values: SQLInputValue[]) =>
    oneRow<{ number: number | null }>(statement(sql), ...values)?.number ?? 0;
  const numbers = (sql: string, ...values: SQLInputValue[]) =>
    allRows<{ number: number }>(statement(sql), ...values).map((row) => row.number);
  const upTo = () => number(queries.upTo);
  const put = (row: Texts) =>
    statement(`INSERT INTO ${table}_text (rowid, ${indexColumns(table)}) VALUES (?, ${marks(table)})`).run(
      row['number'] ?? null,
      ...wordsOf(row),
    );
  const wordsOf = (row: Texts) => columns.map((column) => row[column] ?? null);
  const mark = (last: number) => statement(`UPDATE text_marks SET up_to = ? WHERE name = '${table}'`).run(last);
  // A killed program may have left merges behind.
  let toMerge = upTo() > 0;
  let checked = 0;

  /** Rows that changed: their former words go, the present ones come. */
  function retell(): boolean {
    const changed = allRows<Texts>(statement(queries.changed), rowsPerStep);
    for (const before of changed) {
      const at = Number(before['number']);
      statement(
        `INSERT INTO ${table}_text (${table}_text, rowid, ${indexColumns(table)}) VALUES ('delete', ?, ${marks(table)})`,
      ).run(at, ...wordsOf(before));
      const now = oneRow<Texts>(statement(queries.row), at);
      if (now !== null) put(now);
      if (table === 'payments') statement(beginnersSql).run(at - 1, at);
      statement(`DELETE FROM ${table}_retold WHERE ${key} = ?`).run(at);
    }
    return changed.length > 0;
  }

  /** Rows come in whole steps: few rows in a piece of their own would have to be merged again and again. */
  const isMore = () => number(queries.newest) - behind - upTo() >= rowsPerStep;

  function takeIn(): boolean {
    if (!isMore()) return false;
    const from = upTo();
    const rows = allRows<Texts>(statement(queries.after), from, from + rowsPerStep, rowsPerStep);
    if (table === 'payments') statement(beginnersSql).run(from, from + rowsPerStep);
    for (const row of rows) put(row);
    mark(from + rowsPerStep);
    return true;
  }

  /** False where no merge is due. SQLite says so by changing nothing but the command's own row. */
  function merge(): boolean {
    const changes = () => number('SELECT total_changes() AS number');
    const before = changes();
    statement(`INSERT INTO ${table}_text (${table}_text, rank) VALUES ('merge', ${pagesPerMerge})`).run();
    return changes() - before > 1;
  }

  return {
    upTo,
    /** One transaction; false where nothing is left to do. */
    step(): boolean {
      const isDue = () => toMerge || isMore() || numbers(queries.retold, Number.MAX_SAFE_INTEGER).length > 0;
      if (!commits.read(isDue)) return false;
      commits.now(() => {
        if (toMerge) toMerge = merge();
        else toMerge = retell() || takeIn();
      });
      return true;
    },
    /** Looks the next rows up in the index. */
    isWhole: () =>
      commits.read(() => {
        const rows = allRows<Texts>(statement(queries.after), checked, upTo(), rowsPerCheck);
        checked = rows.length < rowsPerCheck ? 0 : Number(rows.at(-1)?.['number'] ?? 0);
        const changed = new Set(numbers(queries.retold, Number.MAX_SAFE_INTEGER));
        return rows.every((row) => {
          const grams = columns.flatMap((column) => gramsOf(String(row[column] ?? '')));
          const isKnown = () => number(queries.has, matching(grams), row['number'] ?? null) === row['number'];
          return grams.length === 0 || changed.has(Number(row['number'])) || isKnown();
        });
      }),
    /** It is made anew by the next steps; until then searches walk. */
    empty: () =>
      commits.now(() => {
        db.exec(`INSERT INTO ${table}_text (${table}_text) VALUES ('delete-all'); DELETE FROM ${table}_retold`);
        mark(0);
      }),
    finder(text: string): TextFinder | null {
      const grams = gramsOf(text);
      const last = grams.length === 0 ? 0 : upTo();
      if (last === 0) return null;
      const match = matching(grams);
      return {
        upTo: last,
        numbers(asked) {
          const below = Math.min(asked, last + 1);
          const atLeast = Math.max(1, below - reach);
          const found = numbers(queries.numbers, match, below, atLeast, mostNumbers);
          return { found, below: found.length < mostNumbers ? atLeast : (found.at(-1) ?? atLeast) };
        },
        retold: (below) => numbers(queries.retold, Math.min(below, last + 1)),
      };
    },
  };
}

/** Each three letters of a text, as the index has them. */
function gramsOf(text: string): string[] {
  // As SQLite counts them: a sign of several code points is several letters.
  const letters = Array.from(text);
  const grams = new Set(letters.slice(2).map((_, at) => letters.slice(at, at + 3).join('')));
  return [...grams].slice(0, mostGrams);
}

function matching(grams: readonly string[]): string {
  return grams.map((gram) => `"${gram.replaceAll('"', '""')}"`).join(' AND ');
}
