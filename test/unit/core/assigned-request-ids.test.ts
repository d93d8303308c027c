// Which operation a repeated request means: by its key, or by its body where it has none.
import { describe, expect, it } from 'vitest';
import { digestOf } from '#core/acceptance/accept.ts';
import type { FailureCode } from '#contract/operation/outcome-codes.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { assignRequestId } from '#core/acceptance/request-ids.ts';
import { mayBeTriedAgain } from '#core/acceptance/tried-again.ts';
import { idOfTry, lastTry, findLatestTry } from '#core/acceptance/tries.ts';
import { aRecord, startMs } from '#support/records.ts';

const digests = { keyed: (text: string) => `digest of ${text}` };
const input = { transId: 'C-1' };
const digest = digestOf(digests, { kind: 'capture', input });
const day = 24 * 3_600_000;

function placed(stored: Readonly<Record<string, Partial<OperationRecord>>>, key: string | null, nowMs = startMs) {
  const clock = { nowMs: () => nowMs };
  const store = {
    byRequest: (clientId: string, requestId: string) => {
      const found = clientId === 'client' ? stored[requestId] : undefined;
      return found === undefined
        ? null
        : aRecord({ id: `op of ${requestId}`, requestDigest: digest, requestId, ...found });
    },
  };
  return assignRequestId({ store, clock, digests }, { clientId: 'client', kind: 'capture', input, key });
}

const busy = { state: 'failed', failure: { code: 'busy', message: 'busy' } } as const;
const declined = { state: 'failed', failure: { code: 'declined', message: 'no' } } as const;

describe('a request with a key', () => {
  it('is new where the key was never used', () => {
    expect(placed({}, 'K')).toEqual({ type: 'submit', requestId: 'K', replaces: null });
  });

  it('means the operation of its key, open or over, for good', () => {
    for (const state of ['sending', 'succeeded'] as const) {
      expect(placed({ K: { state } }, 'K', startMs + 2 * day)).toEqual({
        type: 'submit',
        requestId: 'K',
        replaces: null,
      });
    }
    expect(placed({ K: declined }, 'K')).toEqual({ type: 'submit', requestId: 'K', replaces: null });
    expect(placed({ K: { state: 'sending', replaces: 'op_0' } }, 'K')).toMatchObject({ replaces: 'op_0' });
  });

  it('is a new try of what was certainly not carried out', () => {
    expect(placed({ K: busy }, 'K')).toEqual({ type: 'submit', requestId: 'again 2 K', replaces: 'op of K' });
    expect(placed({ K: busy, 'again 2 K': busy }, 'K')).toEqual({
      type: 'submit',
      requestId: 'again 3 K',
      replaces: 'op of again 2 K',
    });
    expect(placed({ K: busy, 'again 2 K': { state: 'sending', replaces: 'op of K' } }, 'K')).toEqual({
      type: 'submit',
      requestId: 'again 2 K',
      replaces: 'op of K',
    });
  });

  it('with another body is left to be refused under the id that has it', () => {
    expect(placed({ K: { ...busy, requestDigest: 'another' } }, 'K')).toEqual({
      type: 'submit',
      requestId: 'K',
      replaces: null,
    });
  });
});

describe('a request without a key', () => {
  const first = `body 1 ${digest}`;
  const second = `body 2 ${digest}`;

  it('is named by its body', () => {
    expect(placed({}, null)).toEqual({ type: 'submit', requestId: first, replaces: null });
    expect(digest).toBe('digest of {"input":{"transId":"C-1"},"kind":"capture"}');
  });

  it('is repeated while the operation is open, however old it is, and for a day after it ended', () => {
    expect(placed({ [first]: { state: 'unknown' } }, null, startMs + 5 * day)).toMatchObject({ type: 'repeated' });
    expect(placed({ [first]: { state: 'succeeded' } }, null, startMs + day - 1)).toMatchObject({
      type: 'repeated',
      record: { requestId: first },
    });
    expect(placed({ [first]: { state: 'succeeded' } }, null, startMs + day)).toEqual({
      type: 'submit',
      requestId: second,
      replaces: null,
    });
  });

  it('is a new try of what was certainly not carried out', () => {
    expect(placed({ [first]: busy }, null)).toEqual({ type: 'submit', requestId: second, replaces: `op of ${first}` });
  });
});

describe('the latest of many tries', () => {
  it.each([0, 1, 2, 3, 4, 5, 7, 8, 9, 31, 100])('of %i is found in a few steps', (length) => {
    const asked: number[] = [];
    const { number, record } = findLatestTry((each) => {
      asked.push(each);
      return each >= 1 && each <= length ? aRecord({ id: String(each) }) : null;
    });
    expect(number).toBe(length);
    expect(record?.id ?? null).toBe(length === 0 ? null : String(length));
    expect(asked.length).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(length + 2)) + 1);
    expect(new Set(asked).size).toBe(asked.length);
  });

  it('is the first where that may not be tried again, or was not', () => {
    const reads = (found: OperationRecord | null) => ({
      byRequest: (_client: string, id: string) =>
        id === 'again 2 request-1' ? found : id === 'request-1' ? first : null,
    });
    const first = aRecord({ ...busy });
    const again = aRecord({ id: 'op_2' });
    expect(lastTry(reads(again), 'client', first).id).toBe('op_2');
    expect(lastTry(reads(null), 'client', first).id).toBe('op_1');
    expect(lastTry(reads(again), 'client', aRecord({ ...declined })).id).toBe('op_1');
    expect(lastTry({ byRequest: () => null }, 'client', first).id).toBe('op_1');
    expect([idOfTry('K', 1), idOfTry('K', 2)]).toEqual(['K', 'again 2 K']);
  });
});

describe('what may be tried again as the very same operation', () => {
  const failed = (code: FailureCode) => mayBeTriedAgain({ failure: { code, message: '' } });

  it('is what was certainly not carried out, for a reason that is not its own', () => {
    const passing: FailureCode[] = [
      'busy',
      'credentials-refused',
      'not-sent-in-time',
      'card-number-gone',
      'payment-token-gone',
      'no-answer',
    ];
    expect(passing.filter(failed)).toEqual(passing);
    expect(failed('declined')).toBe(false);
    expect(failed('cancelled')).toBe(false);
    expect(mayBeTriedAgain({ failure: null })).toBe(false);
  });
});
