// A damaged database is never started over: a copy is kept, what can be read is saved, and the program says so.
import {
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
  closeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { DamagedDatabase } from '#store/database/errors.ts';
import { folderPaths } from '#store/folder/folder.ts';
import { healthOf } from '#store/integrity/health.ts';
import { openJournal } from '#store/integrity/open-journal.ts';
import { openStore } from '#store/open.ts';
import { recoverRows } from '#store/integrity/recover-rows.ts';
import { migrations } from '#store/schema/schema.ts';
import { createSeal } from '#store/database/seal.ts';
import { verifyDatabase } from '#store/integrity/verify.ts';
import { filesHolding } from '#support/files.ts';
import { startMs } from '#support/records.ts';
import { accept, anAccepted, testKey } from '#support/store-data.ts';
import { aFolder, opened, rawDatabase } from '#support/store-folder.ts';

const canary = 'Canary-4471';
const stored = 400;

async function filled(): Promise<string> {
  const dataDir = aFolder();
  const folder = opened(dataDir);
  await folder.store.transact((tx) => {
    for (let index = 0; index < stored; index += 1) {
      accept(tx, anAccepted(String(index), { input: { note: canary.padEnd(500, '.') } }));
    }
  });
  folder.close();
  return dataDir;
}

/** The bridge is started; what it says is returned. */
function damage(dataDir: string, nowMs = startMs): DamagedDatabase {
  try {
    openStore({ dataDir, seal: createSeal(testKey), now: () => nowMs, use: 'bridge' }).close();
  } catch (error) {
    if (error instanceof DamagedDatabase) return error;
    throw error;
  }
  throw new Error('the damage was not noticed');
}

const lines = (file: string): Record<string, Record<string, unknown>>[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, Record<string, unknown>>);

/** Random-looking bytes over one page. */
function scribble(file: string, page: number): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(4_096, 0xa5), 0, 4_096, (page - 1) * 4_096);
  closeSync(handle);
}

/** The number of a leaf of a table or index. */
function pageOf(dataDir: string, name: string): number {
  const db = rawDatabase(dataDir);
  const page = db.prepare(`SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' LIMIT 1`).get(name)?.[
    'pageno'
  ];
  db.close();
  return Number(page);
}

function notCleanlyEnded(dataDir: string): void {
  const db = rawDatabase(dataDir);
  db.exec(`UPDATE meta SET value = 'no' WHERE key = 'ended-cleanly'`);
  db.close();
}

describe('a damaged database', () => {
  it('that is garbage is kept in place and as a copy', async () => {
    const dataDir = await filled();
    const file = join(dataDir, 'tillbridge.db');
    const garbage = Buffer.from('garbage '.repeat(5_000));
    writeFileSync(file, garbage);
    const { message, rescued } = damage(dataDir);
    expect(message).toContain(file);
    expect(message).toContain('not a database');
    expect(message).toContain(rescued.copy);
    expect(message).toContain('0 operations and 0 journal records');
    expect(rescued.copy).toBe(`${file}.damaged-${new Date(startMs).toISOString().replaceAll(/[:.]/g, '-')}`);
    expect(readFileSync(file)).toEqual(garbage);
    expect(readFileSync(rescued.copy!)).toEqual(garbage);
    expect(statSync(rescued.copy!).mode & 0o777).toBe(0o600);
    expect(statSync(rescued.recovered!).mode & 0o777).toBe(0o600);
  });

  it('that was cut off gives back what lies before the cut', async () => {
    const dataDir = await filled();
    const file = join(dataDir, 'tillbridge.db');
    truncateSync(file, Math.floor(statSync(file).size / 2 / 4_096) * 4_096);
    const { message, rescued } = damage(dataDir);
    expect(rescued.operations).toBeGreaterThan(50);
    expect(rescued.operations + rescued.journalRecords).toBeLessThan(2 * stored);
    expect(message).toContain(`${rescued.operations} operations and ${rescued.journalRecords} journal records`);
    const recovered = lines(rescued.recovered!);
    expect(recovered.filter((line) => 'operations' in line)).toHaveLength(rescued.operations);
    expect(recovered.filter((line) => 'journal' in line)).toHaveLength(rescued.journalRecords);
    // Personal data stays sealed, and what is sealed still opens with the key.
    expect(filesHolding(dataDir, canary)).toEqual([]);
    const row = recovered.find((line) => 'operations' in line)!['operations']!;
    const sealed = Buffer.from(String(row['sealed']), 'base64');
    expect(createSeal(testKey).open(sealed, `${String(row['id'])} bound`)).toContain(canary);
  });

  it('with one broken page in the middle gives back all rows of the other pages', async () => {
    const dataDir = await filled();
    notCleanlyEnded(dataDir);
    const db = rawDatabase(dataDir);
    const page = db
      .prepare(
        `SELECT pageno FROM dbstat WHERE name = 'operations' AND pagetype = 'leaf' ORDER BY path LIMIT 1 OFFSET 20`,
      )
      .get()?.['pageno'];
    const onPage = db.prepare(`SELECT ncell FROM dbstat WHERE pageno = ?`).get(Number(page))?.['ncell'];
    db.close();
    scribble(join(dataDir, 'tillbridge.db'), Number(page));
    const { rescued } = damage(dataDir);
    expect(rescued.operations).toBe(stored - Number(onPage));
    expect(rescued.journalRecords).toBe(stored);
  });

  it('whose first page is gone, whose tables are gone, or that is another program’s, is damaged', async () => {
    const headless = await filled();
    scribble(join(headless, 'tillbridge.db'), 1);
    expect(damage(headless).message).toContain('not a database');

    const dropped = await filled();
    const db = rawDatabase(dropped);
    db.exec('PRAGMA foreign_keys = OFF; DROP TABLE lanes; DROP TABLE meta;');
    db.close();
    const { message, rescued } = damage(dropped);
    expect(message).toContain('lacks the tables lanes, meta');
    expect(rescued).toMatchObject({ operations: stored, journalRecords: stored });

    const foreign = aFolder();
    const other = rawDatabase(foreign);
    other.exec('CREATE TABLE songs (name)');
    other.close();
    expect(damage(foreign).message).toContain('lacks the tables operations');
  });

  it.each([
    ['empty', (file: string) => truncateSync(file, 0)],
    ['missing', (file: string) => rmSync(file)],
  ])('that is %s is no new folder, because the marker says that there was one', async (what, work) => {
    const dataDir = await filled();
    const file = join(dataDir, 'tillbridge.db');
    work(file);
    const { message, rescued } = damage(dataDir);
    expect(message).toContain(`${file} is ${what}`);
    expect(message).toContain('folder.json');
    expect(rescued).toMatchObject({ copy: null, recovered: null, operations: 0 });
    expect(existsSync(file) ? statSync(file).size : null).toBe(what === 'empty' ? 0 : null);
    expect(readdirSync(dataDir).toSorted()).toEqual(
      what === 'empty' ? ['folder.json', 'tillbridge.db'] : ['folder.json'],
    );
  });

  it('is copied once, however often the program is started again', async () => {
    const dataDir = await filled();
    const file = join(dataDir, 'tillbridge.db');
    truncateSync(file, 20 * 4_096);
    const first = damage(dataDir, startMs);
    const files = readdirSync(dataDir);
    const second = damage(dataDir, startMs + 60_000);
    expect(second.rescued).toEqual(first.rescued);
    expect(readdirSync(dataDir)).toEqual(files);
    // Other damage is another copy.
    truncateSync(file, 10 * 4_096);
    expect(damage(dataDir, startMs + 120_000).rescued.copy).not.toBe(first.rescued.copy);
  });

  it('is noticed by the next bridge although the last one ended cleanly, wherever the damage lies', async () => {
    const dataDir = await filled();
    const file = join(dataDir, 'tillbridge.db');
    const whole = readFileSync(file);
    const tables = ['operations', 'operations_by_kind', 'lanes', 'journal', 'journal_by_operation', 'tallies', 'meta'];
    for (const [index, table] of tables.entries()) {
      writeFileSync(file, whole);
      scribble(file, pageOf(dataDir, table));
      const { message, rescued } = damage(dataDir, startMs + index);
      expect(message, table).toContain(`${file} is damaged: `);
      expect(existsSync(rescued.copy!), table).toBe(true);
    }
  });

  it('that is large is read after a power cut where that can have touched it, and as a whole while it is in doubt', async () => {
    const dataDir = await filled();
    const paths = folderPaths(dataDir);
    const alwaysBytes = statSync(paths.database).size - 1;
    scribble(paths.database, pageOf(dataDir, 'operations_by_kind'));
    expect(healthOf(paths, 'unreadable', true, alwaysBytes)).toMatchObject({ type: 'sound', endedCleanly: true });
    expect(healthOf(paths, 'unreadable', true, alwaysBytes + 1).type).toBe('damaged');
    notCleanlyEnded(dataDir);
    expect(healthOf(paths, 'unreadable', true, alwaysBytes)).toMatchObject({ type: 'sound', checked: false });
    expect(healthOf(paths, 'unreadable', true, alwaysBytes, 'another start of the computer').type).toBe('damaged');
    writeFileSync(paths.doubt, '');
    expect(healthOf(paths, 'unreadable', true, alwaysBytes)).toMatchObject({
      type: 'damaged',
      why: expect.stringContaining('check found') as string,
    });
  });

  it.each(migrations.slice(1).map((_, at) => [at + 1] as const))(
    'of an older program, after %i steps, gives back its operations',
    (steps) => {
      const copy = join(aFolder(), 'older.db');
      const db = new DatabaseSync(copy);
      for (const step of migrations.slice(0, steps)) db.exec(step);
      const needed = db
        .prepare(
          `SELECT name, type FROM pragma_table_info('operations') WHERE "notnull" = 1 AND pk = 0 AND dflt_value IS NULL`,
        )
        .all();
      const insert = db.prepare(
        `INSERT INTO operations (${needed.map(({ name }) => name).join(', ')}) VALUES (${needed.map(() => '?').join(', ')})`,
      );
      for (let row = 0; row < 3; row += 1)
        insert.run(
          ...needed.map(({ type }) => (type === 'TEXT' ? `x${row}` : type === 'BLOB' ? Buffer.from('sealed') : row)),
        );
      db.close();
      const output = `${copy}.recovered`;
      expect(recoverRows(copy, output)).toEqual({ operations: 3, journalRecords: 0 });
      expect(lines(output).map((line) => line['operations']?.['id'])).toEqual(['x0', 'x1', 'x2']);
    },
  );

  it('keeps the log beside it, which may hold the latest commits', async () => {
    const dataDir = await filled();
    const { store } = opened(dataDir);
    await store.transact((tx) => accept(tx, anAccepted('latest')));
    // As after a kill: the log is still there, and the database itself was hurt.
    const crashed = aFolder();
    for (const name of readdirSync(dataDir)) copyFileSync(join(dataDir, name), join(crashed, name));
    truncateSync(join(crashed, 'tillbridge.db'), 4_096 * 30);
    const wal = readFileSync(join(crashed, 'tillbridge.db-wal'));
    const { rescued } = damage(crashed);
    expect(readFileSync(`${rescued.copy!}-wal`)).toEqual(wal);
    expect(readFileSync(join(crashed, 'tillbridge.db-wal'))).toEqual(wal);
    expect(readFileSync(rescued.recovered!, 'utf8')).toContain('op_latest');
  });

  it('is named by commands and by verification as well, which keep no copies', async () => {
    const dataDir = await filled();
    writeFileSync(join(dataDir, 'tillbridge.db'), 'garbage '.repeat(5_000));
    const command = () => openStore({ dataDir, seal: null, now: () => startMs, use: 'command' });
    expect(command).toThrow('Start the bridge on this folder');
    expect(() => openJournal(dataDir, () => startMs)).toThrow(DamagedDatabase);
    const verdict = verifyDatabase(dataDir);
    expect(verdict.ok).toBe(false);
    expect(verdict.problem?.what).toContain('not a database');
    expect(readdirSync(dataDir).toSorted()).toEqual(['folder.json', 'tillbridge.db']);
  });
});
