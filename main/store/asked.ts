// What the record of acceptance says of who asked under which id. Nobody without the folder's key can try it out, and
// the journal is found by it when the row is not.
import type { DatabaseSync } from 'node:sqlite';
import { type JsonObject, textAt } from '#contract/json.ts';
import { boundRecords } from './binding-table.ts';
import type { Seal } from './seal.ts';
import { allRows } from './sql.ts';

/** Hexadecimal digits: 128 bits. */
const askedLength = 32;
/** Of requests that were accepted before their rows were bound: 48 bits, which a number holds exactly. */
export const keptLength = 12;

export function askedDigest(seal: Seal, clientId: string, requestId: string): string {
  return seal.digest(JSON.stringify([clientId, requestId]), 'asked').slice(0, askedLength);
}

/** The requests that were accepted before their rows were bound, which have nothing of it in their own records. */
export function olderRequests(db: DatabaseSync): { has(digest: string): boolean } {
  const records = db.prepare(`SELECT data FROM journal WHERE ${boundRecords} ORDER BY seq`);
  let known: Float64Array | null = null;
  const load = (): Float64Array => {
    const texts = allRows<{ data: string }>(records).map(
      ({ data }) => textAt(JSON.parse(data) as JsonObject, 'requests') ?? '',
    );
    const numbers = new Float64Array(texts.reduce((sum, { length }) => sum + Math.floor(length / keptLength), 0));
    let at = 0;
    for (const text of texts) {
      for (let from = 0; from + keptLength <= text.length; from += keptLength) {
        numbers[at++] = Number.parseInt(text.slice(from, from + keptLength), 16);
      }
    }
    return numbers.toSorted();
  };
  return {
    has(digest) {
      known ??= load();
      const wanted = Number.parseInt(digest.slice(0, keptLength), 16);
      let [low, high] = [0, known.length];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((known[middle] ?? Infinity) < wanted) low = middle + 1;
        else high = middle;
      }
      return known[low] === wanted;
    },
  };
}
