// Somebody who can write the place of the backups (a stick, a share): a pipe, a link, a file without an end where a backup
// or its list is expected. A backup is made all the same, nothing outside of the place is touched, and no such thing is
// put back. A pipe kept the thread of all background work waiting for ever. Commands run as programs of their own,
// because a program that waits for a pipe ends by no signal that it could hear.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeBackup } from '#store/backup/backup.ts';
import { startMs } from '#support/records.ts';
import { accept, anAccepted } from '#support/store-data.ts';
import { aFolder, opened } from '#support/store-folder.ts';

/** A data folder with a backup of it in a place of its own, and how the names of its backups begin. */
async function saved() {
  const [dataDir, place] = [aFolder(), aFolder()];
  const folder = opened(dataDir);
  folder.signer(startMs);
  await folder.store.transact((tx) => accept(tx, anAccepted('a')));
  folder.close();
  const { backup } = makeBackup({ dataDir, to: place, keep: 7, version: '1.0.0', nowMs: startMs });
  return { dataDir, backup, older: `${basename(backup).replace(/[^-]*$/, '')}20200101T000000000Z` };
}

function bridge(...words: readonly string[]) {
  const { status, stderr } = spawnSync(process.execPath, ['main/cli.ts', ...words], {
    encoding: 'utf8',
    timeout: 30_000,
    killSignal: 'SIGKILL',
  });
  return { status, stderr };
}

const pipe = (file: string) => execFileSync('mkfifo', [file]);

describe.skipIf(process.platform === 'win32')('a place that somebody else writes', () => {
  it('holds a pipe for the list of an older backup: a backup is made', async () => {
    const [{ dataDir, older }, to] = [await saved(), aFolder()];
    mkdirSync(join(to, older));
    pipe(join(to, older, 'backup.json'));
    expect(bridge('folder', 'backup', '--data-dir', dataDir, '--to', to, '--keep', '1')).toMatchObject({ status: 0 });
  });

  it('holds a link to a backup elsewhere: that one stays whole', async () => {
    const { dataDir, backup, older } = await saved();
    const [to, elsewhere] = [aFolder(), join(aFolder(), 'kept')];
    cpSync(backup, elsewhere, { recursive: true });
    symlinkSync(elsewhere, join(to, older));
    const { removed } = makeBackup({ dataDir, to, keep: 1, version: '1.0.0', nowMs: startMs });
    expect(removed).toEqual([]);
    expect(readdirSync(elsewhere).toSorted()).toEqual(readdirSync(backup).toSorted());
  });

  it.each([
    ['a pipe for its list', (dir: string) => swapped(join(dir, 'backup.json'), pipe)],
    ['a list without an end', (dir: string) => truncateSync(join(dir, 'backup.json'), 1_500_000_000)],
    ['a link for its list', (dir: string) => swapped(join(dir, 'backup.json'), linkTo('/dev/zero'))],
    ['a link for its database', (dir: string) => swapped(join(dir, 'tillbridge.db'), linkTo('/dev/zero'))],
    ['a link to its own database', ownLink],
    ['a pipe for its marker', (dir: string) => swapped(join(dir, 'folder.json'), pipe)],
  ])('holds a backup with %s: it is not put back', async (_what, spoil) => {
    const { backup } = await saved();
    const [from, to] = [join(aFolder(), 'b'), join(aFolder(), 'till')];
    cpSync(backup, from, { recursive: true });
    spoil(from);
    const { status, stderr } = bridge('folder', 'restore', '--from', from, '--data-dir', to);
    expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining('Nothing was changed.') });
    expect(existsSync(to)).toBe(false);
  });

  it('is readable for all: what is put back is not', async () => {
    const { backup } = await saved();
    const [from, to] = [join(aFolder(), 'b'), join(aFolder(), 'till')];
    cpSync(backup, from, { recursive: true });
    execFileSync('chmod', ['-R', 'a+rw', from]);
    expect(bridge('folder', 'restore', '--from', from, '--data-dir', to)).toMatchObject({ status: 0 });
    for (const name of readdirSync(to)) expect([name, statSync(join(to, name)).mode & 0o077]).toEqual([name, 0]);
  });
});

describe.skipIf(process.platform === 'win32')('a data folder with a pipe for', () => {
  it.each(['settings.json', 'key.json'])('%s: a start ends with words', async (name) => {
    const { dataDir } = await saved();
    const dir = join(aFolder(), 'till');
    cpSync(dataDir, dir, { recursive: true });
    swapped(join(dir, name), pipe);
    const { status, stderr } = bridge('serve', '--data-dir', dir, '--port', '0');
    expect({ status, stderr }).toMatchObject({ status: expect.any(Number), stderr: expect.stringContaining(name) });
    expect(status).not.toBe(0);
  });

  it('folder.json: a backup ends with words', async () => {
    const { dataDir } = await saved();
    swapped(join(dataDir, 'folder.json'), pipe);
    expect(bridge('folder', 'backup', '--data-dir', dataDir, '--to', aFolder())).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('folder.json cannot be read. No backup was made.'),
    });
  });
});

function swapped(file: string, put: (file: string) => unknown): void {
  rmSync(file, { force: true });
  put(file);
}

function linkTo(target: string) {
  return (file: string) => symlinkSync(target, file);
}

function ownLink(dir: string): void {
  renameSync(join(dir, 'tillbridge.db'), join(dir, 'elsewhere'));
  symlinkSync('elsewhere', join(dir, 'tillbridge.db'));
}
