// What the client may repeat, and what it takes for an answer.
import { describe, expect, it } from 'vitest';
import { Tillbridge, minor, newRequestId } from '#client/index.ts';
import { retryAfterMs } from '#client/line/exchange.ts';
import type { Problem } from '#client/line/errors.ts';
import { isConclusive, meaningOf, pauseMs } from '#client/line/retry.ts';

const problem = (code: string): Problem => ({ type: '', title: '', status: 503, detail: '', code });

describe('the rules of repeating', () => {
  it.each([
    ['too-many-requests', 'nothing-done'],
    ['stopping', 'nothing-done'],
    ['internal-error', 'left-open'],
    ['storage-failed', 'left-open'],
    ['token-revoked', 'left-open'],
    ['offline', 'refused'],
    ['a-code-of-tomorrow', 'refused'],
  ])('takes %s for %s', (code, meaning) => {
    expect(meaningOf(problem(code))).toBe(meaning);
  });

  it('lets a refusal speak for an earlier sending only where the bridge had looked the request id up', () => {
    expect(isConclusive(problem('offline'))).toBe(true);
    expect(isConclusive(problem('refund-exceeds-captured'))).toBe(true);
    expect(isConclusive(problem('token-unknown'))).toBe(false);
    expect(isConclusive(problem('scope-missing'))).toBe(false);
    expect(isConclusive(problem('a-code-of-tomorrow'))).toBe(false);
  });

  it.each(['trans-id-used', 'terminal-held', 'payment-held', 'terminal-resting'])(
    'does not take %s for a proof: the operation behind it may be the same request',
    (code) => {
      expect(isConclusive(problem(code))).toBe(false);
    },
  );

  it('doubles the pause up to a bound, and never pauses less than it was told', () => {
    expect([0, 1, 2, 20].map((attempt) => pauseMs(attempt, 1, null))).toEqual([250, 500, 1_000, 8_000]);
    expect(pauseMs(0, 0, null)).toBe(125);
    expect(pauseMs(0, 0, 3_000)).toBe(3_000);
  });

  it('reads Retry-After as seconds or as a date, and nothing else', () => {
    const read = (text: string) => retryAfterMs(new Headers({ 'retry-after': text }));
    expect(read('2')).toBe(2_000);
    expect(read('Thu, 01 Jan 1970 00:00:00 GMT')).toBe(0);
    expect(read('soon')).toBeNull();
    expect(retryAfterMs(new Headers())).toBeNull();
  });
});

describe('what is refused before anything is sent', () => {
  const secret = `tb_${'x'.repeat(43)}`;

  it.each([
    'http://till.example:7737',
    'https://127.0.0.1:7737',
    'http://127.0.0.1:7737/v1',
    'http://127.0.0.1.example',
  ])('takes no token to %s', (baseUrl) => {
    expect(() => new Tillbridge({ baseUrl, token: secret })).toThrow(/baseUrl must be/);
  });

  it.each(['http://127.0.0.1:7737', 'http://localhost:7737', 'http://[::1]:7737/'])('takes one to %s', (baseUrl) => {
    expect(new Tillbridge({ baseUrl, token: secret })).toBeInstanceOf(Tillbridge);
  });

  it('names no token that cannot be sent, and shows none that can', () => {
    const baseUrl = 'http://127.0.0.1:7737';
    const wrong = () => new Tillbridge({ baseUrl, token: `${secret}\n` });
    expect(wrong).toThrow(TypeError);
    expect(wrong).not.toThrow(secret);
    const bridge = new Tillbridge({ baseUrl, token: secret });
    expect(JSON.stringify(bridge)).not.toContain(secret);
    expect(Object.keys(bridge)).not.toContain('token');
  });

  it('takes whole minor units only', () => {
    expect(minor(1234, 'EUR')).toEqual({ value: 1234, currency: 'EUR' });
    for (const value of [12.34, 0, -5, Number.NaN, 2 ** 60]) expect(() => minor(value, 'EUR')).toThrow(TypeError);
    for (const code of ['eur', 'EURO', '']) expect(() => minor(1, code)).toThrow(TypeError);
  });

  it('makes request ids that a header can carry, and no two alike', () => {
    const ids = Array.from({ length: 200 }, newRequestId);
    expect(new Set(ids).size).toBe(200);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  });
});
