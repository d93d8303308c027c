// A sealed word in the database tells another key at once, and says since when the place of the folder is sealed too:
// from then on a place without the key's digest was edited (place.ts).
import type { DatabaseSync } from 'node:sqlite';
import type { Meta } from './meta.ts';
import type { Seal } from './seal.ts';
import { oneRow } from './sql.ts';

export interface PlaceMarks {
  /** Whether this folder's place must carry the key's digest. False without the key: nobody can tell. */
  readonly mustBeSealed: boolean;
  /** Null without the key. */
  digest(place: string): string | null;
  /** From now on it must. Writes with `put`, in the transaction that writes the place. */
  seal(put: Meta['put']): void;
}

const context = 'key-check';
const sealedWord = 'key-check place';

/** Throws CannotOpen under another key, which would else be noticed only at the first operation that is read. */
export function placeMarks(db: DatabaseSync, meta: Meta, seal: Seal | null): PlaceMarks {
  if (seal === null) return { mustBeSealed: false, digest: () => null, seal: () => undefined };
  const check = meta.get(context);
  const word = check === null ? null : seal.open(Buffer.from(check, 'base64'), context);
  const sealed = (text: string) => Buffer.from(seal.seal(text, context)).toString('base64');
  if (word === null) meta.put(context, sealed(context));
  // Without the key there are no operations: where there are some, the word was taken away.
  const wasTaken = word === null && oneRow(db.prepare('SELECT 1 FROM operations LIMIT 1')) !== null;
  return {
    mustBeSealed: word === sealedWord || wasTaken,
    digest: (place) => seal.digest(place, 'place'),
    seal: (put) => put(context, sealed(sealedWord)),
  };
}
