// The tries of one request, one after the other: the first under the caller's own id, each new try under an id that the
// bridge made. A caller that asks by its own id gets the latest try, over every interface.
import type { StoreReads } from '../ports/store.ts';
import type { OperationRecord } from '../ports/record.ts';
import { mayBeTriedAgain } from './tried-again.ts';

/** The request id of the number-th try under a caller's key. A caller's own id has no spaces, so it meets none of these. */
export function idOfTry(key: string, number: number): string {
  return number === 1 ? key : `again ${number} ${key}`;
}

/** What the operation that came first under this key has become: itself, or the last try of it. */
export function lastTry(
  reads: Pick<StoreReads, 'byRequest'>,
  clientId: string,
  first: OperationRecord,
): OperationRecord {
  if (!mayBeTriedAgain(first)) return first;
  return findLatestTry((number) => reads.byRequest(clientId, idOfTry(first.requestId, number))).record ?? first;
}

/** The latest of the tries, which are numbered from 1 without a gap: found in a few steps however many there are. */
export function findLatestTry(read: (number: number) => OperationRecord | null): {
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
