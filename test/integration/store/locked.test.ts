// Another program (a backup, an editor of databases) keeps the database locked for longer than anybody can wait. What was
// begun waits, nothing new is taken, and when the lock is gone the till goes on by itself.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { GatewayAnswer } from '#core/ports/gateway.ts';
import { verifyDatabase } from '#store/integrity/verify.ts';
import { answered, json } from '#support/records.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import { aTill, amountOf, ok } from '#support/till.ts';

const holder = `
  const { DatabaseSync } = require('node:sqlite');
  const db = new DatabaseSync(process.argv[1]);
  db.exec('BEGIN IMMEDIATE');
  console.log('held');
  process.stdin.once('data', () => { db.exec('ROLLBACK'); process.exit(0); });
`;

/** A second process that holds the lock until it is told to let go. */
async function locked(dataDir: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', holder, join(dataDir, 'tillbridge.db')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(createInterface({ input: child.stdout }), 'line');
  return child;
}

it('a lock of another program stops what is new, loses nothing, and ends', async () => {
  const dataDir = aFolder();
  const folder = opened(dataDir, { lockPatienceMs: 20 });
  const answer = Promise.withResolvers<GatewayAnswer>();
  const notFound = answered(404, json({ title: 'not found' }));
  const till = await aTill({ folder, answer: ({ method }) => (method === 'GET' ? notFound : answer.promise) });
  const capture = { payId: 'P1', transId: 'C-1', amount: amountOf(500) };
  const { id } = await till.submit('capture', capture);
  expect(till.operation(id).state).toBe('sending');

  const other = await locked(dataDir);
  // It was carried out, and nobody but this process knows.
  answer.resolve(ok({ status: 'OK' }));
  await vi.waitFor(() => expect(till.store.blocked()).toContain('another program'), 20_000);
  const refused = await till.engine.submit({
    kind: 'capture',
    input: { ...capture, transId: 'C-2' },
    requestId: 'second',
    origin: { type: 'erp', clientId: 'client' },
  });
  expect(refused).toMatchObject({ type: 'refused', refusal: { code: 'storage-failed' } });
  expect(refused).not.toMatchObject({ refusal: { detail: expect.stringContaining('started again') as string } });
  expect(till.store.failure()).toBeNull();
  expect(till.operation(id).state).toBe('sending');

  other.stdin?.write('let go');
  await vi.waitFor(() => expect(till.operation(id).state).toBe('succeeded'), 20_000);
  expect(till.store.blocked()).toBeNull();
  await till.submit('capture', { ...capture, transId: 'C-2' }, 'second');
  expect(till.posts().map(({ transId }) => transId)).toEqual(['C-1', 'C-2']);
  folder.close();
  expect(verifyDatabase(dataDir).ok).toBe(true);
});
