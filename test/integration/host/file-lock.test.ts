// The lock of a folder where a file of it makes trouble: the one that only names the holder, or a torn one.
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, rmdirSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type LockFiles, takeLock } from '#host/files/file-lock.ts';
import { aFolder } from '#support/store-folder.ts';

function files(): LockFiles {
  const dir = aFolder();
  return { lock: join(dir, 'lock.db'), pid: join(dir, 'pid') };
}

function taken(lockFiles: LockFiles) {
  const lock = takeLock(lockFiles);
  if (!lock.taken) throw new Error('somebody has it');
  onTestFinished(() => lock.release());
  return lock;
}

it('is not kept where its holder cannot be named', () => {
  const lockFiles = files();
  mkdirSync(lockFiles.pid);
  expect(() => takeLock(lockFiles)).toThrow('EISDIR');
  rmdirSync(lockFiles.pid);
  expect(() => taken(lockFiles)).not.toThrow();
});

it('goes also where the name of its holder cannot be removed', () => {
  const lockFiles = files();
  const lock = taken(lockFiles);
  rmSync(lockFiles.pid);
  mkdirSync(lockFiles.pid);
  expect(() => lock.release()).toThrow('directory');
  rmdirSync(lockFiles.pid);
  expect(() => taken(lockFiles)).not.toThrow();
});

it('is taken where a power cut left the file torn', () => {
  const lockFiles = files();
  taken(lockFiles).release();
  const whole = readFileSync(lockFiles.lock);
  for (const keptFrom of [512, 2_048]) {
    writeFileSync(lockFiles.lock, whole.fill(0, 0, keptFrom));
    taken(lockFiles).release();
  }
  writeFileSync(lockFiles.lock, 'nothing that a database begins with'.repeat(100));
  expect(taken(lockFiles).isFirm()).toBe(true);
});

it('is not taken from its holder by a file that was torn meanwhile', () => {
  const lockFiles = files();
  taken(lockFiles);
  const holder = openSync(lockFiles.lock, 'r+');
  onTestFinished(() => closeSync(holder));
  writeSync(holder, Buffer.alloc(512), 0, 512, 0);
  expect(takeLock(lockFiles).taken).toBe(false);
});
