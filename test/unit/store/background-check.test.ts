// A large database is not read whole at the start; after a power cut what it can have touched is, and other damage is
// found afterwards.
import { closeSync, cpSync, existsSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import { watchFile } from '#assembly/watch/watch-file.ts';
import type { JsonObject } from '#contract/data/json.ts';
import { checkFile } from '#store/integrity/health.ts';
import { accept, anAccepted, change as changed } from '#support/store-data.ts';
import { aFolder, opened, pastTriggers, rawDatabase } from '#support/store-folder.ts';

async function filled(): Promise<string> {
  const dataDir = aFolder();
  const folder = opened(dataDir);
  await folder.store.transact((tx) => {
    for (let index = 0; index < 300; index += 1) accept(tx, anAccepted(`n${index}`));
  });
  folder.close();
  return dataDir;
}

describe('the check of the whole file', () => {
  it('is done before the start of a small one, and left to the background for a large one that ended cleanly', async () => {
    const dataDir = await filled();
    const small = opened(dataDir);
    expect(small.fileChecked).toBe(true);
    small.close();
    const large = opened(dataDir, { checkedBytes: 1_000 });
    expect(large.fileChecked).toBe(false);
    expect(checkFile(dataDir, false)).toBeNull();
  });

  it('finds damage that the start did not look for', async () => {
    const dataDir = await filled();
    const file = join(dataDir, 'tillbridge.db');
    const pageBytes = 4_096;
    const pages = statSync(file).size / pageBytes;
    const handle = openSync(file, 'r+');
    // In front of these lie the first pages of all tables and indexes, and the schema.
    for (let page = Math.floor(pages * 0.6); page < pages; page += 1) {
      writeSync(handle, Buffer.alloc(64, 0xee), 0, 64, page * pageBytes);
    }
    closeSync(handle);
    expect(opened(dataDir, { checkedBytes: 1_000 }).fileChecked).toBe(false);
    expect(checkFile(dataDir, false)).not.toBeNull();
  });

  it('fails the store where it finds damage, and the next start reads the whole file before anything else', async () => {
    const dataDir = await filled();
    const folder = opened(dataDir, { checkedBytes: 1_000 });
    let seen: JsonObject = {};
    const background = { checkFile: async () => 'row 7 missing from index operations_by_state' };
    const watch = watchFile(folder, background, dataDir, (_level, _event, data) => {
      seen = data;
    });
    await vi.waitFor(() => expect(seen).toEqual({ damage: 'row 7 missing from index operations_by_state' }));
    expect(folder.store.failure()).toContain('the file is damaged: row 7 missing');
    await expect(folder.store.transact((tx) => accept(tx, anAccepted('later')))).rejects.toThrow('damaged');
    expect(watch.addTo({})).toMatchObject({ alarms: [{ code: 'database-damaged' }] });
    folder.close();
    // Here the file is sound after all, so the start that reads it whole takes the doubt away.
    expect(existsSync(join(dataDir, 'tillbridge.db.doubt'))).toBe(true);
    const next = opened(dataDir, { checkedBytes: 1_000 });
    expect([next.fileChecked, next.endedCleanly]).toEqual([true, false]);
    expect(existsSync(join(dataDir, 'tillbridge.db.doubt'))).toBe(false);
  });
});

/** What a kill leaves: the folder as it is, with the note that a bridge began and not that it ended. */
async function killed(change: (db: DatabaseSync) => void = () => undefined): Promise<string> {
  const [from, dataDir] = [aFolder(), aFolder()];
  const folder = opened(from, { boot: 'first' });
  await folder.store.transact((tx) => {
    for (let index = 0; index < 300; index += 1) accept(tx, anAccepted(`n${index}`));
  });
  await folder.store.transact((tx) => changed(tx, 'op_n7', { state: 'unknown' }));
  cpSync(from, dataDir, { recursive: true });
  const db = rawDatabase(dataDir);
  change(db);
  db.close();
  return dataDir;
}

const large = { checkedBytes: 1_000 } as const;

describe('a large database that a bridge left behind', () => {
  it('is not read before the first sale where the computer ran on: the system has all that was written', async () => {
    // What stands in no index is not looked for: nothing of it can have been lost.
    const dataDir = await killed((db) => loseFromIndex(db, 'operations_by_kind', 299));
    const folder = opened(dataDir, { ...large, boot: 'first' });
    expect(folder).toMatchObject({ endedCleanly: false, fileChecked: false, afterPowerCut: false });
    expect(folder.store.operation('op_n299')).toMatchObject({ state: 'accepted' });
  });

  it('is read where the power cut can have touched it, and the rest behind', async () => {
    const dataDir = await killed();
    const folder = opened(dataDir, { ...large, boot: 'second' });
    expect(folder).toMatchObject({ endedCleanly: false, fileChecked: false, afterPowerCut: true });
  });

  it('counts as after a power cut where the system has no id of its start', async () => {
    expect(opened(await killed(), { ...large, boot: null })).toMatchObject({ afterPowerCut: true });
  });

  it.each([
    ['operations_by_state', 299, 'operation op_n299 is not found by its state'],
    ['operations_by_kind', 150, 'operation op_n150 is not found by its kind'],
    ['operations_by_payment', 3, 'operation op_n3 is not found by its payment'],
    ['operations_by_ref_nr', 42, 'operation op_n42 is not found by its reference'],
    ['operations_runnable', 200, 'operation op_n200 is not found by its queue'],
    ['operations_doubtful', 7, 'operation op_n7 is not found by its look-ups'],
  ])('is not used after a power cut that took a row from %s', async (index, row, why) => {
    const dataDir = await killed((db) => loseFromIndex(db, index, row));
    expect(() => opened(dataDir, { ...large, boot: 'second' })).toThrow(why);
  });

  it.each([
    ['a record of the journal', `DELETE FROM journal WHERE seq = 300`, 'there is a gap'],
    ['the last record', `DELETE FROM journal WHERE seq = (SELECT max(seq) FROM journal)`, 'and its head is'],
    ['the row of an operation', `DELETE FROM operations WHERE id = 'op_n9'`, 'is in the journal and has no row'],
  ])('is not used after a power cut that took %s', async (_what, sql, why) => {
    const dataDir = await killed((db) => pastTriggers(db, () => db.exec(`PRAGMA foreign_keys = OFF; ${sql}`)));
    expect(() => opened(dataDir, { ...large, boot: 'second' })).toThrow(why);
  });
});

/** Makes the index anew without the row: what a lost page of an index leaves. */
function loseFromIndex(db: DatabaseSync, index: string, name: number): void {
  const keep = db.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get(index)?.['sql'];
  const sql = String(keep);
  const without = sql.includes(' WHERE ') ? `${sql} AND id <> 'op_n${name}'` : `${sql} WHERE id <> 'op_n${name}'`;
  db.exec(`DROP INDEX ${index}; ${without}`);
  db.exec('PRAGMA writable_schema = ON');
  db.prepare('UPDATE sqlite_schema SET sql = ? WHERE name = ?').run(sql, index);
  db.exec('PRAGMA writable_schema = RESET');
}
