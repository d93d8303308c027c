// Which root addresses are taken, in which form, and which are refused.
import { expect, test } from 'vitest';
import { checkRootAddress, InsecureAddress, InvalidAddress, targetOf } from '#gateway/root-address.ts';

test.each([
  ['https://gateway.example', 'https://gateway.example'],
  ['https://Gateway.Example:443///', 'https://gateway.example'],
  ['https://gateway.example/api/v2', 'https://gateway.example'],
  ['https://gateway.example/api/v2//', 'https://gateway.example'],
  ['https://gateway.example/shop/api/v2/', 'https://gateway.example/shop'],
  ['https://gateway.example/api/v2x', 'https://gateway.example/api/v2x'],
  ['https://gateway.example:8443/a/b/', 'https://gateway.example:8443/a/b'],
  ['http://localhost:8080/', 'http://localhost:8080'],
  ['http://127.1.2.3:80', 'http://127.1.2.3'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
])('%s is taken as %s', (given, expected) => {
  expect(checkRootAddress(given)).toBe(expected);
  expect(checkRootAddress(expected)).toBe(expected);
});

test.each([
  'http://gateway.example',
  'http://10.0.0.1',
  'http://0.0.0.0',
  'http://128.0.0.1',
  'http://[::2]',
  'http://localhost.example',
  'http://localhost.',
  'http://a.localhost',
  'http://127.0.0.1.example',
  'http://[fe80::1]',
])('%s is insecure', (given) => {
  expect(() => checkRootAddress(given)).toThrow(InsecureAddress);
});

test.each([
  '',
  'gateway.example',
  'ftp://gateway.example',
  'file:///etc/passwd',
  'https://',
  'https://user@gateway.example',
  'https://:canary@gateway.example',
  'https://@gateway.example',
  'https://gateway.example/?canary=1',
  'https://gateway.example?',
  'https://gateway.example/#canary',
  'https://gateway.example#',
  'http://127.0.0.1:canary',
])('%j is refused, and not repeated', (given) => {
  expect(() => checkRootAddress(given)).toThrow(InvalidAddress);
  expect(() => checkRootAddress(given)).not.toThrow(InsecureAddress);
  expect(() => checkRootAddress(given)).not.toThrow(/canary/);
});

test('an address is taken apart for a connection', () => {
  expect(targetOf('https://gateway.example/shop/')).toEqual({
    secure: true,
    host: 'gateway.example',
    port: 443,
    authority: 'gateway.example',
    prefix: '/shop',
  });
  expect(targetOf('http://[::1]:81')).toMatchObject({ secure: false, host: '::1', port: 81, authority: '[::1]:81' });
  expect(targetOf('http://127.0.0.1')).toMatchObject({ port: 80, prefix: '' });
});
