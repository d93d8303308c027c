// The entries on disk: one JSON line each, appended, and synced before anybody hears of them. Everything that waits
// while a sync runs shares the next one, so durability costs little under load. A line cut by a crash is dropped:
// nobody was told of it. The folder is locked: a second sandbox in it would write over the first one's lines.
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { takeLock } from '#host/file-lock.ts';
import { makeFolder } from '#host/make-folder.ts';
import type { Entry } from './ledger.ts';

export interface Journal {
  append(entry: Entry): void;
  /** Resolves when all that was appended so far is on the disk; rejects if it can never be. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenedJournal {
  readonly journal: Journal;
  /** What was on the disk, read line by line. Throws where a line is damaged. */
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
    const bytes = await readFile(path);
    const wholeBytes = bytes.lastIndexOf(0x0a) + 1;
    await file.truncate(wholeBytes);
    await syncFolder(dataDir);
    return { entries: parse(bytes.subarray(0, wholeBytes), path), journal: appender(file, () => lock.release()) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function appender(file: FileHandle, release: () => void): Journal {
  let waiting: string[] = [];
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  const write = async (): Promise<void> => {
    const lines = waiting;
    waiting = [];
    running = next;
    next = null;
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
        release();
      }
    },
  };
}

/** Line by line, because the text of many payments as one string would not fit into memory twice. */
function* parse(bytes: Buffer, path: string): Generator<Entry> {
  let start = 0;
  for (let line = 1; start < bytes.length; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    let entry: Entry;
    try {
      entry = JSON.parse(bytes.toString('utf8', start, end)) as Entry;
    } catch (error) {
      throw new Error(`${path}: line ${line} is damaged`, { cause: error });
    }
    yield entry;
    start = end + 1;
  }
}

/** A new file's name is durable only when its folder is; Windows has no such call and does it by itself. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
