// One bridge on a folder at a time, by a lock that no crash leaves behind; commands beside it do no harm.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FolderInUse, lockFolder } from '#store/folder/folder-lock.ts';
import { verifyDatabase } from '#store/integrity/verify.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import { started } from './processes.ts';

function refusal(dataDir: string): FolderInUse {
  try {
    lockFolder(dataDir).release();
  } catch (error) {
    if (error instanceof FolderInUse) return error;
    throw error;
  }
  throw new Error('the folder was free');
}

describe('a data folder', () => {
  it('that another process holds is refused with its process id, and is free at once when that one is killed', async () => {
    const dataDir = aFolder();
    const first = started(['lock', dataDir]);
    expect(await first.line(1)).toBe('locked');
    const { message, pid } = refusal(dataDir);
    expect(pid).toBe(first.child.pid);
    expect(message).toContain(`process id ${first.child.pid}`);
    expect(message).toContain(dataDir);

    first.child.kill('SIGKILL');
    await first.ended();
    const lock = lockFolder(dataDir);
    onTestFinished(() => lock.release());
    expect(readFileSync(join(dataDir, 'bridge.pid'), 'utf8')).toBe(`${process.pid}\n`);
  });

  it('is held against the same process too, until it is released', () => {
    const dataDir = aFolder();
    const lock = lockFolder(dataDir);
    expect(refusal(dataDir).pid).toBe(process.pid);
    lock.release();
    lock.release();
    expect(existsSync(join(dataDir, 'bridge.pid'))).toBe(false);
    lockFolder(dataDir).release();
  });

  it('is not held by a process id that a crash left behind', () => {
    const dataDir = aFolder();
    writeFileSync(join(dataDir, 'bridge.pid'), '1\n');
    const lock = lockFolder(dataDir);
    expect(readFileSync(join(dataDir, 'bridge.pid'), 'utf8')).toBe(`${process.pid}\n`);
    lock.release();
  });

  it('is taken also while another process, that is refused, still looks at the lock', async () => {
    const dataDir = aFolder();
    lockFolder(dataDir).release();
    const refused = started(['read', dataDir]);
    await refused.line(1);
    lockFolder(dataDir).release();
    expect(await refused.ended()).toBe(0);
  });

  it('is held although the holder’s process id cannot be read', async () => {
    const dataDir = aFolder();
    const first = started(['lock', dataDir]);
    await first.line(1);
    writeFileSync(join(dataDir, 'bridge.pid'), '');
    expect(refusal(dataDir).pid).toBeNull();
    expect(refusal(dataDir).message).toContain('another bridge');
  });
});

it('several processes append to one journal, and it has no gap', async () => {
  const dataDir = aFolder();
  opened(dataDir).close();
  const writers = ['a', 'b', 'c', 'd'].map((name) => started(['append', dataDir, name]));
  for (const writer of writers) expect(await writer.ended()).toBe(0);
  expect(verifyDatabase(dataDir)).toMatchObject({ ok: true, records: 400 });
});

it('several processes make a folder at the same moment, and it is one folder with one key of each', async () => {
  const dataDir = join(aFolder(), 'new');
  const makers = Array.from({ length: 4 }, () => started(['make', dataDir]));
  for (const maker of makers) expect(await maker.ended()).toBe(0);
  const said = new Set(makers.map((maker) => maker.lines[0]));
  expect([...said]).toEqual([readFileSync(join(dataDir, 'folder.json'), 'utf8').trim()]);
  expect(new Set(makers.map((maker) => maker.lines[1])).size).toBe(1);
  expect(verifyDatabase(dataDir)).toMatchObject({ ok: true, records: 2 });
});
