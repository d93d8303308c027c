// Errors of storage, each a class with a name: callers see by the class what happened, and core, which may not import
// this folder, by `error.name`. SQLite's error numbers are turned into words only here.

/** Nothing can be written any more. The store stays failed until the program is started again. */
export class StorageFailed extends Error {
  override readonly name = 'StorageFailed';
}

/** The operation was changed since it was read. */
export class StaleRevision extends Error {
  override readonly name = 'StaleRevision';
  constructor(id: string, wanted: number, found: number | null) {
    super(`operation ${id}: revision ${wanted} cannot follow ${found === null ? 'nothing (it is not stored)' : found}`);
  }
}

/** The database was written by a newer program. */
export class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase';
}

/** The database was written by an older program, and a bridge has to bring it up to date first. */
export class OlderDatabase extends Error {
  override readonly name = 'OlderDatabase';
}

/** There is no database in the folder. */
export class NoDatabase extends Error {
  override readonly name = 'NoDatabase';
  constructor(dir: string) {
    super(`there is no database in ${dir}. Check the path of the data folder. Nothing was made or changed.`);
  }
}

/** The folder, or a file that the program needs in it, cannot be used. */
export class FolderProblem extends Error {
  override readonly name = 'FolderProblem';
}

/** SQLite gave a row, but its content is not what was written. */
export class DamagedRow extends Error {
  override readonly name = 'DamagedRow';
}

/**
 * An operation's row is not the one that was written, or is gone (operation-binding.ts). Its id, where that is known.
 */
export class AlteredRow extends Error {
  override readonly name = 'AlteredRow';
  readonly operationId: string | null;
  constructor(operationId: string | null) {
    super(
      `The stored row of ${operationId === null ? 'this request' : `operation ${operationId}`} was changed or taken away ` +
        'outside of this program, and is not believed. It may have been carried out: nothing is sent. Let a manager look ' +
        'at the alarms and at the journal, and compare the payment with the gateway.',
    );
    this.operationId = operationId;
  }
}

/** A print job, or a request for a drawer, is not the one that was written. Handled as AlteredRow is. */
export class AlteredPrinting extends Error {
  override readonly name = 'AlteredRow';
  readonly operationId = null;
  constructor(what: string) {
    super(
      `In the database ${what} was changed outside of this program, and is not believed. Nothing is printed, opened or ` +
        'decided by it. Let a manager look at the alarms and at the journal, and ask for the paper again as a new one.',
    );
  }
}

/**
 * A stored sum differs from the operations that it sums. It has the name of AlteredRow and is handled in the same way.
 */
export class AlteredSum extends Error {
  override readonly name = 'AlteredRow';
  readonly operationId = null;
  constructor(what: string) {
    super(
      `In the database ${what} outside of this program, so nobody can tell what is left. Nothing was stored ` +
        'and nothing is sent. Let a manager look at the alarms and put back a backup of the folder.',
    );
  }
}

/** The copies made of a damaged database; the original is left where it is. */
export interface Rescued {
  readonly file: string;
  /** The file of the copy, or null where none was made. */
  readonly copy: string | null;
  /** The file with the rows that could still be read, or null. */
  readonly recovered: string | null;
  readonly operations: number;
  readonly journalRecords: number;
}

export class DamagedDatabase extends Error {
  override readonly name = 'DamagedDatabase';
  readonly rescued: Rescued;
  constructor(message: string, rescued: Rescued) {
    super(message);
    this.rescued = rescued;
  }
}

// Primary result codes of SQLite (sqlite.org/rescode.html); extended codes carry them in their low byte.
const busy = 5;
const cannotOpen = 14;
const troubles: { readonly [code: number]: string } = {
  7: 'there is not enough memory',
  8: 'the file or its disk is read-only',
  10: 'reading or writing the disk failed',
  11: 'the file is damaged',
  13: 'the disk is full',
  [cannotOpen]: 'the file cannot be opened',
  15: 'the file cannot be locked',
  26: 'the file is not a database',
};

function primaryCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  return error.errcode & 0xff;
}

/** Another connection holds the lock; nothing was done yet. */
export function isBusy(error: unknown): boolean {
  return primaryCode(error) === busy;
}

export function isCannotOpen(error: unknown): boolean {
  return primaryCode(error) === cannotOpen;
}

/** A transaction was cut off before its end, and a reader may not take it back (SQLITE_READONLY_ROLLBACK). */
export function isCutOff(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 776;
}

/** The disk or the file is at fault, not the statement. */
export function isStorageTrouble(error: unknown): boolean {
  if (error instanceof DamagedRow) return true;
  const code = primaryCode(error);
  return code !== null && code in troubles;
}

// What the system says of a file or folder (Node's codes for errno).
const fileTroubles: { readonly [code: string]: string } = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a file stands where a folder is needed',
  EEXIST: 'something else stands in its place',
  EISDIR: 'it is a folder, not a file',
  EACCES: 'this user has no permission',
  EPERM: 'this user has no permission',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the share of the disk is used up',
  EIO: 'reading or writing the disk failed',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ELOOP: 'its links lead round in a circle',
  ENAMETOOLONG: 'the name is too long',
  EBUSY: 'another program keeps it',
  EFTYPE: 'it is no ordinary file, or larger than such a file can be',
};

/** The error in words, for a person, or null where it is not about a file. */
export function fileTroubleInWords(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  const what = fileTroubles[error.code];
  return what === undefined ? null : `${what} (${error.code})`;
}

/** The error in words, for a person: `the disk is full (SQLite 13: database or disk is full)`. */
export function troubleInWords(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const code = primaryCode(error);
  if (code === null) return message;
  if (code === busy) return `another program keeps the file locked (SQLite ${code}: ${message})`;
  return `${troubles[code] ?? 'SQLite refused'} (SQLite ${code}: ${message})`;
}
