// A program that only sends what is refused, as large as it may be: the checks that refuse it take the thread that sales
// need. It is stopped, the others are not, and neither is a shop that imports what is right.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sale } from '#support/shop.ts';
import { Target, serving } from './target.ts';

const target = new Target();
let attacker = '';
let importer = '';

beforeAll(async () => {
  await target.open();
  attacker = await target.newToken('attacker', 'status,sale');
  importer = await target.newToken('importer', 'status,sale');
});
afterAll(() => target.close());

const connections = 10;
/** Far more than one program may have looked into at once. */
const most = 400;
const digits = '4444-4444 '.repeat(6_000);
const hostile = { amount: { value: 'much', currency: 'EUR' }, note: digits };

interface Reply {
  readonly status: number;
  readonly code: string | null;
  readonly retryAfter: string | null;
  readonly bytes: number;
}

async function post(path: string, token: string, key: string, body: object): Promise<Reply> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': key };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(`${target.shop.bridgeUrl}${path}`, init);
  const text = await response.text();
  const code = /"code":"([a-z-]+)"/.exec(text)?.[1] ?? null;
  return { status: response.status, code, retryAfter: response.headers.get('retry-after'), bytes: text.length };
}

describe('refusals of 64 KiB over ten connections', () => {
  it('end in 429 with Retry-After, for that program alone', async () => {
    let sent = 0;
    let stopped: Reply | null = null;
    const looked: number[] = [];
    const attack = async () => {
      while (stopped === null && sent < most) {
        sent += 1;
        const reply = await post('/v1/operations/create-link', attacker, `a-${sent}`, hostile);
        if (reply.status === 429) stopped = reply;
        else looked.push(reply.status);
      }
    };
    await Promise.all(Array.from({ length: connections }, attack));
    expect(stopped).toMatchObject({
      status: 429,
      code: 'too-many-requests',
      retryAfter: expect.stringMatching(/^\d+$/),
    });
    expect(new Set(looked)).toEqual(new Set([400]));
    const { state } = await target.shop.erp.operate('cloud-pos', sale('canary-beside', 100), 'canary-beside');
    expect(state).toBe('succeeded');
  });

  it('the bridge serves on, and nothing was moved', async () => {
    expect(await target.canary()).toEqual(serving);
  });
});

describe('a shop that imports orders', () => {
  it('has each of them taken', async () => {
    let left = 60;
    const taken = new Set<number>();
    const work = async () => {
      while (left > 0) {
        left -= 1;
        const id = `canary-import-${left}`;
        const order = { transId: id, amount: { value: 100, currency: 'EUR' }, note: 'x'.repeat(20_000) };
        taken.add((await post('/v1/operations/create-link', importer, id, order)).status);
      }
    };
    await Promise.all(Array.from({ length: 16 }, work));
    expect([...taken].every((status) => status === 200 || status === 202)).toBe(true);
  });
});

describe('a body of thousands of faults', () => {
  it('is answered with a few of them', async () => {
    const faults = Object.fromEntries(Array.from({ length: 1_500 }, (_, at) => [`n${at}`, '4111111111111111']));
    const key = 'faults';
    const reply = await post('/v1/operations/create-link', target.token, key, {
      ...hostile,
      note: '',
      metadata: faults,
    });
    expect(reply).toMatchObject({ status: 400, code: 'invalid-input' });
    expect(reply.bytes).toBeLessThan(32 * 1_024);
  });
});
