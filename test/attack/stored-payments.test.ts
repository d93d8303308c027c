// Somebody who may write the database, and has no key of the folder, wants more back of a payment than was taken of it:
// what is known of the payment is raised, or given to another one. From the outside: a real bridge and sandbox, and SQLite.
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { ledgerOf } from '#support/erp.ts';
import { Shop, sale } from '#support/shop.ts';
import { rawDatabase } from '#support/store-folder.ts';

/** Two sales, of 5.00 and of 900.00. */
async function aShopWithSales() {
  const shop = new Shop();
  onTestFinished(() => shop.close());
  await shop.open();
  const sold = async (transId: string, value: number) => {
    const done = await shop.erp.operate('cloud-pos', sale(transId, value), transId);
    return (done.result as { payId: string }).payId;
  };
  const [small, large] = [await sold('SMALL', 500), await sold('LARGE', 90_000)];
  const refund = (transId: string, value: number, payId = small) => {
    const body = { payId, transId, amount: { value, currency: 'EUR' } };
    return shop.erp.post('/v1/operations/refund?wait=60', body, transId);
  };
  const edit = (attack: (db: DatabaseSync) => void) => {
    const db = rawDatabase(shop.dataDir);
    attack(db);
    db.close();
  };
  const refunds = async () =>
    (await ledgerOf(shop.sandboxUrl)).executions.filter(({ transId }) => transId?.startsWith('R-'));
  const alarms = async () => {
    const { body } = await shop.erp.get('/v1/status');
    return (body as { alarms: { code: string }[] }).alarms.map(({ code }) => code);
  };
  return { shop, small, large, refund, edit, refunds, alarms };
}

const ofSmall = `trans_id = 'SMALL'`;
const raised = 'SET authorised_minor = 50000, captured_minor = 50000';

const attacks = [
  ['what was captured is raised', `UPDATE payments ${raised} WHERE ${ofSmall}`],
  ['the same is said to be of an older program', `UPDATE payments ${raised}, bound = NULL WHERE ${ofSmall}`],
  [
    'the same carries the mark of another payment',
    `UPDATE payments ${raised}, bound = (SELECT bound FROM payments WHERE trans_id = 'LARGE') WHERE ${ofSmall}`,
  ],
  [
    'a larger payment gets its number',
    `UPDATE payments SET pay_id = (SELECT pay_id FROM payments WHERE ${ofSmall}) WHERE trans_id = 'LARGE'`,
  ],
  ['its sums are not known any more', `UPDATE payments SET captured_minor = NULL WHERE ${ofSmall}`],
] as const;

it.each(attacks)('no more goes back than was taken where %s, beside the bridge and over a start', async (_, sql) => {
  const { shop, refund, edit, refunds, alarms } = await aShopWithSales();
  edit((db) => db.exec(sql));
  const refused = { status: 409, body: { code: 'operation-altered' } };
  expect(await refund('R-1', 20_000)).toMatchObject(refused);
  expect(await alarms()).toContain('operation-altered');
  expect(await shop.program.kill('SIGTERM')).toBe(0);
  await shop.startBridge();
  // Seen by the start itself, before anything goes by it.
  expect(await alarms()).toContain('operation-altered');
  expect(await refund('R-2', 20_000)).toMatchObject(refused);
  expect(await refunds()).toEqual([]);
});

it('an older row of a payment that was put back hides no refund and no reversal of this bridge', async () => {
  const { shop, refund, edit, refunds } = await aShopWithSales();
  const reserved = await shop.erp.operate(
    'cloud-pos',
    sale('RESERVED', 700, { messageType: 'AUTHORISATION_OR_RESERVATION' }),
    'RESERVED',
  );
  const { payId } = reserved.result as { payId: string };
  const rows: { sql: string; values: SQLInputValue[] }[] = [];
  edit((db) => {
    const all = db.prepare('SELECT * FROM payments').all() as { [column: string]: SQLInputValue }[];
    for (const { number = null, shown_minor: _, ...rest } of all) {
      const set = Object.keys(rest).map((name) => `${name} = ?`);
      const sql = `UPDATE payments SET ${set.join(', ')} WHERE number = ?`;
      rows.push({ sql, values: [...Object.values(rest), number] });
    }
  });
  expect(rows).toHaveLength(3);
  expect(await refund('R-1', 500)).toMatchObject({ body: { state: 'succeeded' } });
  const reversal = await shop.erp.post('/v1/operations/reverse?wait=60', { payId, transId: 'V-1' }, 'V-1');
  expect(reversal).toMatchObject({ body: { state: 'succeeded' } });
  edit((db) => {
    for (const { sql, values } of rows) db.prepare(sql).run(...values);
  });
  expect(await refund('R-2', 500)).toMatchObject({ body: { code: 'refund-exceeds-captured' } });
  const body = { payId, transId: 'C-1', amount: { value: 700, currency: 'EUR' } };
  const captured = await shop.erp.post('/v1/operations/capture?wait=60', body, 'C-1');
  expect(captured).toMatchObject({ body: { code: 'payment-reversed' } });
  expect(await refunds()).toHaveLength(1);
});

it('a look-up makes nothing of a changed row true, and `journal verify` names it', async () => {
  const { shop, small, refund, edit } = await aShopWithSales();
  edit((db) => db.exec(`UPDATE payments ${raised} WHERE ${ofSmall}`));
  await shop.erp.get(`/v1/payments/${small}?refresh=true`);
  expect(await refund('R-1', 20_000)).toMatchObject({ status: 409, body: { code: 'operation-altered' } });
  await expect(shop.run(['journal', 'verify', '--data-dir', shop.dataDir])).rejects.toThrow(
    `payment ${small} was changed`,
  );
});
