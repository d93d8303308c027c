// Paired programs: who may do what is journalled, their tokens are nowhere, and their last use is noted sparingly.
import { describe, expect, it } from 'vitest';
import { type Client, plainClientOptions } from '#contract/programs/client.ts';
import { verifyDatabase } from '#store/integrity/verify.ts';
import { filesHolding } from '#support/files.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import { transactionBeside } from '#support/transaction-beside.ts';

const client: Client = {
  id: 'c1',
  name: 'ERP',
  scopes: ['status', 'refund'],
  origin: 'https://erp.example',
  options: plainClientOptions,
  createdAt: '2026-01-31T12:00:00.000Z',
  lastUsedAt: null,
  revokedAt: null,
};

const hash = 'ab'.repeat(32);

describe('a client', () => {
  it('is found by the hash of its token and listed, also after a restart', () => {
    const dataDir = aFolder();
    const first = opened(dataDir);
    first.clients.add(client, hash);
    expect(first.clients.byTokenHash(hash)).toEqual(client);
    expect(first.clients.byTokenHash('cd'.repeat(32))).toBeNull();
    first.close();
    expect(opened(dataDir).clients.list()).toEqual([client]);
  });

  it('keeps its token when people give it other scopes and options; the journal says which', () => {
    const dataDir = aFolder();
    const store = opened(dataDir);
    const { clients, journal } = store;
    clients.add(client, hash);
    const change = {
      scopes: ['status'],
      options: { refundsPerDayMinor: 5_000, waitsOffline: true, partialApprovals: false },
    } as const;
    expect(clients.change('c1', change, '2026-02-01T00:00:00.000Z')).toEqual({ ...client, ...change });
    expect(clients.byTokenHash(hash)).toEqual({ ...client, ...change });
    expect(journal.after(0, 100).at(-1)).toMatchObject({ type: 'client-changed', data: { id: 'c1', ...change } });
    clients.revoke('c1', '2026-02-02T00:00:00.000Z');
    expect(clients.change('c1', { ...change, scopes: ['sale'] }, '2026-02-03T00:00:00.000Z')).toBeNull();
    expect(clients.byTokenHash(hash)?.scopes).toEqual(['status']);
    store.close();
  });

  it('stays the same one under a new token, and the one before is unknown at once; the journal holds neither', () => {
    const dataDir = aFolder();
    const store = opened(dataDir);
    const { clients, journal, rights } = store;
    const [renewed, by] = ['ef'.repeat(32), { id: 'p1', name: 'A. Manager', role: 'manager' } as const];
    clients.add(client, hash);
    expect(clients.byTokenHash(hash)).toEqual(client);
    expect(clients.renew('c1', renewed, '2026-02-01T00:00:00.000Z', by, 'r1')).toEqual(client);
    expect([clients.byTokenHash(hash), clients.byTokenHash(renewed), clients.list()]).toEqual([null, client, [client]]);
    const data = { id: 'c1', scopes: ['status', 'refund'], token: 'renewed', by, request: 'r1' };
    expect(journal.after(0, 100).at(-1)).toMatchObject({ type: 'client-changed', data });
    expect(JSON.stringify(journal.after(0, 100))).not.toMatch(new RegExp(`${hash}|${renewed}`));
    expect(rights.problems()).toEqual([]);
    clients.revoke('c1', '2026-02-02T00:00:00.000Z');
    expect(clients.renew('c1', hash, '2026-02-03T00:00:00.000Z')).toBeNull();
    expect(clients.renew('c9', hash, '2026-02-03T00:00:00.000Z')).toBeNull();
    store.close();
    expect(opened(dataDir).clients.byTokenHash(hash)).toBeNull();
    expect(verifyDatabase(dataDir).ok).toBe(true);
  });

  it('is given a scope and loses another, and keeps the rest', () => {
    const { clients } = opened(aFolder());
    clients.add({ ...client, scopes: ['status', 'sale'] }, hash);
    const changed = clients.change('c1', { added: ['dcc', 'sale'], removed: ['status'] }, '2026-02-02T00:00:00.000Z');
    expect(changed?.scopes).toEqual(['sale', 'dcc']);
    expect(clients.byId('c1')).toEqual(changed);
  });

  it('keeps what somebody else changes of it at the same moment', async () => {
    const dataDir = aFolder();
    const { clients, journal } = opened(dataDir);
    clients.add(client, hash);
    const limited = { refundsPerDayMinor: 100, waitsOffline: false, partialApprovals: false };
    await transactionBeside(
      dataDir,
      `BEGIN IMMEDIATE; UPDATE clients SET scopes = '["sale"]', options = '${JSON.stringify(limited)}'`,
    );
    const both = {
      scopes: ['sale'],
      options: { refundsPerDayMinor: 100, waitsOffline: true, partialApprovals: false },
    };
    const changed = clients.change('c1', { options: { waitsOffline: true } }, '2026-02-01T00:00:00.000Z');
    expect(changed).toEqual({ ...client, ...both });
    expect(clients.byId('c1')).toEqual(changed);
    expect(journal.after(0, 100).at(-1)).toMatchObject({ type: 'client-changed', data: both });
  });

  it('is not changed where it is revoked at the same moment, and that is said', async () => {
    const dataDir = aFolder();
    const { clients, journal } = opened(dataDir);
    clients.add(client, hash);
    await transactionBeside(dataDir, `BEGIN IMMEDIATE; UPDATE clients SET revoked_at = '2026-02-01T00:00:00.000Z'`);
    expect(clients.change('c1', { scopes: ['sale'] }, '2026-02-01T00:00:00.000Z')).toBeNull();
    expect(clients.byId('c1')?.scopes).toEqual(client.scopes);
    expect(journal.after(0, 100).map(({ type }) => type)).toEqual(['client-added']);
  });

  it('that a command adds or revokes beside a live bridge is known to it at once', () => {
    const dataDir = aFolder();
    const bridge = opened(dataDir);
    const command = opened(dataDir, { use: 'command', seal: null });
    command.clients.add(client, hash);
    expect(bridge.clients.byTokenHash(hash)?.revokedAt).toBeNull();
    expect(command.clients.revoke('c1', '2026-02-01T00:00:00.000Z')).toBe(true);
    expect(bridge.clients.byTokenHash(hash)?.revokedAt).toBe('2026-02-01T00:00:00.000Z');
  });

  it('is never taken from memory by the one who wrote, nor by another', () => {
    const dataDir = aFolder();
    const bridge = opened(dataDir);
    const command = opened(dataDir, { use: 'command', seal: null });
    const both = [bridge.clients, command.clients];
    const seen = () => both.map((each) => [each.byTokenHash(hash), each.byId('c1'), each.nameOf('c1'), each.list()]);
    expect(seen()).toEqual([1, 2].map(() => [null, null, null, []]));
    command.clients.add(client, hash);
    expect(seen()).toEqual([1, 2].map(() => [client, client, 'ERP', [client]]));
    const changed = { ...client, scopes: ['status'] as const };
    bridge.clients.change('c1', { scopes: ['status'], options: client.options }, client.createdAt);
    expect(seen()).toEqual([1, 2].map(() => [changed, changed, 'ERP', [changed]]));
    const gone = { ...changed, revokedAt: '2026-02-01T00:00:00.000Z' };
    bridge.clients.revoke('c1', gone.revokedAt);
    expect(seen()).toEqual([1, 2].map(() => [gone, gone, 'ERP', [gone]]));
  });

  it('is journalled with its scopes, without its token or the hash of it', () => {
    const dataDir = aFolder();
    const { clients, journal } = opened(dataDir);
    clients.add(client, hash);
    clients.revoke('c1', '2026-02-01T00:00:00.000Z');
    const data = { id: 'c1', name: 'ERP', scopes: ['status', 'refund'], origin: 'https://erp.example' };
    expect(journal.after(0, 10)).toMatchObject([
      { type: 'client-added', at: client.createdAt, operation: null, data },
      { type: 'client-revoked', at: '2026-02-01T00:00:00.000Z', operation: null, data },
    ]);
    expect(JSON.stringify(journal.after(0, 10))).not.toContain(hash);
    expect(verifyDatabase(dataDir).ok).toBe(true);
  });

  it('is journalled with the person who gave it access, changed it and took it back', () => {
    const { clients, journal } = opened(aFolder());
    const by = { id: 'p1', name: 'A. Manager', role: 'manager' } as const;
    const change = { scopes: ['status'] as Client['scopes'][number][], options: plainClientOptions };
    clients.add(client, hash, by);
    clients.change('c1', change, '2026-02-01T00:00:00.000Z', by);
    clients.revoke('c1', '2026-02-02T00:00:00.000Z', by);
    expect(journal.after(0, 10)).toMatchObject([
      { type: 'client-added', data: { id: 'c1', by } },
      { type: 'client-changed', data: { id: 'c1', scopes: ['status'], by } },
      { type: 'client-revoked', data: { id: 'c1', by } },
    ]);
    clients.add({ ...client, id: 'c2' }, 'cd'.repeat(32));
    expect(journal.after(3, 1)[0]?.data).not.toHaveProperty('by');
  });

  it('is revoked once: later revocations change nothing, unknown ones are said to be unknown', () => {
    const { clients, journal } = opened(aFolder());
    clients.add(client, hash);
    expect(clients.revoke('c1', '2026-02-01T00:00:00.000Z')).toBe(true);
    expect(clients.revoke('c1', '2026-03-01T00:00:00.000Z')).toBe(true);
    expect(clients.revoke('c2', '2026-03-01T00:00:00.000Z')).toBe(false);
    expect(clients.list()[0]?.revokedAt).toBe('2026-02-01T00:00:00.000Z');
    expect(journal.head().seq).toBe(2);
  });

  it('cannot share its token with another; a refused one leaves no record', () => {
    const dataDir = aFolder();
    const { clients, journal } = opened(dataDir);
    clients.add(client, hash);
    expect(() => clients.add({ ...client, id: 'c2' }, hash)).toThrow('UNIQUE');
    expect(clients.list()).toEqual([client]);
    expect(journal.head().seq).toBe(1);
    expect(filesHolding(dataDir, 'c2-secret')).toEqual([]);
  });

  it('has its last use noted, at most once a minute on the disk', async () => {
    const commits: number[] = [];
    const { clients, store } = opened(aFolder(), { onCommit: (works) => commits.push(works) });
    clients.add(client, hash);
    commits.length = 0;
    const used = async (at: string): Promise<string | null> => {
      clients.touch('c1', at);
      await store.transact(() => null);
      return clients.list()[0]?.lastUsedAt ?? null;
    };
    expect(await used('2026-02-01T00:00:00.000Z')).toBe('2026-02-01T00:00:00.000Z');
    expect(await used('2026-02-01T00:00:59.999Z')).toBe('2026-02-01T00:00:00.000Z');
    expect(await used('2026-02-01T00:01:00.000Z')).toBe('2026-02-01T00:01:00.000Z');
    // It shares a commit with what was to be written anyway.
    expect(commits).toEqual([2, 1, 2]);
  });
});
