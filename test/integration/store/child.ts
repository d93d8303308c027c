// What a test starts as a process of its own, to kill it: `child.ts <what> <dataDir> <name>`. It prints a line for each
// thing it was promised, synchronously, so that a line that was printed is a promise that was made.
import fs, { writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { folderPaths } from '#store/folder/folder.ts';
import { lockFolder } from '#store/folder/folder-lock.ts';
import { openStore } from '#store/open.ts';
import { createSeal } from '#store/database/seal.ts';
import { accept, anAccepted, testKey } from '#support/store-data.ts';

const [, , what = '', dataDir = '', name = ''] = process.argv;
const say = (line: string): number => writeSync(1, `${line}\n`);

function open(onCommit = () => undefined as void): ReturnType<typeof openStore> {
  return openStore({ dataDir, seal: createSeal(testKey), now: Date.now, use: 'bridge', onCommit });
}

/** Accepts operations without end, several at a time; says each once it is promised, or why it goes no further. */
async function write(): Promise<void> {
  const { store } = open();
  say('ready');
  for (let round = 0; store.failure() === null; round += 1) {
    const ids = Array.from({ length: 5 }, (_, index) => `${name}-${round}-${index}`);
    const input = { note: 'x'.repeat(1_000) };
    const results = await Promise.allSettled(
      ids.map((id) => store.transact((tx) => accept(tx, anAccepted(id, { input })))),
    );
    results.forEach((result, index) => {
      if (result.status === 'fulfilled') say(`op_${ids[index]}`);
    });
  }
  say(`failed ${store.failure()}`);
}

/** A hundred records, a commit each, beside other programs that write. */
async function append(): Promise<void> {
  const folder = open();
  for (let index = 0; index < 100; index += 1) {
    await folder.store.transact((tx) =>
      tx.journal({ type: 'policy-applied', operationId: null, atMs: index, data: { name } }),
    );
  }
  folder.close();
  say('done');
}

function make(): void {
  const made = open();
  say(JSON.stringify(made.folder));
  say(`${made.signer(Date.now()).keyId} ${made.identity().keyId}`);
}

function lock(): void {
  lockFolder(dataDir);
  // The test's garbage collection, which must not open the lock.
  globalThis.gc?.();
  say('locked');
  process.stdin.resume();
}

/** Reads the lock's file, as one does who was refused, until another process is about to lock it. */
async function read(): Promise<void> {
  const reader = new DatabaseSync(folderPaths(dataDir).lock);
  reader.exec('BEGIN; SELECT * FROM sqlite_schema');
  say('reading');
  const second = new DatabaseSync(folderPaths(dataDir).lock, { timeout: 0 });
  for (let free = true; free; await setTimeout(5)) {
    try {
      second.exec('BEGIN IMMEDIATE; ROLLBACK');
    } catch {
      free = false;
    }
  }
  reader.close();
}

/** Archives all closed shifts, and is killed behind the step with this number: a sync, a renaming or a commit. */
async function archive(): Promise<void> {
  let left = Number(name);
  let isCounting = false;
  const step = (): void => {
    if (isCounting && (left -= 1) === 0) process.kill(process.pid, 'SIGKILL');
  };
  const { fsyncSync, renameSync } = fs;
  fs.fsyncSync = (handle) => (fsyncSync(handle), step());
  fs.renameSync = (from, to) => (renameSync(from, to), step());
  syncBuiltinESMExports();
  const { archiver } = open(step);
  isCounting = true;
  const atMs = Date.now();
  while ((await archiver.archiveNext({ beforeMs: atMs, atMs, dryRun: false })).type === 'archived');
  say('done');
  process.exit(0);
}

switch (what) {
  case 'write':
    await write();
    break;
  case 'append':
    await append();
    break;
  case 'archive':
    await archive();
    break;
  case 'lock':
    lock();
    break;
  case 'read':
    await read();
    break;
  case 'make':
    make();
    break;
  default:
    throw new Error(`unknown: ${what}`);
}
