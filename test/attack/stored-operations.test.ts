// Somebody who may write the database, and has no key of the folder, wants a refund paid twice: a done operation is made
// to look as if it waited, or as if it had never been. From the outside: a real bridge and sandbox, and SQLite.
import { expect, it, onTestFinished } from 'vitest';
import type { SQLInputValue } from 'node:sqlite';
import { ledgerOf } from '#support/erp.ts';
import { forgeRecord } from '#support/forged-record.ts';
import { Shop, sale } from '#support/shop.ts';
import { pastTriggers, rawDatabase } from '#support/store-folder.ts';

type Row = Record<string, SQLInputValue>;

/** A refund that waited offline, was paid, and is done; another one after it. */
async function aShopWithARefund() {
  const shop = new Shop();
  onTestFinished(() => shop.close());
  await shop.open();
  const sold = await shop.erp.operate('cloud-pos', sale('S-1', 5_000), 'sale-1');
  const { payId } = sold.result as { payId: string };
  const refund = { payId, transId: 'R-1', amount: { value: 500, currency: 'EUR' } };
  await shop.cable.pullOut();
  const { id } = await shop.erp.operate('refund', refund, 'refund-1', 0);
  const db = rawDatabase(shop.dataDir);
  const older = db.prepare('SELECT * FROM operations WHERE id = ?').get(id) as Row;
  await shop.cable.putIn();
  expect(await shop.erp.operation(id, 60)).toMatchObject({ state: 'succeeded' });
  const pay = (transId: string) => shop.erp.operate('refund', { ...refund, transId }, transId);
  const again = () => shop.erp.post('/v1/operations/refund?wait=60', refund, 'refund-1');
  const paid = async (transId: string) => {
    const { executions } = await ledgerOf(shop.sandboxUrl);
    return executions.filter((each) => each.transId === transId).length;
  };
  const alarms = async () => {
    const { alarms: all } = (await shop.erp.get('/v1/status')).body as { alarms: { code: string; message: string }[] };
    return all.filter(({ code }) => code === 'operation-altered').map(({ message }) => message);
  };
  const verified = async () => {
    const program = shop.bench.start('main/cli.ts', ['journal', 'verify', '--data-dir', shop.dataDir]);
    const code = await program.exited();
    return { code, said: [...program.stdoutLines, program.stderrText].join('\n') };
  };
  const restarted = async (meanwhile: () => void) => {
    expect(await shop.program.kill('SIGTERM')).toBe(0);
    meanwhile();
    await shop.startBridge();
  };
  return { shop, db, id, older, refund, pay, again, paid, alarms, verified, restarted };
}

type Attacked = Awaited<ReturnType<typeof aShopWithARefund>>;

const asIfItWaited = `state = 'accepted', next_at = 0, blocked = 0, send_by = NULL`;
const newKey = `details = json_set(details, '$.key', '${'ab'.repeat(16)}', '$.attempts', json('[]'))`;

function changed(sql: string) {
  return ({ db, id }: Attacked) => void db.prepare(`UPDATE operations SET ${sql} WHERE id = ?`).run(id);
}

function putBack({ db, id, older }: Attacked): void {
  const names = Object.keys(older).filter((name) => name !== 'seq' && name !== 'id');
  const sql = `UPDATE operations SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`;
  db.prepare(sql).run(...names.map((name) => older[name] ?? null), id);
}

const attacks: readonly (readonly [string, (attacked: Attacked) => void])[] = [
  ['set back to waiting', changed(asIfItWaited)],
  ['set back to waiting, under a new key', changed(`${asIfItWaited}, ${newKey}`)],
  ['put back as it was while it waited', putBack],
  ['given another request id', changed(`request_id = 'other'`)],
  ['given to another program', changed(`client_id = 'other'`)],
  ['made cheaper', changed('amount_minor = 100')],
  ['moved to another payment', changed(`pay_id = 'P-other', trans_id = 'R-other'`)],
  ['given another revision', changed('revision = revision + 1')],
  ['given another key', changed(newKey)],
  ['taken away', ({ db, id }) => void db.prepare('DELETE FROM operations WHERE id = ?').run(id)],
  [
    'explained by a record of the attacker',
    (attacked) => {
      changed(asIfItWaited)(attacked);
      forgeRecord(attacked.db, 'looked-up', attacked.id, { state: 'accepted', revision: 9 });
    },
  ],
  [
    'offered for another binding',
    (attacked) => {
      const { db } = attacked;
      changed(`${asIfItWaited}, bound = NULL`)(attacked);
      const records = `type = 'operations-bound' AND json_extract(data, '$.payments') IS NULL`;
      pastTriggers(db, () => db.exec(`DELETE FROM journal WHERE ${records}`));
    },
  ],
];

it.each(attacks)('a refund that is done and was %s is not paid again', async (_, attack) => {
  const attacked = await aShopWithARefund();
  const { pay, again, paid, alarms, verified, restarted, id, shop } = attacked;
  await restarted(() => attack(attacked));
  // Others go on, and by then the bridge has looked at all that waits.
  // What was given back of the payment is not known for certain any more.
  await expect(pay('R-2')).rejects.toThrow('operation-altered');
  expect(await again()).toMatchObject({ status: 409, body: { code: 'operation-altered' } });
  expect(await shop.erp.get(`/v1/operations/${id}`)).toMatchObject({
    status: 409,
    body: { code: 'operation-altered' },
  });
  expect(await paid('R-1')).toBe(1);
  expect(await alarms()).toEqual([expect.stringContaining(id)]);
  expect(await verified()).toMatchObject({ code: 1, said: expect.stringContaining(id) });
});

it('the last operation, taken away with its number, is missed and not accepted anew', async () => {
  const { shop, db, pay, alarms, verified, restarted, refund } = await aShopWithARefund();
  const { id } = await pay('R-2');
  await restarted(() => {
    db.prepare('DELETE FROM operations WHERE id = ?').run(id);
    db.exec(`UPDATE sqlite_sequence SET seq = (SELECT max(seq) FROM operations) WHERE name = 'operations'`);
  });
  expect(await alarms()).toEqual([expect.stringContaining(id)]);
  const again = await shop.erp.post('/v1/operations/refund?wait=60', { ...refund, transId: 'R-2' }, 'R-2');
  expect(again).toMatchObject({ status: 409, body: { code: 'operation-altered', operationId: id } });
  expect((await ledgerOf(shop.sandboxUrl)).executions.filter(({ transId }) => transId === 'R-2')).toHaveLength(1);
  expect(await verified()).toMatchObject({ code: 1, said: expect.stringContaining(id) });
});

it('a copy of a row under another id is no operation', async () => {
  const { db, id, pay, again, paid, alarms, verified, restarted, older } = await aShopWithARefund();
  await restarted(() => {
    const row: Row = { ...older, seq: 1_000, id: 'op_copied', request_id: 'copied', next_at: 0, blocked: 0 };
    const names = Object.keys(row);
    const sql = `INSERT INTO operations (${names.join()}) VALUES (${names.map(() => '?').join()})`;
    db.prepare(sql).run(...names.map((name) => row[name] ?? null));
  });
  // What was given back of the payment is not known for certain any more.
  await expect(pay('R-2')).rejects.toThrow('operation-altered');
  expect(await again()).toMatchObject({ status: 200, body: { id, state: 'succeeded' } });
  expect(await paid('R-1')).toBe(1);
  expect(await alarms()).toEqual([expect.stringContaining('op_copied')]);
  expect(await verified()).toMatchObject({ code: 1, said: expect.stringContaining('op_copied') });
});

it.each(attacks.slice(0, 5))('the same beside the running bridge: %s', async (_, attack) => {
  const attacked = await aShopWithARefund();
  attack(attacked);
  const { pay, again, paid, alarms, id } = attacked;
  // What was given back of the payment is not known for certain any more.
  await expect(pay('R-2')).rejects.toThrow('operation-altered');
  expect(await again()).toMatchObject({ status: 409, body: { code: 'operation-altered' } });
  expect(await paid('R-1')).toBe(1);
  expect(await alarms()).toEqual([expect.stringContaining(id)]);
});
