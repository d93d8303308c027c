// A backup is a whole copy of one moment that was read again before it got its name; a restored folder starts paused.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pauseSentences } from '#contract/people/pause.ts';
import { makeBackup } from '#store/backup/backup.ts';
import { restoreBackup } from '#store/backup/restore.ts';
import { databaseBytesIn } from '#store/disk-room.ts';
import { lockFolder } from '#store/folder/folder-lock.ts';
import { createPause } from '#store/folder-location.ts';
import { verifyDatabase } from '#store/integrity/verify.ts';
import { aTill, archiveAll } from '#support/archived-till.ts';
import { startMs } from '#support/records.ts';
import { accept, anAccepted } from '#support/store-data.ts';
import { aFolder, opened, pastTriggers, rawDatabase } from '#support/store-folder.ts';

const dayMs = 86_400_000;

async function sold(dataDir: string, ...names: readonly string[]) {
  const folder = opened(dataDir);
  folder.signer(startMs);
  await folder.store.transact((tx) => {
    for (const name of names) accept(tx, anAccepted(name));
  });
  return folder;
}

function backedUp(dataDir: string, to: string, more: { keep?: number; day?: number; free?: () => number } = {}) {
  const { keep = 7, day = 0, free } = more;
  const wish = { dataDir, to, keep, version: '1.0.0', nowMs: startMs + day * dayMs };
  return makeBackup(free === undefined ? wish : { ...wish, free });
}

function restored(from: string, dataDir: string, evenOverNewer = false, more: { inPlace?: boolean } = {}) {
  return restoreBackup({ from, dataDir, evenOverNewer, nowMs: startMs, ...more });
}

describe('a backup', () => {
  it('holds all that was committed beside an open folder, and verifies', async () => {
    const [dataDir, to] = [aFolder(), aFolder()];
    const folder = await sold(dataDir, 'a', 'b');
    const { backup, head } = backedUp(dataDir, to);
    expect(readdirSync(to)).toEqual([backup.slice(to.length + 1)]);
    expect(head).toEqual(folder.journal.head());
    expect(verifyDatabase(backup)).toMatchObject({ ok: true, head });
    expect(readdirSync(backup).toSorted()).toEqual([
      'backup.json',
      'folder.json',
      'journal-public-key.pem',
      'tillbridge.db',
    ]);
  });

  it('leaves the last ones of this folder, and those of other folders', async () => {
    const [dataDir, other, to] = [aFolder(), aFolder(), aFolder()];
    await sold(dataDir, 'a');
    await sold(other, 'b');
    const foreign = backedUp(other, to).backup;
    const made = [0, 1, 2, 3].map((day) => backedUp(dataDir, to, { keep: 2, day }).backup);
    const there = readdirSync(to).map((name) => join(to, name));
    expect(new Set(there)).toEqual(new Set([foreign, made[2], made[3]]));
  });

  it('is kept when it is the newest, even where the clock was set back', async () => {
    const [dataDir, to] = [aFolder(), aFolder()];
    await sold(dataDir, 'a');
    backedUp(dataDir, to, { day: 5 });
    const { backup } = backedUp(dataDir, to, { day: 1, keep: 1 });
    expect(readdirSync(to).map((name) => join(to, name))).toEqual([backup]);
  });

  it('of a folder that was altered is not made, and earlier ones stay', async () => {
    const [dataDir, to] = [aFolder(), aFolder()];
    const folder = await sold(dataDir, 'a');
    const { backup } = backedUp(dataDir, to);
    folder.close();
    const raw = rawDatabase(dataDir);
    pastTriggers(raw, () => raw.exec(`UPDATE operations SET state = 'succeeded'`));
    raw.close();
    expect(() => backedUp(dataDir, to, { keep: 1, day: 1 })).toThrow('does not verify');
    expect(readdirSync(to).map((name) => join(to, name))).toEqual([backup]);
  });

  it('is refused before anything is written where it has no room', async () => {
    const [dataDir, to] = [aFolder(), aFolder()];
    await sold(dataDir, 'a');
    expect(() => backedUp(dataDir, to, { free: () => 1_000_000 })).toThrow('no room');
    expect(readdirSync(to)).toEqual([]);
  });

  it('has the archives of the one before as the same files, and copies one that is damaged there', async () => {
    const till = await aTill();
    await archiveAll(till);
    const [{ dataDir }, to] = [till, aFolder()];
    const first = backedUp(dataDir, to).backup;
    const archive = (backup: string, shift: number) => join(backup, 'archives', `shift-00000${shift}.ndjson.gz`);
    const file = (backup: string, shift: number) => statSync(archive(backup, shift)).ino;
    // No room for the archives once more.
    const second = backedUp(dataDir, to, { day: 1, free: () => databaseBytesIn(dataDir) + 16 * 1024 * 1024 }).backup;
    expect([1, 2].map((shift) => file(second, shift))).toEqual([1, 2].map((shift) => file(first, shift)));
    const whole = readFileSync(archive(first, 1));
    truncateSync(archive(second, 1), whole.length - 1);
    const third = backedUp(dataDir, to, { day: 2 }).backup;
    expect(readFileSync(archive(third, 1))).toEqual(whole);
    expect(file(third, 2)).toBe(file(first, 2));
    expect(backedUp(dataDir, to, { day: 3, keep: 1 }).removed).toHaveLength(3);
    till.folder.close();
    rmSync(dataDir, { recursive: true });
    restored(join(to, readdirSync(to)[0] ?? ''), dataDir);
    expect(verifyDatabase(dataDir)).toMatchObject({ ok: true });
  });

  it('that was killed is no backup, and is removed by the next one', async () => {
    const [dataDir, to] = [aFolder(), aFolder()];
    const { folder } = await sold(dataDir, 'a');
    const part = join(to, `.tillbridge-${folder.folderId.slice(0, 8)}-999999999.part`);
    mkdirSync(part);
    appendFileSync(join(part, 'tillbridge.db'), 'half');
    expect(() => restored(part, join(aFolder(), 'shop'))).toThrow('no whole backup');
    const { backup } = backedUp(dataDir, to);
    expect(readdirSync(to).map((name) => join(to, name))).toEqual([backup]);
  });
});

describe('a restored folder', () => {
  it('is the one of the backup, and starts paused', async () => {
    const [dataDir, to] = [aFolder(), aFolder()];
    const folder = await sold(dataDir, 'a');
    const { backup, head } = backedUp(dataDir, to);
    folder.close();
    rmSync(dataDir, { recursive: true });
    expect(restored(backup, dataDir).movedTo).toBeNull();
    const again = opened(dataDir);
    expect(again.journal.head()).toEqual(head);
    // Neither a note outside of the folder nor its file number tells: the backup itself does.
    const pause = createPause({ opened: again, dataDir, seenDir: null, nowMs: () => startMs });
    expect(pause.reason()).not.toBeNull();
    expect(pause.owesDoubts()).toBe(true);
    expect(again.meta.get('paused')).toBe(pauseSentences.restored);
  });

  it('does not take the place of one with newer records unless that is said, and then moves it aside', async () => {
    const [dataDir, to] = [aFolder(), aFolder()];
    const folder = await sold(dataDir, 'a');
    const { backup, head } = backedUp(dataDir, to);
    await folder.store.transact((tx) => accept(tx, anAccepted('b')));
    folder.close();
    expect(() => restored(backup, dataDir)).toThrow('1 records that the backup');
    const { movedTo } = restored(backup, dataDir, true);
    expect(verifyDatabase(dataDir).head).toEqual(head);
    expect(verifyDatabase(movedTo ?? '').head.seq).toBe(head.seq + 1);
  });

  it('does not take the place of another till’s, also where that one is younger, unless that is said', async () => {
    const [dataDir, other, to] = [aFolder(), aFolder(), aFolder()];
    await sold(dataDir, 'a', 'b', 'c');
    (await sold(other, 'd')).close();
    const { backup } = backedUp(dataDir, to);
    expect(() => restored(backup, other)).toThrow('is of another till than');
    expect(restored(backup, other, true).movedTo).not.toBeNull();
  });

  it('does not take the place of one that went another way and holds less, unless that is said', async () => {
    const [dataDir, to] = [aFolder(), aFolder()];
    const folder = await sold(dataDir, 'a');
    const before = backedUp(dataDir, to).backup;
    await folder.store.transact((tx) => {
      for (const name of ['b', 'c', 'd']) accept(tx, anAccepted(name));
    });
    const after = backedUp(dataDir, to, { day: 1 }).backup;
    folder.close();
    rmSync(dataDir, { recursive: true });
    restored(before, dataDir);
    (await sold(dataDir, 'e')).close();
    expect(() => restored(after, dataDir)).toThrow('cannot be compared');
  });

  it('takes the place of an older one of the same till unasked', async () => {
    const [dataDir, to] = [aFolder(), aFolder()];
    const folder = await sold(dataDir, 'a');
    const before = backedUp(dataDir, to).backup;
    await folder.store.transact((tx) => accept(tx, anAccepted('b')));
    const after = backedUp(dataDir, to, { day: 1 }).backup;
    folder.close();
    rmSync(dataDir, { recursive: true });
    restored(before, dataDir);
    expect(restored(after, dataDir).manifest.head).toEqual(verifyDatabase(after).head);
  });

  it('does not take the place of a damaged one unless that is said', async () => {
    const [dataDir, to] = [aFolder(), aFolder()];
    const folder = await sold(dataDir, 'a');
    const { backup } = backedUp(dataDir, to);
    folder.close();
    truncateSync(join(dataDir, 'tillbridge.db'), 5_000);
    expect(() => restored(backup, dataDir)).toThrow('cannot be compared');
    restored(backup, dataDir, true);
    expect(verifyDatabase(dataDir).ok).toBe(true);
  });

  it('is refused in the place of a folder that is in use', async () => {
    const [dataDir, to] = [aFolder(), aFolder()];
    const folder = await sold(dataDir, 'a');
    const { backup } = backedUp(dataDir, to);
    folder.close();
    const lock = lockFolder(dataDir);
    expect(() => restored(backup, dataDir, true)).toThrow('is in use');
    lock.release();
  });

  it('is not made where something else lies', async () => {
    const [dataDir, to, place] = [aFolder(), aFolder(), aFolder()];
    await sold(dataDir, 'a');
    appendFileSync(join(place, 'holiday.txt'), 'x');
    expect(() => restored(backedUp(dataDir, to).backup, place, true)).toThrow('no data folder');
    expect(readdirSync(place)).toEqual(['holiday.txt']);
  });

  it.each(['tillbridge.db', 'folder.json'])('is not made of a backup whose %s was changed', async (name) => {
    const [dataDir, to] = [aFolder(), aFolder()];
    const folder = await sold(dataDir, 'a');
    const { backup } = backedUp(dataDir, to);
    folder.close();
    const before = readFileSync(join(dataDir, 'folder.json'), 'utf8');
    appendFileSync(join(backup, name), ' ');
    expect(() => restored(backup, dataDir)).toThrow('is not the one that was saved');
    expect(readFileSync(join(dataDir, 'folder.json'), 'utf8')).toBe(before);
    expect(existsSync(`${dataDir}.restoring-${process.pid}`)).toBe(false);
  });
});

describe('where the folder itself may not be renamed, as in /var/lib', () => {
  it('its files are moved aside within it, and those of the backup come in', async () => {
    const [dataDir, to] = [aFolder(), aFolder()];
    (await sold(dataDir, 'a')).close();
    const { backup, head } = backedUp(dataDir, to);
    (await sold(dataDir, 'b')).close();
    const { movedTo } = restored(backup, dataDir, true, { inPlace: true });
    expect(verifyDatabase(dataDir)).toMatchObject({ ok: true, head });
    expect(movedTo).toMatch(/before-restore-/);
    const before = verifyDatabase(movedTo ?? '');
    expect(before).toMatchObject({ ok: true });
    expect(before.head.seq).toBeGreaterThan(head.seq);
    expect(readdirSync(dataDir)).not.toContain('restoring');
  });

  it('what broke off between the two makes no new database, and is done by the next run', async () => {
    const [dataDir, to] = [aFolder(), aFolder()];
    (await sold(dataDir, 'a')).close();
    const { backup, head } = backedUp(dataDir, to);
    rmSync(join(dataDir, 'tillbridge.db'));
    mkdirSync(join(dataDir, 'restoring'));
    mkdirSync(join(dataDir, 'before-restore-earlier'));
    expect(() => opened(dataDir)).toThrow('is missing');
    restored(backup, dataDir, true, { inPlace: true });
    expect(verifyDatabase(dataDir)).toMatchObject({ ok: true, head });
    expect(readdirSync(dataDir)).toContain('before-restore-earlier');
  });
});
