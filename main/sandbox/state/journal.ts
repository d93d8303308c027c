// The entries on disk: one JSON line each, appended, and synced before anybody hears of them. Everything that waits
// while a sync runs shares the next one, so durability costs little under load. A line cut by a crash is dropped:
// nobody was told of it.
import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Entry } from './ledger.ts';

export interface Journal {
  append(entry: Entry): void;
  /** Resolves when all that was appended so far is on the disk; rejects if it can never be. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenedJournal {
  readonly journal: Journal;
  /** What was on the disk. */
  readonly entries: readonly Entry[];
}

const done = Promise.resolve();

/** For a sandbox without a data folder: nothing outlives the process. */
export function memoryJournal(): OpenedJournal {
  return { entries: [], journal: { append: () => undefined, settled: () => done, close: () => done } };
}

export async function fileJournal(dataDir: string): Promise<OpenedJournal> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'sandbox.ndjson');
  const file = await open(path, 'a+', 0o600);
  const { entries, wholeBytes } = parse(await readFile(path), path);
  await file.truncate(wholeBytes);
  await syncFolder(dataDir);
  return { entries, journal: appender(file) };
}

function appender(file: FileHandle): Journal {
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
      }
    },
  };
}

function parse(bytes: Buffer, path: string): { entries: Entry[]; wholeBytes: number } {
  const wholeBytes = bytes.lastIndexOf(0x0a) + 1;
  const lines = bytes.toString('utf8', 0, wholeBytes).split('\n').slice(0, -1);
  const entries = lines.map((line, index) => {
    try {
      return JSON.parse(line) as Entry;
    } catch (error) {
      throw new Error(`${path}: line ${index + 1} is damaged`, { cause: error });
    }
  });
  return { entries, wholeBytes };
}

/** A new file's name is durable only when its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
