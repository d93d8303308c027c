// What can go wrong with storage, as classes with names: callers tell by the name what happened and what to do, and
// parts that may not import this folder (core) can still recognise `error.name`. SQLite's numbers are turned into
// words here and nowhere else.

/** Nothing can be written any more. The store stays failed until the program is started again. */
export class StorageFailed extends Error {
  override readonly name = 'StorageFailed';
}

/** Somebody else changed the operation since it was read. */
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

/** There is no database in the folder. */
export class NoDatabase extends Error {
  override readonly name = 'NoDatabase';
}

/** What was done about a damaged database; the original is left where it is. */
export interface Rescued {
  readonly file: string;
  /** The copy that was kept, or null. */
  readonly copy: string | null;
  /** What could still be read, or null. */
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

/** The disk or the file is at fault, not the statement. */
export function isStorageTrouble(error: unknown): boolean {
  const code = primaryCode(error);
  return code !== null && code in troubles;
}

/** In words, for a person: `the disk is full (SQLite 13: database or disk is full)`. */
export function troubleInWords(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const code = primaryCode(error);
  if (code === null) return message;
  if (code === busy) return `another program keeps the file locked (SQLite ${code}: ${message})`;
  return `${troubles[code] ?? 'SQLite refused'} (SQLite ${code}: ${message})`;
}
