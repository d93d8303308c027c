// Concurrent callers share a commit, each stands or falls alone, and a failing disk is said once and for good.
import { closeSync, openSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ClientRegistry } from '#core/ports/clients.ts';
import type { Store } from '#core/ports/store.ts';
import { createRequestDigest } from '#store/journal/request-digest.ts';
import { createClients } from '#store/registry/clients.ts';
import { createOperators } from '#store/registry/operators.ts';
import { createCommits } from '#store/database/commits.ts';
import { connectToWrite } from '#store/folder/connect.ts';
import { StorageFailed } from '#store/database/errors.ts';
import { createAppend } from '#store/journal/journal.ts';
import { createBindings } from '#store/operations/operation-binding.ts';
import { migrate } from '#store/schema/migrations.ts';
import { createProofs } from '#store/journal/proofs.ts';
import { createControlBindings } from '#store/operations/control-binding.ts';
import { createPrintJobBindings } from '#store/printing/print-job-binding.ts';
import { createPaymentBindings } from '#store/operations/payment-binding.ts';
import { createRights } from '#store/registry/rights.ts';
import { createSeal } from '#store/database/seal.ts';
import { createTextIndex } from '#store/search/text-index.ts';
import { createStore } from '#store/store.ts';
import { verifyDatabase } from '#store/integrity/verify.ts';
import { startMs } from '#support/records.ts';
import { accept, anAccepted, change, testKey } from '#support/store-data.ts';
import { aFolder, opened, pastTriggers, rawDatabase } from '#support/store-folder.ts';

const outcome = (result: PromiseSettledResult<unknown>): string =>
  result.status === 'fulfilled' ? 'stored' : (result.reason as Error).name;

describe('a commit', () => {
  it('is shared by all who ask in the same turn', async () => {
    const commits: number[] = [];
    const { store } = opened(aFolder(), { onCommit: (works) => commits.push(works) });
    commits.length = 0;
    const names = Array.from({ length: 100 }, (_, index) => String(index));
    await Promise.all(names.map((name) => store.transact((tx) => accept(tx, anAccepted(name)))));
    expect(commits).toEqual([100]);
    expect(store.counts('env').accepted).toBe(100);
  });

  it('is split where very many ask, and keeps their order', async () => {
    const commits: number[] = [];
    const { store } = opened(aFolder(), { onCommit: (works) => commits.push(works) });
    commits.length = 0;
    const seqs = await Promise.all(
      Array.from({ length: 1_200 }, (_, index) => store.transact((tx) => accept(tx, anAccepted(String(index))).seq)),
    );
    expect(commits).toEqual([500, 500, 200]);
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
  });

  it('is told of also where it was made at once, and not where it failed', () => {
    const commits: number[] = [];
    const { meta, operators } = opened(aFolder(), { onCommit: (works) => commits.push(works) });
    commits.length = 0;
    meta.put('a', 'b');
    const broken = { type: 'accepted', operationId: null, atMs: Number.NaN, data: {} } as const;
    expect(() => operators.journal(broken)).toThrow('Invalid time value');
    expect(commits).toEqual([1]);
  });

  it('has happened for everybody else when a promise resolves, and not before', async () => {
    const dataDir = aFolder();
    const { store } = opened(dataDir);
    const seen = (): unknown => rawDatabase(dataDir).prepare('SELECT count(*) AS n FROM operations').get();
    const stored = store.transact((tx) => {
      accept(tx, anAccepted('a'));
      expect(seen()).toEqual({ n: 0 });
    });
    await stored;
    expect(seen()).toEqual({ n: 1 });
  });

  it('goes on without a work that threw; that one is taken back whole', async () => {
    const dataDir = aFolder();
    const { store, journal } = opened(dataDir);
    const results = await Promise.allSettled([
      store.transact((tx) => accept(tx, anAccepted('a'))),
      store.transact((tx) => {
        accept(tx, anAccepted('b'));
        throw new RangeError('the caller changed its mind');
      }),
      store.transact((tx) => accept(tx, anAccepted('c'))),
    ]);
    expect(results.map(outcome)).toEqual(['stored', 'RangeError', 'stored']);
    expect(store.list('env', { limit: 10 }).map((each) => each.id)).toEqual(['op_a', 'op_c']);
    expect(journal.after(0, 10).map((each) => each.operation)).toEqual(['op_a', 'op_c']);
    expect(verifyDatabase(dataDir)).toMatchObject({ ok: true, records: 2 });
  });

  it('takes no asynchronous work, whose rest would run outside of it', async () => {
    const { store } = opened(aFolder());
    const late = store.transact(async (tx) => {
      accept(tx, anAccepted('a'));
      await Promise.resolve();
    });
    await expect(late).rejects.toThrow('must not be asynchronous');
    expect(store.operation('op_a')).toBeNull();
  });

  it('cannot be written through after it is over', async () => {
    const { store } = opened(aFolder());
    const tx = await store.transact((each) => each);
    expect(() => accept(tx, anAccepted('a'))).toThrow('the transaction is over');
    expect(() => tx.journal({ type: 'accepted', operationId: null, atMs: 0, data: {} })).toThrow(
      'the transaction is over',
    );
    expect(store.operation('op_a')).toBeNull();
  });

  it('waits while another program holds the database', async () => {
    const dataDir = aFolder();
    const { store } = opened(dataDir);
    const other = rawDatabase(dataDir);
    // The other one lets go only after the first try has begun to wait: as soon as our turn is over.
    other.exec('BEGIN IMMEDIATE');
    const db = connectToWrite(join(dataDir, 'tillbridge.db'));
    db.exec('PRAGMA busy_timeout = 1');
    onTestFinished(() => db.close());
    const commits = createCommits(db, 'file');
    const queued = commits.queue(() => 'done');
    setImmediate(() => other.exec('COMMIT'));
    await expect(queued).resolves.toBe('done');
    expect(commits.failure()).toBeNull();
    expect(store.failure()).toBeNull();
  });

  it('that another program blocks waits as long as it takes, which is said, and ends with the store', async () => {
    const dataDir = aFolder();
    opened(dataDir);
    const other = rawDatabase(dataDir);
    other.exec('BEGIN IMMEDIATE');
    const db = connectToWrite(join(dataDir, 'tillbridge.db'));
    onTestFinished(() => db.close());
    const commits = createCommits(db, 'file', () => undefined, 0);
    expect(commits.blocked()).toBeNull();
    const queued = commits.queue(() => 'done');
    await vi.waitFor(() => expect(commits.blocked()).toContain('another program keeps it locked'), 8_000);
    expect(commits.failure()).toBeNull();
    other.exec('COMMIT');
    await expect(queued).resolves.toBe('done');
    expect(commits.blocked()).toBeNull();
  });
});

interface Bare {
  readonly store: Store;
  readonly clients: ClientRegistry;
  readonly db: DatabaseSync;
  readonly file: string;
  readonly dataDir: string;
}

/** The store on a connection that the test can hurt. */
function onConnection(): Bare {
  const dataDir = aFolder();
  opened(dataDir).close();
  const file = join(dataDir, 'tillbridge.db');
  const db = connectToWrite(file);
  onTestFinished(() => db.close());
  migrate(db, file);
  const commits = createCommits(db, file);
  const seal = createSeal(testKey);
  const requestDigest = createRequestDigest(seal);
  const append = createAppend(db, requestDigest);
  const bindings = createBindings(db, seal, requestDigest, () => startMs);
  const payments = createPaymentBindings(db, seal, bindings, append);
  const proofs = createProofs(db, seal, append);
  const printing = createPrintJobBindings(db, seal, proofs, bindings.suspect);
  const controls = createControlBindings(db, seal, proofs, bindings.suspect);
  const rights = createRights(db, append, seal);
  const parts = {
    db,
    commits,
    seal,
    append,
    bindings,
    payments,
    printing,
    controls,
    texts: createTextIndex(db, commits),
    operators: createOperators(db, commits, append, rights),
  };
  const store = createStore({ ...parts, followUp: () => undefined });
  return { store, clients: createClients(db, commits, append, rights), db, file, dataDir };
}

describe('a store whose disk fails', () => {
  it('loses no operation that was acknowledged, acknowledges none that is lost, and stays failed', async () => {
    const { store, db, file, dataDir } = onConnection();
    const pages = Number(db.prepare('PRAGMA page_count').get()?.['page_count']);
    db.exec(`PRAGMA max_page_count = ${pages + 20}`);
    const large = { input: { note: 'x'.repeat(3_000) } };
    const acknowledged: string[] = [];
    const errors: unknown[] = [];
    for (let round = 0; errors.length === 0; round += 1) {
      const names = [`${round}a`, `${round}b`, `${round}c`];
      const results = await Promise.allSettled(
        names.map((name) => store.transact((tx) => accept(tx, anAccepted(name, large)))),
      );
      results.forEach((result, index) => {
        if (result.status === 'fulfilled') acknowledged.push(`op_${names[index]!}`);
        else errors.push(result.reason);
      });
    }
    // All of the batch went together: nobody was told "stored" beside somebody who was told "failed".
    expect(errors).toHaveLength(3);
    expect(errors.every((error) => error instanceof StorageFailed)).toBe(true);
    expect(store.failure()).toContain('the disk is full');
    expect(store.failure()).toContain(file);

    // Room again: it is still not tried, since nobody knows what the disk holds.
    db.exec('PRAGMA max_page_count = 1000000');
    await expect(store.transact(() => 1)).rejects.toThrow(StorageFailed);

    const after = opened(dataDir).store;
    const kept = after.list('env', { limit: 1_000 }).map((each) => each.id);
    expect(kept).toEqual(acknowledged);
    expect(verifyDatabase(dataDir)).toMatchObject({ ok: true, records: acknowledged.length });
  });

  it('says so when the file became read-only', async () => {
    const { store, db } = onConnection();
    db.exec('PRAGMA query_only = ON');
    await expect(store.transact((tx) => accept(tx, anAccepted('a')))).rejects.toThrow(StorageFailed);
    expect(store.failure()).toContain('read-only');
  });

  it('says so when the file was damaged under it, and fails what had been queued as well', async () => {
    const { store, db, file } = onConnection();
    db.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA cache_size = 0');
    truncateSync(file, 8_192);
    const results = await Promise.allSettled([
      store.transact((tx) => accept(tx, anAccepted('a'))),
      store.transact((tx) => accept(tx, anAccepted('b'))),
    ]);
    expect(results.map(outcome)).toEqual(['StorageFailed', 'StorageFailed']);
    expect(store.failure()).toMatch(/damaged|reading or writing the disk failed/);
  });
});

/** Writes over every page but the first, as a disk would that lost them, and makes SQLite read them again. */
function hurt({ db, file }: Bare): void {
  db.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA cache_size = 0');
  const handle = openSync(file, 'r+');
  const size = statSync(file).size;
  writeSync(handle, Buffer.alloc(size - 4_096, 0xa5), 0, size - 4_096, 4_096);
  closeSync(handle);
}

const reads: readonly (readonly [string, (bare: Bare) => unknown])[] = [
  ['an operation', ({ store }) => store.operation('op_a')],
  ['a request', ({ store }) => store.byRequest('client-1', 'request-a')],
  ['a list', ({ store }) => store.list('env', { limit: 10 })],
  ['what is due', ({ store }) => store.runnable('env', startMs, 10)],
  ['when the next is due', ({ store }) => store.nextDue('env', true)],
  ['the counts', ({ store }) => store.counts('env')],
  ['a payment', ({ store }) => store.payment('env', 'P1')],
  ['a search', ({ store }) => store.search('env', { limit: 10 })],
  ['a token', ({ clients }) => clients.byTokenHash('ab'.repeat(32))],
  ['the clients', ({ clients }) => clients.list()],
];

describe('a read that meets damage', () => {
  it.each(reads)('of %s says so and fails the store for good, so that nothing more is sent', async (_what, read) => {
    const bare = onConnection();
    await bare.store.transact((tx) => accept(tx, anAccepted('a')));
    expect(bare.store.failure()).toBeNull();
    hurt(bare);
    expect(() => read(bare)).toThrow(StorageFailed);
    expect(bare.store.failure()).toContain(`${bare.file}: the file is damaged`);
    await expect(bare.store.transact(() => 1)).rejects.toThrow(StorageFailed);
  });

  it('of the journal or of a small fact does so too', async () => {
    const dataDir = aFolder();
    const folder = opened(dataDir);
    await folder.store.transact((tx) => accept(tx, anAccepted('a')));
    folder.close();
    const again = opened(dataDir);
    const file = join(dataDir, 'tillbridge.db');
    rawDatabase(dataDir).exec('PRAGMA wal_checkpoint(TRUNCATE)');
    truncateSync(file, 4_096);
    expect(() => again.journal.after(0, 10)).toThrow(StorageFailed);
    expect(again.store.failure()).toContain(file);
  });

  it('whose content was changed where SQLite cannot see it is not believed, and the others go on', async () => {
    const { store, db } = onConnection();
    await store.transact((tx) => (accept(tx, anAccepted('a')), accept(tx, anAccepted('b'))));
    db.exec(`UPDATE operations SET sealed = zeroblob(length(sealed)) WHERE id = 'op_a'`);
    expect(store.operation('op_a')).toBeNull();
    expect(() => store.refuseAltered('op_a')).toThrow('was changed or taken away');
    expect(store.operation('op_b')).toMatchObject({ id: 'op_b' });
    expect(store.failure()).toBeNull();
  });

  it('within a commit fails all of that commit', async () => {
    const bare = onConnection();
    await bare.store.transact((tx) => accept(tx, anAccepted('a')));
    hurt(bare);
    const results = await Promise.allSettled([
      bare.store.transact(() => 'nothing read'),
      bare.store.transact((tx) => tx.operation('op_a')),
    ]);
    expect(results.map(outcome)).toEqual(['StorageFailed', 'StorageFailed']);
  });

  it('does not keep the folder from being closed, and the next start looks at all of it', async () => {
    const dataDir = aFolder();
    const folder = opened(dataDir);
    await folder.store.transact((tx) => (accept(tx, anAccepted('a')), change(tx, 'op_a', {})));
    const other = rawDatabase(dataDir);
    pastTriggers(other, () => other.exec(`UPDATE journal SET data = '{' WHERE type = 'changed'`));
    other.close();
    expect(() => folder.journal.after(0, 10)).toThrow(StorageFailed);
    folder.close();
    expect(opened(dataDir).endedCleanly).toBe(false);
  });
});

it('closing commits what is queued and refuses what comes later', async () => {
  const dataDir = aFolder();
  const folder = opened(dataDir);
  const queued = folder.store.transact((tx) => accept(tx, anAccepted('a')));
  folder.close();
  await expect(queued).resolves.toMatchObject({ free: true });
  await expect(folder.store.transact(() => 1)).rejects.toThrow('is closed');
  expect(opened(dataDir).store.operation('op_a')?.state).toBe('accepted');
});
