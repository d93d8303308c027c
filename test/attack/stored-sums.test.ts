// Somebody who may write the database, and has no key of the folder, wants a program to refund more than it may in a
// day: the sum of the day is lowered, or what it is made of. From the outside: a real bridge and sandbox, and SQLite.
import type { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { ledgerOf } from '#support/erp.ts';
import { Shop, sale } from '#support/shop.ts';
import { rawDatabase } from '#support/store-folder.ts';

const limitMinor = 500;

/** A program that has refunded today all that it may. */
async function aProgramAtItsLimit() {
  const shop = new Shop();
  onTestFinished(() => shop.close());
  await shop.open();
  const folder = ['--data-dir', shop.dataDir];
  const { id } = JSON.parse(await shop.run(['token', 'list', ...folder])) as { id: string };
  const rights = ['--scopes', 'status,sale,refund', '--refunds-per-day', String(limitMinor)];
  await shop.run(['token', 'change', ...folder, '--id', id, ...rights]);
  const sold = await shop.erp.operate('cloud-pos', sale('S-1', 5_000), 'sale-1');
  const { payId } = sold.result as { payId: string };
  const refund = (transId: string) => {
    const body = { payId, transId, amount: { value: limitMinor, currency: 'EUR' } };
    return shop.erp.post('/v1/operations/refund?wait=60', body, transId);
  };
  expect(await refund('R-1')).toMatchObject({ status: 200, body: { state: 'succeeded' } });
  expect(await refund('R-2')).toMatchObject({ body: { code: 'refund-limit' } });
  const edit = (attack: (db: DatabaseSync) => void) => {
    const db = rawDatabase(shop.dataDir);
    attack(db);
    db.close();
  };
  const refunds = async () => (await ledgerOf(shop.sandboxUrl)).executions.filter(({ transId }) => transId !== 'S-1');
  return { shop, edit, refund, refunds };
}

const lowered = 'UPDATE refund_days SET sum_minor = 0';
const theRefund = `trans_id = 'R-1'`;

const attacks = [
  ['the sum is lowered', lowered],
  ['the sum is taken away', 'DELETE FROM refund_days'],
  ['the refund is said to have failed', `UPDATE operations SET state = 'failed' WHERE ${theRefund}; ${lowered}`],
  ['the refund is given to somebody else', `UPDATE operations SET refunder = 'other' WHERE ${theRefund}; ${lowered}`],
  ['the refund is of another day', `UPDATE operations SET refund_day = '2000-01-01' WHERE ${theRefund}; ${lowered}`],
  ['the refund is taken away', `DELETE FROM operations WHERE ${theRefund}; ${lowered}`],
] as const;

it.each(attacks)('a limit of the day holds where %s, before a start and beside the bridge', async (_, sql) => {
  const { shop, edit, refund, refunds } = await aProgramAtItsLimit();
  edit((db) => db.exec(sql));
  const refused = { status: 409, body: { code: 'operation-altered' } };
  expect(await refund('R-3')).toMatchObject(refused);
  expect(await shop.program.kill('SIGTERM')).toBe(0);
  await shop.startBridge();
  expect(await refund('R-4')).toMatchObject(refused);
  expect(await refunds()).toHaveLength(1);
  const { alarms } = (await shop.erp.get('/v1/status')).body as { alarms: { code: string }[] };
  expect(alarms.map(({ code }) => code)).toContain('operation-altered');
});

it('a limit of the day holds where a later day is written for it', async () => {
  const { edit, refund, refunds } = await aProgramAtItsLimit();
  edit((db) =>
    db.exec(`INSERT INTO refund_days SELECT environment_id, client_id, '2999-01-01', currency, 0 FROM refund_days`),
  );
  expect(await refund('R-3')).toMatchObject({ body: { code: 'refund-limit' } });
  expect(await refunds()).toHaveLength(1);
});
