// Making clients and tokens.
import { describe, expect, it } from 'vitest';
import type { Client } from '#contract/programs/client.ts';
import type { ClientRegistry } from '#core/ports/clients.ts';
import { createClient } from '#loopback/access/new-client.ts';
import { hashToken, newToken } from '#loopback/access/tokens.ts';

function registry() {
  const added: { client: Client; hash: string }[] = [];
  const clients: ClientRegistry = {
    add: (client, hash) => void added.push({ client, hash }),
    byTokenHash: () => null,
    list: () => [],
    byId: () => null,
    nameOf: () => null,
    revoke: () => false,
    change: () => null,
    renew: () => null,
    touch: () => {},
  };
  return { added, clients };
}

const wish = { name: 'ERP', scopes: ['status', 'refund'], nowIso: '2026-01-31T18:05:00.000Z', newId: () => 'c1' };

describe('a token', () => {
  it('has 256 random bits behind a prefix that can be recognized', () => {
    const { token, hash } = newToken();
    expect(token).toMatch(/^tb_[\w-]{43}$/);
    expect(hash).toBe(hashToken(token));
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(newToken().token).not.toBe(token);
  });
});

describe('a new client', () => {
  it('is stored with the hash of its token, never with the token', () => {
    const { added, clients } = registry();
    const made = createClient(clients, { ...wish, origin: 'https://shop.example:8443' }, newToken());
    if ('problem' in made) throw new Error(made.problem);
    expect(added).toEqual([{ client: made.client, hash: hashToken(made.token) }]);
    expect(made.client).toEqual({
      id: 'c1',
      name: 'ERP',
      scopes: ['status', 'refund'],
      origin: 'https://shop.example:8443',
      options: { refundsPerDayMinor: null, waitsOffline: null, partialApprovals: false },
      createdAt: '2026-01-31T18:05:00.000Z',
      lastUsedAt: null,
      revokedAt: null,
    });
  });

  it('has each scope once', () => {
    const made = createClient(registry().clients, { ...wish, scopes: ['sale', 'sale'] }, newToken());
    expect('client' in made && made.client.scopes).toEqual(['sale']);
  });

  it.each([
    'null',
    '*',
    'shop.example',
    'https://shop.example/',
    'https://shop.example/path',
    'https://shop.example?x',
    'https://user@shop.example',
    'HTTPS://shop.example',
    'https://Shop.example',
    'https://shop.example:443',
    'http://shop.example:80',
    'ftp://shop.example',
    'file:///x',
    'chrome-extension://abc',
    '',
  ])('cannot have the origin %j', (origin) => {
    const { added, clients } = registry();
    expect(createClient(clients, { ...wish, origin }, newToken())).toHaveProperty('problem');
    expect(added).toEqual([]);
  });

  it.each(['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:8080', 'https://xn--mnchen-3ya.example'])(
    'can have the origin %s',
    (origin) => {
      expect(createClient(registry().clients, { ...wish, origin }, newToken())).toHaveProperty('token');
    },
  );

  it.each(['', '  ', 'a\nb', 'a\u0000', 'a\u202Eb', 'x'.repeat(101)])('cannot be called %j', (name) => {
    expect(createClient(registry().clients, { ...wish, name }, newToken())).toHaveProperty('problem');
  });

  it.each([[[]], [['admin']], [['status', '']]])('cannot have the scopes %j', (scopes) => {
    expect(createClient(registry().clients, { ...wish, scopes }, newToken())).toHaveProperty('problem');
  });
});
