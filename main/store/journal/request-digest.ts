// The digest of client and request id in the record of acceptance. It is keyed, so that ids cannot be guessed from the
// journal. By it the journal shows that a request was accepted even where the operation's row is gone.
import type { DatabaseSync } from 'node:sqlite';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import { boundRecords } from '../schema/binding-table.ts';
import type { Seal } from '../database/seal.ts';
import { allRows } from '../database/sql.ts';

/** Hexadecimal digits: 128 bits. */
const digestLength = 32;
/** Digits for requests that were accepted before their rows were bound: 48 bits, which a number holds exactly. */
export const keptLength = 12;

export type RequestDigest = (clientId: string, requestId: string) => string;

/** Digests kept: an acceptance needs its digest before its commit, in it, and for its record. */
const remembered = 64;

/** Makes each digest once for an acceptance, by remembering the last ones. */
export function createRequestDigest(seal: Seal): RequestDigest {
  const last = new Map<string, string>();
  return (clientId, requestId) => {
    const name = JSON.stringify([clientId, requestId]);
    const known = last.get(name);
    if (known !== undefined) return known;
    const digest = requestDigest(seal, clientId, requestId);
    const [oldest] = last.keys();
    if (last.size >= remembered && oldest !== undefined) last.delete(oldest);
    last.set(name, digest);
    return digest;
  };
}

export function requestDigest(seal: Seal, clientId: string, requestId: string): string {
  return seal.digest(JSON.stringify([clientId, requestId]), 'asked').slice(0, digestLength);
}

/** The requests that were accepted before their rows were bound: their digests stand in the records of the binding. */
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
