// What counts as one address where attempts are counted: the network of IPv6 that one computer has to itself.
import { expect, test } from 'vitest';
import { addressKey } from '#office/people/attempts.ts';

const isOne = (one: string, other: string) => addressKey('join', one) === addressKey('join', other);

test.each([
  ['192.0.2.7', '::ffff:192.0.2.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff:1:2:3'],
  ['2001:db8::1', '2001:db8::2'],
  ['fe80::1', 'fe80::2'],
])('%s and %s are one address', (one, other) => {
  expect(isOne(one, other)).toBe(true);
});

test.each([
  ['192.0.2.7', '192.0.2.8'],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.8'],
  ['2001:db8:1:2::1', '2001:db8:1:3::1'],
  ['2001:db8::1', '2001:db8:1::1'],
  ['192.0.2.7', 'unknown'],
])('%s and %s are two', (one, other) => {
  expect(isOne(one, other)).toBe(false);
});

test('attempts to join are none to sign in', () => {
  expect(addressKey('join', '192.0.2.7')).not.toBe(addressKey('address', '192.0.2.7'));
});
