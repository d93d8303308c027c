// Another program that has the database open (a backup, a curious person with a tool) may hold its write lock for a
// while. Nothing was done yet, so the bridge waits; but meanwhile it must answer, and it must not give up.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import { Workbench } from '#support/processes.ts';
import { startGateway } from './gateway.ts';
import { KilledTill } from './till.ts';

const bench = new Workbench();
afterAll(() => bench.close());

it('a lock of another program delays what is to be written; everything else is answered meanwhile', async () => {
  const gateway = await startGateway(bench);
  const till = new KilledTill(bench, bench.folder(), gateway.url);
  await till.makeTokens();
  await till.start();
  const payId = await gateway.make('SALE');
  const other = new DatabaseSync(join(till.dataDir, 'tillbridge.db'), { timeout: 60_000 });
  bench.onClose(() => other.close());
  other.exec('BEGIN IMMEDIATE');

  const input = { payId, transId: 'locked', amount: { value: 100, currency: 'EUR' } };
  let answered = false;
  const given = till
    .erp()
    .post('/v1/operations/refund?wait=30', input, 'locked')
    .finally(() => {
      answered = true;
    });
  // So many that a bridge which stands still in between could not answer them before it gives up.
  for (let question = 0; question < 50; question += 1) {
    const { status, body } = await till.erp().get('/v1/status');
    expect({ status, accepting: body['accepting'] }).toEqual({ status: 200, accepting: true });
  }
  expect(answered).toBe(false);
  other.exec('ROLLBACK');
  const { status, body } = await given;
  expect({ status, state: body['state'] }).toEqual({ status: 200, state: 'succeeded' });
});
