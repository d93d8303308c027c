// Plain http follows a name to this machine only, even where a hosts file sends it elsewhere.
import { expect, test } from 'vitest';
import { onlyLoopback } from '#gateway/connect.ts';

type Found = { address: string; family: number }[];

function resolve(found: Found, all: boolean, failure: Error | null = null): unknown[] {
  const given: unknown[] = [];
  const lookup = onlyLoopback((_, options, done) => {
    expect(options.all).toBe(true);
    done(failure, found);
  });
  lookup('localhost', { all }, (...answer) => void given.push(...answer));
  return given;
}

const here = { address: '127.0.0.1', family: 4 };
const here6 = { address: '::1', family: 6 };
const elsewhere = { address: '10.0.0.1', family: 4 };

test('addresses of other machines are left out', () => {
  expect(resolve([elsewhere, here6, here], true)).toEqual([null, [here6, here]]);
  expect(resolve([elsewhere, here], false)).toEqual([null, '127.0.0.1', 4]);
});

test('a name that leads elsewhere only leads nowhere', () => {
  expect(resolve([elsewhere], true)[0]).toMatchObject({ code: 'ENOTLOOPBACK' });
  expect(resolve([], false)[0]).toMatchObject({ code: 'ENOTLOOPBACK' });
});

test('a failed look-up stays one', () => {
  const failure = new Error('no');
  expect(resolve([here], true, failure)[0]).toBe(failure);
});
