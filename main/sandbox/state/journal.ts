// The entries on disk: one JSON line each, appended, and synced before a request is answered. All entries that wait
// while a sync runs share the next one, so durability costs little under load. A line cut by a crash is dropped: its
// request had no answer. The folder is locked, because a second sandbox in it would overwrite the first one's lines.
import { readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { type Taken, takeLock } from '#host/files/file-lock.ts';
import { makeFolder } from '#host/files/make-folder.ts';
import type { Entry } from './entry.ts';

export interface Journal {
  append(entry: Entry): void;
  /** Resolves when all that was appended so far is on the disk; rejects if it can never be. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenedJournal {
  readonly journal: Journal;
  /** What was on the disk; to be read before anything is appended. Throws where a line is damaged. */
  readonly entries: Iterable<Entry>;
}

class SandboxFolderInUse extends Error {
  override readonly name = 'SandboxFolderInUse';
  constructor(dir: string, pid: number | null) {
    const holder = pid === null ? 'another sandbox' : `the sandbox with process id ${pid}`;
    super(`${dir} is in use by ${holder}. Stop that one first, or take another data folder.`);
  }
}

const done = Promise.resolve();

/** For a sandbox without a data folder: nothing outlives the process. */
export function memoryJournal(): OpenedJournal {
  return { entries: [], journal: { append: () => undefined, settled: () => done, close: () => done } };
}

/** Throws SandboxFolderInUse, FolderNotMade, or what the system says of the folder. */
export async function fileJournal(dataDir: string): Promise<OpenedJournal> {
  makeFolder(dataDir);
  const lock = takeLock({ lock: join(dataDir, 'sandbox.lock.db'), pid: join(dataDir, 'sandbox.pid') });
  if (!lock.taken) throw new SandboxFolderInUse(dataDir, lock.pid);
  try {
    const path = join(dataDir, 'sandbox.ndjson');
    const file = await open(path, 'a+', 0o600);
    const wholeBytes = wholeLines(file.fd, (await file.stat()).size);
    await file.truncate(wholeBytes);
    await syncFolder(dataDir);
    return { entries: parse(file.fd, wholeBytes, path), journal: appender(file, lock, dataDir) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function appender(file: FileHandle, lock: Extract<Taken, { taken: true }>, dataDir: string): Journal {
  let waiting: string[] = [];
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  const write = async (): Promise<void> => {
    const lines = waiting;
    waiting = [];
    running = next;
    next = null;
    // There is no database here by which a second sandbox could find the first: then the first one writes no more.
    if (!lock.isFirm()) throw new SandboxFolderInUse(dataDir, null);
    await file.appendFile(lines.join(''));
    await file.sync();
  };
  // After a failed write the file's end is not known, so every later write has to fail with it.
  const schedule = (): Promise<void> => {
    const batch = (running ?? done).then(write);
    batch.then(
      () => {
        if (running === batch) running = null;
      },
      () => undefined,
    );
    return batch;
  };
  const settled = (): Promise<void> => {
    if (waiting.length === 0) return running ?? done;
    next ??= schedule();
    return next;
  };

  return {
    append: (entry) => {
      waiting.push(`${JSON.stringify(entry)}\n`);
    },
    settled,
    close: async () => {
      try {
        await settled();
      } finally {
        await file.close();
        lock.release();
      }
    },
  };
}

const chunkBytes = 1024 * 1024;

/** Up to and with the last line end; what follows was cut by a crash. */
function wholeLines(fd: number, size: number): number {
  const chunk = Buffer.alloc(chunkBytes);
  for (let end = size; end > 0; end -= chunkBytes) {
    const start = Math.max(0, end - chunkBytes);
    const read = readSync(fd, chunk, 0, end - start, start);
    const last = chunk.subarray(0, read).lastIndexOf(0x0a);
    if (last !== -1) return start + last + 1;
  }
  return 0;
}

/** Reads piece by piece, so that a long history needs no more memory than the state that it results in. */
function* parse(fd: number, size: number, path: string): Generator<Entry> {
  let rest = Buffer.alloc(0);
  let line = 0;
  for (let offset = 0; offset < size; offset += chunkBytes) {
    const chunk = Buffer.alloc(Math.min(chunkBytes, size - offset));
    readSync(fd, chunk, 0, chunk.length, offset);
    const bytes = Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, start)) {
      line += 1;
      yield entryOf(bytes.toString('utf8', start, end), `${path}: line ${line}`);
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
}

function entryOf(text: string, place: string): Entry {
  try {
    return JSON.parse(text) as Entry;
  } catch (error) {
    throw new Error(`${place} is damaged`, { cause: error });
  }
}

/** Syncs the folder: a new file's name is durable only then. Windows has no such call and needs none. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
