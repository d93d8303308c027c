// How many attempts to sign in or to join the office looks at, and what counts as one address. They are counted in the
// database, so that further connections and further office processes give no more of them.
import { isIPv4, isIPv6 } from 'node:net';
import { digestOf } from './secrets.ts';

/** In a quarter of an hour. */
export const mostAttempts = { account: 10, address: 50 } as const;

/** One computer has a whole network of IPv6 addresses (the first 64 bits) to itself. */
export function addressKey(what: 'address' | 'join', address: string): string {
  const plain = address.replace(/^::ffff:/i, '');
  const isAlone = isIPv4(plain) || !isIPv6(plain);
  return `${what}:${digestOf(isAlone ? plain : networkOf(plain))}`;
}

function networkOf(address: string): string {
  const [first = ''] = address.split('::');
  return first.split(':').slice(0, 4).join(':');
}
