// The meta entry `key-check` holds a known word, sealed with the folder's key. If it does not open, the key is another
// one. Its second form says that the stored location of the folder carries the key's digest since then: from then on a
// location without the digest was edited (folder-location.ts).
import type { DatabaseSync } from 'node:sqlite';
import type { Meta } from './journal/meta.ts';
import type { Seal } from './database/seal.ts';
import { oneRow } from './database/sql.ts';

export interface LocationMarks {
  /** Whether this folder's location must carry the key's digest. False without the key, which cannot be checked. */
  readonly mustBeSealed: boolean;
  /** Null without the key. */
  digest(location: string): string | null;
  /**
   * Notes that the location must carry the digest from now on. Writes with `put`, in the transaction that writes the
   * location.
   */
  seal(put: Meta['put']): void;
}

const context = 'key-check';
const sealedWord = 'key-check place';

/** Throws CannotOpen under another key. Without this check only the first read of an operation would notice it. */
export function locationMarks(db: DatabaseSync, meta: Meta, seal: Seal | null): LocationMarks {
  if (seal === null) return { mustBeSealed: false, digest: () => null, seal: () => undefined };
  const check = meta.get(context);
  const word = check === null ? null : seal.open(Buffer.from(check, 'base64'), context);
  const sealed = (text: string) => Buffer.from(seal.seal(text, context)).toString('base64');
  if (word === null) meta.put(context, sealed(context));
  // No operation is stored without the key, so a folder with operations and without the word had it removed.
  const wasTaken = word === null && oneRow(db.prepare('SELECT 1 FROM operations LIMIT 1')) !== null;
  return {
    mustBeSealed: word === sealedWord || wasTaken,
    digest: (location) => seal.digest(location, 'place'),
    seal: (put) => put(context, sealed(sealedWord)),
  };
}
