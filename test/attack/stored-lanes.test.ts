// Somebody who may write the database, and has no key of the folder, wants the same money paid out twice: a refund whose
// outcome is not known is taken out of its payment's lane, so that the payment's sums leave it out and another refund is
// accepted and sent. From the outside: a real bridge and sandbox, and SQLite.
import type { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { addFaults, ledgerOf } from '#support/erp.ts';
import { Shop, sale } from '#support/shop.ts';
import { rawDatabase } from '#support/store-folder.ts';
import { until } from '#support/until.ts';

/** A sale of 50.00, and a refund of all of it that was sent and whose outcome nobody knows. */
async function aRefundInDoubt() {
  const shop = new Shop();
  onTestFinished(() => shop.close());
  await shop.open();
  const sold = await shop.erp.operate('cloud-pos', sale('S-1', 5_000), 'sale-1');
  const { payId } = sold.result as { payId: string };
  const refund = (transId: string) => {
    const input = { payId, transId, amount: { value: 5_000, currency: 'EUR' } };
    return shop.erp.post('/v1/operations/refund', input, transId);
  };
  const lost = ['GET /payments/getByPayId/{id}', 'GET /payments/getByTransId/{id}'];
  await addFaults(shop.sandboxUrl, [
    { route: 'POST /payments/{id}/refunds', fault: 'reset-after' },
    ...lost.map((route) => ({ route, fault: 'status', status: 503 })),
  ]);
  const { body } = await refund('R-1');
  const { id } = body as { id: string };
  await until(async () => ((await shop.erp.operation(id)).state === 'unknown' ? true : null));
  const edit = (attack: (db: DatabaseSync) => void) => {
    const db = rawDatabase(shop.dataDir);
    attack(db);
    db.close();
  };
  const verified = async () => {
    const program = shop.bench.start('main/cli.ts', ['journal', 'verify', '--data-dir', shop.dataDir]);
    return { code: await program.exited(), said: [...program.stdoutLines, program.stderrText].join('\n') };
  };
  const alarms = async () => {
    const { alarms: all } = (await shop.erp.get('/v1/status')).body as { alarms: { code: string; message: string }[] };
    return all.filter(({ code }) => code === 'operation-altered').map(({ message }) => message);
  };
  const refunds = async () =>
    (await ledgerOf(shop.sandboxUrl)).executions
      .filter(({ transId }) => transId !== 'S-1')
      .map(({ transId }) => transId);
  return { shop, id, refund, edit, verified, alarms, refunds };
}

const takenOut = (db: DatabaseSync) => db.exec('DELETE FROM lanes');

it.each([
  ['', ''],
  [' and changed', `UPDATE operations SET revision = revision + 1 WHERE trans_id = 'R-1'`],
  [' and said to have failed', `UPDATE operations SET state = 'failed' WHERE trans_id = 'R-1'`],
  [' and moved to another payment', `UPDATE operations SET pay_id = 'P-other' WHERE trans_id = 'R-1'`],
])('a refund in doubt that was taken out of its lane%s beside the bridge still counts', async (_how, sql) => {
  const { refund, edit, verified, alarms, refunds, id } = await aRefundInDoubt();
  edit((db) => {
    takenOut(db);
    db.exec(sql);
  });
  expect(await verified()).toMatchObject({ code: 1, said: expect.stringContaining(id) });
  expect(await refund('R-2')).toMatchObject({ status: 409, body: { code: 'operation-altered' } });
  expect(await refunds()).not.toContain('R-2');
  expect(await alarms()).toEqual([expect.stringContaining(id)]);
});

it('the same before a start, which puts it back', async () => {
  const { shop, refund, edit, verified, alarms, refunds, id } = await aRefundInDoubt();
  expect(await shop.program.kill('SIGTERM')).toBe(0);
  edit(takenOut);
  await shop.startBridge();
  expect(await refund('R-2')).toMatchObject({ body: { code: 'refund-exceeds-captured' } });
  expect(await refunds()).not.toContain('R-2');
  expect(await alarms()).toEqual([expect.stringContaining(id)]);
  expect(await verified()).toMatchObject({ code: 0 });
});
