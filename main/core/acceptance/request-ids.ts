// Request ids for programs that repeat requests as they would at the gateway itself: with its key, or with no key at
// all. A key names one operation for good, unless that was certainly not carried out: then the repetition is a new try
// of it. Without a key the body is the id, until the operation has been over for a day.
import type { JsonObject } from '#contract/data/json.ts';
import { isFinal } from '#contract/operation/states.ts';
import { digestOf } from './accept.ts';
import type { Digests } from '../ports/chance.ts';
import type { Clock } from '../ports/clock.ts';
import type { StoreReads } from '../ports/store.ts';
import { type OperationRecord, bodyRequest } from '../ports/record.ts';
import { idOfTry, findLatestTry } from './tries.ts';
import { mayBeTriedAgain } from './tried-again.ts';

export interface Asking {
  readonly clientId: string;
  readonly kind: string;
  readonly input: JsonObject;
  /** The caller's own id for it (no spaces), or null. */
  readonly key: string | null;
}

export type AssignedRequest =
  | { readonly type: 'submit'; readonly requestId: string; readonly replaces: string | null }
  /** Without a key, and open, or over for less than 24 hours. */
  | { readonly type: 'repeated'; readonly record: OperationRecord };

interface Ports {
  readonly store: Pick<StoreReads, 'byRequest'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly digests: Digests;
}

const repeatedForMs = 24 * 3_600_000;

/** Two equal requests at the same moment get the same id, and the store takes it once. */
export function assignRequestId(
  { store, clock, digests }: Ports,
  { clientId, kind, input, key }: Asking,
): AssignedRequest {
  const digest = digestOf(digests, { kind, input });
  const idOf = (number: number) => (key === null ? `${bodyRequest}${number} ${digest}` : idOfTry(key, number));
  const { number, record } = findLatestTry((each) => store.byRequest(clientId, idOf(each)));
  if (record === null) return { type: 'submit', requestId: idOf(1), replaces: null };
  const next = idOf(number + 1);
  if (mayBeTriedAgain(record)) {
    // With another body it is refused, under the id that it was first used with.
    const same = record.requestDigest === digest;
    return { type: 'submit', requestId: same ? next : idOf(number), replaces: same ? record.id : null };
  }
  if (key !== null) return { type: 'submit', requestId: idOf(number), replaces: record.replaces };
  // An open operation may still be carried out, however old it is; one that is over was perhaps carried out just now.
  if (!isFinal(record.state) || clock.nowMs() - record.updatedAtMs < repeatedForMs) return { type: 'repeated', record };
  return { type: 'submit', requestId: next, replaces: null };
}
