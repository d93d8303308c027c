// A program with a limit for refunds a day, and the ways round it: the same sum again in every currency there is, and
// many at once.
import { data } from 'currency-codes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { textAt } from '#contract/data/json.ts';
import { Erp, ledgerOf } from '#support/erp.ts';
import { Shop } from '#support/shop.ts';

const limit = 1_000;
const shop = new Shop();
let erp: Erp;
beforeAll(async () => {
  await shop.open();
  const { dataDir } = shop;
  const named = ['--data-dir', dataDir, '--name', 'limited'];
  const token = await shop.run(['token', 'create', ...named, '--scopes', 'refund-unreferenced']);
  const list = await shop.run(['token', 'list', '--data-dir', dataDir]);
  const clients = list.split('\n').map((line) => JSON.parse(line) as { readonly id: string; readonly name: string });
  const id = clients.find(({ name }) => name === 'limited')?.id ?? '';
  const limited = ['--id', id, '--scopes', 'refund-unreferenced', '--refunds-per-day', String(limit)];
  await shop.run(['token', 'change', '--data-dir', dataDir, ...limited]);
  erp = new Erp(shop.bridgeUrl, token);
});
afterAll(() => shop.close());

async function refunded(transId: string, currency: string): Promise<string> {
  const card = { number: '5555555555554444', cardholderName: 'Sample', expiryDate: '203012', brand: 'mastercard' };
  const body = { transId, amount: { value: limit, currency }, paymentMethods: { card } };
  const reply = await erp.post('/v1/operations/refund-unreferenced?wait=60', body, transId);
  return textAt(reply.body, 'code') ?? textAt(reply.body, 'state') ?? '';
}

it('a limit of refunds a day is paid out once, and not once more in each currency', async () => {
  const codes = data.map(({ code }) => code).filter((code) => code !== 'EUR');
  const told = new Set<string>();
  for (const currency of codes) told.add(await refunded(`other-${currency}`, currency));
  // A few of the list are no currencies that money is paid in.
  expect([...told].filter((each) => each !== 'invalid-input')).toEqual(['refund-limit']);

  const atOnce = await Promise.all(Array.from({ length: 8 }, (_, each) => refunded(`same-${each}`, 'EUR')));
  expect(atOnce.filter((each) => each === 'succeeded')).toHaveLength(1);
  expect(atOnce.filter((each) => each === 'refund-limit')).toHaveLength(7);
  const { executions } = await ledgerOf(shop.sandboxUrl);
  expect(executions.map(({ value }) => value)).toEqual([limit]);
});
