// Request ids for callers that repeat as they would at the gateway itself: with its key, or with no key at all. A key
// names one operation for good, unless that was certainly not carried out: then the repetition is a new try of it.
// Without a key the body is the id, for a day.
import type { JsonObject } from '#contract/json.ts';
import { digestOf } from './accept.ts';
import type { Clock, Digests, StoreReads } from './ports.ts';
import { type OperationRecord, bodyRequest } from './record.ts';
import { mayBeTriedAgain } from './tried-again.ts';

export interface Asking {
  readonly clientId: string;
  readonly kind: string;
  readonly input: JsonObject;
  /** The caller's own id for it (no spaces), or null. */
  readonly key: string | null;
}

export type RequestPlace =
  | { readonly type: 'submit'; readonly requestId: string; readonly replaces: string | null }
  /** Without a key, and asked for within the last 24 hours. */
  | { readonly type: 'repeated'; readonly record: OperationRecord };

interface Ports {
  readonly store: Pick<StoreReads, 'byRequest'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly digests: Digests;
}

const repeatedForMs = 24 * 3_600_000;

/** Two equal requests at the same moment get the same id, and the store takes it once. */
export function placeRequest({ store, clock, digests }: Ports, { clientId, kind, input, key }: Asking): RequestPlace {
  const digest = digestOf(digests, { kind, input });
  // A caller's own id has no spaces, so it meets none of these.
  const idOf = (number: number) => {
    if (key === null) return `${bodyRequest}${number} ${digest}`;
    return number === 1 ? key : `again ${number} ${key}`;
  };
  const { number, record } = latest((each) => store.byRequest(clientId, idOf(each)));
  if (record === null) return { type: 'submit', requestId: idOf(1), replaces: null };
  const next = idOf(number + 1);
  if (mayBeTriedAgain(record)) {
    // With another body it is refused as ever, by the id that it was first used under.
    const same = record.requestDigest === digest;
    return { type: 'submit', requestId: same ? next : idOf(number), replaces: same ? record.id : null };
  }
  if (key !== null) return { type: 'submit', requestId: idOf(number), replaces: record.replaces };
  if (clock.nowMs() - record.createdAtMs < repeatedForMs) return { type: 'repeated', record };
  return { type: 'submit', requestId: next, replaces: null };
}

/** The last of a row that begins at 1 and has no gap, found in a few steps however long it is. */
function latest(read: (number: number) => OperationRecord | null): {
  readonly number: number;
  readonly record: OperationRecord | null;
} {
  let found = { number: 0, record: read(1) };
  if (found.record === null) return found;
  found.number = 1;
  let beyond = 2;
  for (let record = read(beyond); record !== null; record = read(beyond)) {
    found = { number: beyond, record };
    beyond *= 2;
  }
  while (beyond - found.number > 1) {
    const middle = Math.floor((found.number + beyond) / 2);
    const record = read(middle);
    if (record === null) beyond = middle;
    else found = { number: middle, record };
  }
  return found;
}
