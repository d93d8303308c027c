// When a token is used again, when a new one is fetched, and by how many.
import { expect, test } from 'vitest';
import { createTokenCache, type TokenAnswer, type TokenCache } from '#gateway/token-cache.ts';

interface Bench {
  readonly cache: TokenCache;
  readonly fetchedWith: string[];
  nowMs: number;
  apiKey: string | null;
  next: () => Promise<TokenAnswer>;
}

function bench(lifetimeMs: number | null): Bench {
  const fetchedWith: string[] = [];
  const made: Bench = {
    fetchedWith,
    nowMs: 1_000_000,
    apiKey: 'key-a',
    next: async () => ({ type: 'granted', value: `value-${fetchedWith.length}`, lifetimeMs }),
    cache: createTokenCache({
      apiKey: () => made.apiKey,
      clock: { nowMs: () => made.nowMs },
      fetchToken: (apiKey) => {
        fetchedWith.push(apiKey);
        return made.next();
      },
    }),
  };
  return made;
}

async function valueOf(cache: TokenCache): Promise<string> {
  const token = await cache.current();
  return token.type === 'token' ? token.value : token.type;
}

test.each([
  ['ten minutes', 600_000, 570_000],
  ['twenty seconds', 20_000, 10_000],
  ['an unknown time', null, 270_000],
])('a token for %s is renewed before it ends', async (_, lifetimeMs, usableMs) => {
  const made = bench(lifetimeMs);
  expect(await valueOf(made.cache)).toBe('value-1');
  made.nowMs += usableMs - 1;
  expect(await valueOf(made.cache)).toBe('value-1');
  made.nowMs += 1;
  expect(await valueOf(made.cache)).toBe('value-2');
});

test('the lifetime counts from before the token was asked for', async () => {
  const made = bench(600_000);
  made.next = async () => {
    made.nowMs += 569_999;
    return { type: 'granted', value: 'slow', lifetimeMs: 600_000 };
  };
  expect(await valueOf(made.cache)).toBe('slow');
  made.nowMs += 1;
  await made.cache.current();
  expect(made.fetchedWith).toHaveLength(2);
});

test('another API key gets a token of its own, also while the first is being fetched', async () => {
  const made = bench(600_000);
  const waiting = Promise.withResolvers<TokenAnswer>();
  made.next = () => waiting.promise;
  const first = made.cache.current();
  made.apiKey = 'key-b';
  made.next = async () => ({ type: 'granted', value: 'for-b', lifetimeMs: 600_000 });
  expect(await valueOf(made.cache)).toBe('for-b');
  waiting.resolve({ type: 'granted', value: 'for-a', lifetimeMs: 600_000 });
  expect(await first).toMatchObject({ value: 'for-a' });
  expect(await valueOf(made.cache)).toBe('for-b');
  expect(made.fetchedWith.filter((each) => each === 'key-a')).toHaveLength(1);
  made.apiKey = null;
  expect(await valueOf(made.cache)).toBe('refused');
});

test('a failure is told to all who waited and is not kept', async () => {
  const made = bench(600_000);
  made.next = async () => ({ type: 'unreachable', reason: 'down' });
  const answers = await Promise.all([made.cache.current(), made.cache.current(), made.cache.otherThan(null)]);
  expect(answers.map((each) => each.type)).toEqual(['unreachable', 'unreachable', 'unreachable']);
  expect(made.fetchedWith).toHaveLength(1);
  made.next = async () => ({ type: 'granted', value: 'back', lifetimeMs: null });
  expect(await valueOf(made.cache)).toBe('back');
});

test('a token that the gateway rejected is not used again, even if no other can be had', async () => {
  const made = bench(600_000);
  const first = await made.cache.current();
  const id = first.type === 'token' ? first.id : null;
  made.next = async () => ({ type: 'unreachable', reason: 'down' });
  expect(await made.cache.otherThan(id)).toMatchObject({ type: 'unreachable' });
  expect(await made.cache.current()).toMatchObject({ type: 'unreachable' });
});

test('a request made during a renewal waits for the new token', async () => {
  const made = bench(600_000);
  const first = await made.cache.current();
  const renewal = made.cache.otherThan(first.type === 'token' ? first.id : null);
  expect(await valueOf(made.cache)).toBe('value-2');
  expect(await renewal).toMatchObject({ value: 'value-2' });
  expect(made.fetchedWith).toHaveLength(2);
});
