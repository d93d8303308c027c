// Connections to the database, with the settings that durability depends on. SQLite's defaults differ from build to
// build, so each setting is set here, and `journal_mode` and `synchronous` are read back.
import { DatabaseSync } from 'node:sqlite';
import { StorageFailed, isBusy, troubleInWords } from '../database/errors.ts';
import { sizeOf } from './folder.ts';

const busyTimeoutMs = 5_000;
const modeTries = 3;

export function connectToWrite(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
  try {
    useWal(db, file);
    // What a savepoint may have to take back is kept beside the database; in a file, SQLite would make, write and
    // remove one in the system's folder for each commit, and what is erased would have been there as well.
    db.exec('PRAGMA temp_store = MEMORY');
    // FULL: with WAL, NORMAL would lose acknowledged operations when the power goes.
    // fullfsync: on macOS a plain fsync leaves the data in the drive's cache; elsewhere it changes nothing.
    db.exec('PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;');
    // What is erased must not live on in the file's free space.
    db.exec('PRAGMA secure_delete = ON; PRAGMA trusted_schema = OFF;');
    const level = db.prepare('PRAGMA synchronous').get()?.['synchronous'];
    if (level !== 2) throw new StorageFailed(`${file}: synchronous=FULL did not take effect`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

export function connectToRead(file: string): DatabaseSync {
  return new DatabaseSync(file, { timeout: busyTimeoutMs, readOnly: true });
}

/**
 * Only the making of a database uses a rollback journal. Where the program was killed while making it, the file is not
 * damaged, but only a writer can roll the transaction back. SQLite does so when the file is first read.
 */
export function takeBackCutOff(file: string): void {
  const db = new DatabaseSync(file, { timeout: busyTimeoutMs });
  try {
    db.prepare('PRAGMA schema_version').get();
  } catch (error) {
    throw new StorageFailed(`${file}: ${troubleInWords(error)}`, { cause: error });
  } finally {
    db.close();
  }
}

/**
 * Closes a reader and leaves the folder as it was. A reader makes the log's files where there are none, and may not
 * remove them. A writer that is the last to close removes them, under SQLite's own locks. A log that is not empty is
 * left alone: it belongs to a live bridge, or to the next start after a crash.
 */
export function closeReader(db: DatabaseSync, file: string): void {
  db.close();
  if (sizeOf(`${file}-wal`) !== 0) return;
  let tidy: DatabaseSync | null = null;
  try {
    tidy = new DatabaseSync(file, { timeout: 0 });
    tidy.prepare('PRAGMA schema_version').get();
  } catch {
    // Two empty files stay; the next bridge removes them.
  } finally {
    tidy?.close();
  }
}

// Changing the mode of a new file needs exclusive access. Two programs that open the same new folder may wait for each
// other; after SQLite's time-out both have released the file, so another try is enough. The file keeps the mode.
function useWal(db: DatabaseSync, file: string): void {
  for (let tries = 1; ; tries += 1) {
    try {
      const mode = db.prepare('PRAGMA journal_mode = WAL').get()?.['journal_mode'];
      if (mode === 'wal') return;
      throw new StorageFailed(`${file}: the file system does not allow SQLite's WAL mode (got ${String(mode)})`);
    } catch (error) {
      if (tries >= modeTries || !isBusy(error)) throw error;
    }
  }
}
