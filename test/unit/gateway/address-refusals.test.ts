// What is said of a root address that is refused, by which error, and what cannot be smuggled past the rules.
import { describe, expect, it } from 'vitest';
import { InsecureAddress, InvalidAddress, checkRootAddress, isLoopbackIp, targetOf } from '#gateway/root-address.ts';

describe('a root address that is refused', () => {
  it.each([
    ['gateway', 'The gateway address is not a URL.'],
    ['ftp://gateway.example', 'The gateway address must begin with https://.'],
    ['https://user@gateway.example', 'The gateway address must not contain a user name or password.'],
    ['https://:secret@gateway.example', 'The gateway address must not contain a user name or password.'],
    ['https://@gateway.example', 'The gateway address must not contain a user name or password.'],
    [' https://:@gateway.example', 'The gateway address must not contain a user name or password.'],
    ['https:\\\\:@gateway.example', 'The gateway address must not contain a user name or password.'],
    ['https://gateway.example?', 'The gateway address must not contain a query or fragment.'],
    ['https://gateway.example#', 'The gateway address must not contain a query or fragment.'],
  ])('%j: %s', (given, words) => {
    let thrown: unknown;
    try {
      checkRootAddress(given);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(InvalidAddress);
    expect(thrown).not.toBeInstanceOf(InsecureAddress);
    expect(thrown).toMatchObject({ message: words, name: 'InvalidAddress' });
  });

  it('for plain http has an error of its own', () => {
    expect(() => checkRootAddress('http://gateway.example')).toThrow(
      expect.objectContaining({
        name: 'InsecureAddress',
        message: 'Plain http is allowed to this machine only (127.0.0.0/8, ::1, localhost): use https.',
      }),
    );
  });
});

describe('a root address that is taken', () => {
  it('may have an at sign in its path', () => {
    expect(checkRootAddress('https://gateway.example/a@b')).toBe('https://gateway.example/a@b');
    expect(checkRootAddress('https://gateway.example/http://x@y')).toBe('https://gateway.example/http://x@y');
  });

  it('loses the slashes at its end, each of them', () => {
    expect(checkRootAddress('https://gateway.example/a///')).toBe('https://gateway.example/a');
    expect(checkRootAddress('https://gateway.example/a///api/v2///')).toBe('https://gateway.example/a');
    expect(checkRootAddress('https://gateway.example/a//b')).toBe('https://gateway.example/a//b');
  });

  it('is taken apart, without the brackets of IPv6', () => {
    expect(targetOf('http://[::1]:8080/x')).toEqual({
      secure: false,
      host: '::1',
      port: 8_080,
      authority: '[::1]:8080',
      prefix: '/x',
    });
    expect(targetOf('http://[::1]')).toMatchObject({ host: '::1', port: 80, authority: '[::1]', prefix: '' });
    expect(targetOf('https://gateway.example/')).toMatchObject({ secure: true, port: 443, prefix: '' });
  });
});

it.each([
  ['127.0.0.1', true],
  ['127.255.255.255', true],
  ['128.0.0.1', false],
  ['::1', true],
  ['::2', false],
  ['::ffff:127.0.0.1', true],
  ['localhost', false],
  ['', false],
])('%j is of this machine: %s', (address, local) => {
  expect(isLoopbackIp(address)).toBe(local);
});
