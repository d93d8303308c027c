// A data folder is private, remembers that it had a database, and is opened only by who understands it.
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectToWrite } from '#store/folder/connect.ts';
import { folderPaths } from '#store/folder/folder.ts';
import { healthOf } from '#store/integrity/health.ts';
import { FolderProblem, NewerDatabase, NoDatabase } from '#store/database/errors.ts';
import { latestVersion, migrate, versionOf } from '#store/schema/migrations.ts';
import { migrations } from '#store/schema/schema.ts';
import { openJournal } from '#store/integrity/open-journal.ts';
import { openStore } from '#store/open.ts';
import { CannotOpen, createSeal } from '#store/database/seal.ts';
import { verifyDatabase } from '#store/integrity/verify.ts';
import { filesHolding } from '#support/files.ts';
import { startMs } from '#support/records.ts';
import { accept, anAccepted, change } from '#support/store-data.ts';
import { aFolder, opened, rawDatabase } from '#support/store-folder.ts';

const marker = (dataDir: string): unknown => JSON.parse(readFileSync(join(dataDir, 'folder.json'), 'utf8'));

describe('a data folder', () => {
  it('is made, with a marker, and is the same one when it is opened again', () => {
    const dataDir = join(aFolder(), 'deep', 'data');
    const first = opened(dataDir);
    expect(first.isNew).toBe(true);
    expect(marker(dataDir)).toEqual(first.folder);
    expect(first.folder.createdAt).toBe(new Date(startMs).toISOString());
    first.close();
    const second = opened(dataDir, { now: () => startMs + 1 });
    expect(second.isNew).toBe(false);
    expect(second.folder).toEqual(first.folder);
  });

  it('is the only place that a commit writes to: nothing of it goes through the folder for temporary files', () => {
    const dataDir = aFolder();
    opened(dataDir).close();
    const db = connectToWrite(join(dataDir, 'tillbridge.db'));
    onTestFinished(() => db.close());
    const inMemory = 2;
    expect(db.prepare('PRAGMA temp_store').get()?.['temp_store']).toBe(inMemory);
  });

  it('and all that is in it can be read by its owner only', async () => {
    const dataDir = join(aFolder(), 'data');
    mkdirSync(dataDir, { mode: 0o755 });
    const { store } = opened(dataDir);
    await store.transact((tx) => accept(tx, anAccepted('a')));
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    const files = readdirSync(dataDir);
    expect(files).toContain('tillbridge.db-wal');
    for (const file of files) expect(statSync(join(dataDir, file)).mode & 0o777, file).toBe(0o600);
  });

  it('says whether the last bridge ended cleanly, whatever commands did beside it', () => {
    const dataDir = aFolder();
    const first = opened(dataDir);
    expect(first.endedCleanly).toBe(true);
    const command = opened(dataDir, { use: 'command' });
    command.close();
    const beside = opened(dataDir);
    expect(beside.endedCleanly).toBe(false);
    beside.close();
    expect(opened(dataDir).endedCleanly).toBe(true);
  });

  it('may be made by a command before the first bridge', () => {
    const dataDir = aFolder();
    const command = opened(dataDir, { use: 'command', seal: null });
    command.close();
    expect(opened(dataDir).folder).toEqual(command.folder);
  });

  it('gets its marker even if the program was killed before it was written', async () => {
    const dataDir = aFolder();
    const raw = rawDatabase(dataDir);
    raw.exec('PRAGMA journal_mode = WAL');
    raw.close();
    const folder = opened(dataDir);
    expect(folder.isNew).toBe(true);
    expect(marker(dataDir)).toEqual(folder.folder);
  });

  it('keeps small facts by name', () => {
    const dataDir = aFolder();
    const { meta } = opened(dataDir);
    expect(meta.get('shift')).toBeNull();
    meta.put('shift', '1');
    meta.put('shift', '2');
    expect(opened(dataDir, { use: 'command' }).meta.get('shift')).toBe('2');
  });
});

describe('the key', () => {
  it('of another folder is noticed at the start', () => {
    const dataDir = aFolder();
    opened(dataDir).close();
    expect(() => opened(dataDir, { seal: createSeal(Buffer.alloc(32, 9)) })).toThrow(CannotOpen);
    expect(opened(dataDir).endedCleanly).toBe(true);
  });

  it('keeps personal data out of every file, while it is open and afterwards', async () => {
    const dataDir = aFolder();
    const canaries = ['Canary-Input-8841', 'Canary-Result-2207', 'Canary-Failure-6630'];
    const [input, result, failure] = canaries as [string, string, string];
    const folder = opened(dataDir);
    await folder.store.transact((tx) => accept(tx, anAccepted('a', { input: { customer: { name: input } } })));
    await folder.store.transact((tx) =>
      change(tx, 'op_a', {
        state: 'failed',
        result: { email: result },
        failure: { code: 'declined', message: failure },
      }),
    );
    expect(folder.store.operation('op_a')).toMatchObject({ input: { customer: { name: input } } });
    for (const canary of canaries) expect(filesHolding(dataDir, canary)).toEqual([]);
    // The search itself works: the operation's id is in the log and, later, in the database.
    expect(filesHolding(dataDir, 'op_a')).toContain(join(dataDir, 'tillbridge.db-wal'));
    folder.close();
    for (const canary of canaries) expect(filesHolding(dataDir, canary)).toEqual([]);
    expect(filesHolding(dataDir, 'op_a')).toEqual([join(dataDir, 'tillbridge.db')]);
  });
});

describe('a database of another version', () => {
  it('from before salts had no number keeps them, and those who wait in their lanes', async () => {
    const dataDir = aFolder();
    const file = join(dataDir, 'tillbridge.db');
    const older = connectToWrite(file);
    migrate(older, file, migrations.slice(0, 4));
    older.exec(`
      INSERT INTO personal_salts VALUES ('op_b', x'02'), ('op_a', x'01');
      INSERT INTO operations (id, kind, state, revision, client_id, request_id, environment_id, claim, creates_payment,
        interactive, blocked, holds_terminal, answered, next_at, created_at, updated_at, details, sealed)
      SELECT 'op_' || name, 'capture', 'accepted', 1, 'erp', name, 'env', 'capture', 0, 0, name = 'b', 0, 0, 0, 0, 0,
        '{"lanes":["payment:P"]}', x'' FROM (SELECT 'a' AS name UNION ALL SELECT 'b');
      INSERT INTO lanes SELECT 'payment:P', seq FROM operations;`);
    older.close();
    const { store } = opened(dataDir);
    const db = rawDatabase(dataDir);
    const salts = db.prepare('SELECT operation, hex(salt) AS salt FROM personal_salts ORDER BY operation').all();
    expect(salts).toEqual([
      { operation: 'op_a', salt: '01' },
      { operation: 'op_b', salt: '02' },
    ]);
    await store.transact((tx) => tx.release('op_a', ['payment:P']));
    expect(db.prepare('SELECT id, blocked FROM operations ORDER BY seq').all()).toEqual([
      { id: 'op_a', blocked: 0 },
      { id: 'op_b', blocked: 0 },
    ]);
  });

  it('from before reversals had a claim knows the open and the done ones', async () => {
    const dataDir = aFolder();
    const file = join(dataDir, 'tillbridge.db');
    const older = connectToWrite(file);
    migrate(older, file, migrations.slice(0, 5));
    older.exec(`
      INSERT INTO operations (id, kind, state, revision, client_id, request_id, environment_id, pay_id, claim,
        creates_payment, interactive, blocked, holds_terminal, answered, next_at, created_at, updated_at, details, sealed)
      SELECT 'op_' || state, 'reverse', state, 1, 'erp', state, 'env', 'P', 'none', 0, 0, 0, 0, 0, 0, 0, 0,
        '{"lanes":["payment:P"]}', x'' FROM (SELECT 'unknown' AS state UNION ALL SELECT 'succeeded');
      INSERT INTO lanes SELECT 'payment:P', seq FROM operations WHERE state = 'unknown';`);
    older.close();
    const { store } = opened(dataDir);
    expect(store.firstOpen(['payment:P'], 'reversal')).toBe('op_unknown');
    expect(store.hasDone('env', 'P', 'reversal')).toBe(true);
  });

  it('from before payments were searched is found by reference and amount', () => {
    const dataDir = aFolder();
    const file = join(dataDir, 'tillbridge.db');
    const older = connectToWrite(file);
    migrate(older, file, migrations.slice(0, 11));
    older.exec(`
      INSERT INTO operations (id, kind, state, revision, client_id, request_id, environment_id, trans_id, ref_nr, claim,
        creates_payment, interactive, blocked, holds_terminal, answered, next_at, created_at, updated_at, details, sealed)
      VALUES ('op_a', 'cloud-pos', 'succeeded', 1, 'erp', 'r', 'env', 'S-1', 'Order 7', 'none', 1, 0, 0, 0, 1, 0, 0, 0,
        '{"lanes":[]}', x'');
      INSERT INTO payments (environment_id, lane, pay_id, trans_id, currency, authorised_minor, captured_minor,
        refunded_minor, capture_count, reversed) VALUES ('env', 'L', 'P', 'S-1', 'EUR', 1250, 1250, 0, 1, 0);`);
    older.close();
    const { store } = opened(dataDir);
    const found = (text: string, amounts: readonly number[]) => store.payments('env', { text, amounts, limit: 10 });
    expect(found('Order 7', []).map(({ payId }) => payId)).toEqual(['P']);
    expect(found('12.50', [1_250]).map(({ payId }) => payId)).toEqual(['P']);
  });

  it('that is newer is refused by all, in words, and is not touched', () => {
    const dataDir = aFolder();
    opened(dataDir).close();
    const raw = rawDatabase(dataDir);
    raw.exec(`PRAGMA user_version = ${latestVersion + 1}`);
    raw.close();
    const before = readFileSync(join(dataDir, 'tillbridge.db'));
    const newer = `version ${latestVersion + 1}, this program knows versions up to ${latestVersion}`;
    const open = (use: 'bridge' | 'command') => () => openStore({ dataDir, seal: null, now: () => startMs, use });
    expect(open('bridge')).toThrow(NewerDatabase);
    expect(open('bridge')).toThrow(newer);
    expect(open('command')).toThrow(newer);
    expect(() => openJournal(dataDir, () => startMs)).toThrow(newer);
    expect(readFileSync(join(dataDir, 'tillbridge.db'))).toEqual(before);
  });

  it('is brought up whole or not at all, and is not seen in between', () => {
    const dataDir = aFolder();
    const db = rawDatabase(dataDir);
    const seen: string[][] = [];
    const tables = (): string[] => {
      const other = rawDatabase(dataDir);
      const names = other.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
      return [String(versionOf(other)), ...names.map((row) => String(row['name']))];
    };
    db.exec('PRAGMA journal_mode = WAL');
    db.function('look', () => seen.push(tables()));
    const steps = ['CREATE TABLE one (a)', 'CREATE TABLE two (a); SELECT look()', 'CREATE TABLE three (a)'];
    expect(() => migrate(db, 'file', [...steps, 'CREATE TABLE two (a)'])).toThrow('already exists');
    expect([...seen, tables()]).toEqual([['0'], ['0']]);
    migrate(db, 'file', steps.slice(0, 1));
    migrate(db, 'file', steps);
    expect([...seen.slice(1), tables()]).toEqual([
      ['1', 'one'],
      ['3', 'one', 'two', 'three'],
    ]);
  });

  it('is not taken for an older one by who looks at a new folder while another program makes it', () => {
    const dataDir = aFolder();
    const file = join(dataDir, 'tillbridge.db');
    const maker = connectToWrite(file);
    onTestFinished(() => maker.close());
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
    onTestFinished(() => prepare.mockRestore());
    prepare.mockImplementation(function (this: DatabaseSync, ...given) {
      prepare.mockRestore();
      const answer = this.prepare(...given).get();
      migrate(maker, file);
      return { get: () => answer } as StatementSync;
    });
    expect(healthOf(folderPaths(dataDir), null, false)).toEqual({ type: 'new' });
    expect(healthOf(folderPaths(dataDir), null, false)).toMatchObject({ type: 'sound', version: latestVersion });
  });
});

describe('a place that is no data folder', () => {
  it('is refused in words, at once, and nothing is made there', () => {
    const file = join(aFolder(), 'file');
    writeFileSync(file, 'a file');
    const open = (dataDir: string) => () =>
      openStore({ dataDir, seal: null, now: () => startMs, use: 'bridge' }).close();
    expect(open(file)).toThrow(`${file} is a file`);
    expect(open(join(file, 'data'))).toThrow(FolderProblem);
    // A place that exists and takes no folders: Node's own recursive mkdir never ends there.
    if (process.platform === 'linux') expect(open('/proc/tillbridge/data')).toThrow('/proc takes no new folders');
    expect(() => openJournal(file, () => startMs)).toThrow(NoDatabase);
    expect(readFileSync(file, 'utf8')).toBe('a file');
  });

  it('is refused by a command that needs a database', () => {
    const dataDir = join(aFolder(), 'nowhere');
    const open = () => openStore({ dataDir, seal: null, now: () => startMs, use: 'command', mustExist: true });
    expect(open).toThrow(NoDatabase);
    expect(open).toThrow(dataDir);
    expect(existsSync(dataDir)).toBe(false);
    mkdirSync(dataDir);
    expect(open).toThrow(NoDatabase);
    expect(readdirSync(dataDir)).toEqual([]);
  });
});

describe('a reader', () => {
  it('of a stopped folder leaves no file behind', () => {
    const dataDir = aFolder();
    opened(dataDir).close();
    const before = readdirSync(dataDir);
    openJournal(dataDir, () => startMs).close();
    expect(verifyDatabase(dataDir).ok).toBe(true);
    expect(readdirSync(dataDir)).toEqual(before);
  });

  it('leaves a log that holds something as it is', async () => {
    const dataDir = aFolder();
    const { store } = opened(dataDir);
    await store.transact((tx) => accept(tx, anAccepted('a')));
    const log = readFileSync(join(dataDir, 'tillbridge.db-wal'));
    expect(log.byteLength).toBeGreaterThan(0);
    expect(verifyDatabase(dataDir).ok).toBe(true);
    expect(readFileSync(join(dataDir, 'tillbridge.db-wal'))).toEqual(log);
    // Nor does it take an empty one from a live bridge.
    rawDatabase(dataDir).exec('PRAGMA wal_checkpoint(TRUNCATE)');
    expect(verifyDatabase(dataDir).ok).toBe(true);
    await store.transact((tx) => accept(tx, anAccepted('b')));
    expect(verifyDatabase(dataDir)).toMatchObject({ ok: true, records: 2 });
  });
});

it('reading the journal makes no folder', () => {
  const dataDir = join(aFolder(), 'nowhere');
  expect(() => openJournal(dataDir, () => startMs)).toThrow('there is no database');
  expect(existsSync(dataDir)).toBe(false);
});
