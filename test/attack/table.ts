// An attack is a line in a table: what is sent, what has to be answered, and why that. After each table the bridge must
// serve as if nothing had been.
import { describe, expect, it } from 'vitest';
import type { WireRequest } from '#support/strict-http.ts';
import { type Target, serving, toldBy } from './target.ts';

/** `STATUS code`; a bare status where the request is harmless and is to be answered as such. */
type Expected = string;

export interface Attack {
  readonly what: string;
  /** Why that answer is the right one. */
  readonly why: string;
  /** One for each answer on the connection; behind the last it is closed or in step. */
  readonly expected: Expected | readonly Expected[];
  readonly request?: WireRequest;
  /** Instead of a request; PORT, HOST and tokens are filled in. */
  readonly bytes?: string | Buffer;
  /** More was announced than is sent. */
  readonly unfinished?: true;
}

export function attacks(name: string, target: Target, rows: readonly Attack[]): void {
  describe.each([name])('%s', () => {
    it.each(rows)('$what: $expected ($why)', async ({ request, bytes, expected, unfinished }) => {
      const all = typeof expected === 'string' ? [expected] : expected;
      const method = request?.method ?? 'GET';
      const sent = bytes === undefined ? target.bytes(request ?? { path: '/' }) : whole(target, bytes);
      const answers = await target.strike(sent, {
        count: all.length,
        method,
        ...(unfinished === true ? { unfinished } : {}),
      });
      const told = (answers.length === 0 ? [undefined] : answers).map((answer) => toldBy(answer, method));
      expect(told.map(({ status, code }) => (code === null ? `${status}` : `${status} ${code}`))).toEqual(all);
    });

    it('the bridge serves on, and nothing was moved', async () => {
      expect(await target.canary()).toEqual(serving);
    });
  });
}

function whole(target: Target, bytes: string | Buffer): Buffer {
  return typeof bytes === 'string' ? Buffer.from(target.filled(bytes), 'latin1') : bytes;
}

export const json = ['Content-Type', 'application/json'] as const;
export const bearer = ['Authorization', 'Bearer TOKEN'] as const;

/** A refund that would be carried out if it got through: the gateway takes it without a payment before it. */
export const wanted = JSON.stringify({
  transId: 'attack-1',
  amount: { value: 100, currency: 'EUR' },
  paymentMethods: {
    card: { number: '5555555555554444', cardholderName: 'Sample', expiryDate: '203012', brand: 'mastercard' },
  },
});
export const wantedPath = '/v1/operations/refund-unreferenced?wait=30';
