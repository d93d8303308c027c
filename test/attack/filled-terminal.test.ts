// A program that may sell, and sends more to one terminal than it can carry out. Callers take turns there: another
// program's sale, or the cashier's, stands behind the command that runs and not behind all that wait.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Erp, ledgerOf } from '#support/erp.ts';
import { Shop, sale } from '#support/shop.ts';

const shop = new Shop({ terminalDelayMs: 500 });
let filling: Erp;

beforeAll(async () => {
  await shop.open();
  filling = new Erp(shop.bridgeUrl, (await shop.addProgram('Filler', 'sale,status')).token);
});
afterAll(() => shop.close());

it('keeps no other one from it', async () => {
  const at = { posTerminalId: 'T1' };
  const ids = Array.from({ length: 20 }, (_, index) => `fill-${index}`);
  const filled = await Promise.all(ids.map((id) => filling.operate('cloud-pos', sale(id, 100, at), id, 0)));
  expect(await shop.erp.operate('cloud-pos', sale('mine', 1_000, at), 'mine', 30)).toMatchObject({
    state: 'succeeded',
  });
  await Promise.all(filled.map(({ id }) => filling.operation(id, 60)));
  const { executions } = await ledgerOf(shop.sandboxUrl);
  // In the order of acceptance it would be the last one.
  expect(executions.map(({ transId }) => transId).slice(0, -1)).toContain('mine');
});
