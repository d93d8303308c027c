// Archiving that is killed behind each of its steps leaves the old state or the new one; and archives are in backups.
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeBackup } from '#store/backup/backup.ts';
import { restoreBackup } from '#store/backup/restore.ts';
import { verifyDatabase } from '#store/integrity/verify.ts';
import { startMs } from '#support/records.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import { aTill, archiveAll, exported, verdictOf, left, fileOf } from '#support/archived-till.ts';
import { started } from './processes.ts';

describe('archiving that is killed', () => {
  it('leaves the old state or the new one behind each step, and the next run goes on', async () => {
    const made = await aTill(25);
    const before = await exported(made, 'before.ndjson');
    made.folder.close();
    const ends: string[] = [];
    for (let step = 1; ends.at(-1) !== 'done'; step += 1) {
      const dataDir = aFolder();
      cpSync(made.dataDir, dataDir, { recursive: true });
      const child = started(['archive', dataDir, String(step)]);
      await child.ended();
      ends.push(child.lines.at(-1) ?? 'killed');
      expect([step, verdictOf({ ...made, dataDir })]).toEqual([step, 'whole']);
      const till = { dataDir, folder: opened(dataDir) };
      await archiveAll(till);
      expect([step, left(till), verdictOf(till)]).toEqual([step, 3, 'whole']);
      expect((await exported(till, 'after.ndjson')).startsWith(before)).toBe(true);
      expect(readdirSync(join(dataDir, 'archives'))).toEqual(['shift-000001.ndjson.gz', 'shift-000002.ndjson.gz']);
      till.folder.close();
    }
    // Of each shift: the file is synced, has its name, its folder is synced, the record stands, and two slices left.
    expect(ends.length).toBeGreaterThan(12);
  });
});

describe('a backup', () => {
  it('has the archives, and a restored folder verifies with them', async () => {
    const till = await aTill();
    await archiveAll(till);
    const [to, elsewhere] = [aFolder(), join(aFolder(), 'till')];
    const wish = { dataDir: till.dataDir, to, keep: 2, version: '1.0.0', nowMs: startMs };
    const { backup } = makeBackup(wish);
    expect(readdirSync(join(backup, 'archives'))).toEqual(readdirSync(join(till.dataDir, 'archives')));
    restoreBackup({ from: backup, dataDir: elsewhere, evenOverNewer: false, nowMs: startMs });
    expect(verifyDatabase(elsewhere)).toMatchObject({ ok: true });
    expect(readdirSync(join(elsewhere, 'archives'))).toHaveLength(2);
    rmSync(fileOf(till, 1));
    expect(() => makeBackup({ ...wish, nowMs: startMs + 1 })).toThrow('is missing');
  });
});
