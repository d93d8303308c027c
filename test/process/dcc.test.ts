// The choice of a currency over the death of the bridge: card read, quote, SIGKILL, and the sale with the quote. Quote
// and choice are in the journal, so that a quote serves one sale whatever ends in between, and the receipt says what the
// gateway's ledger says.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { textAt, valueAt } from '#contract/data/json.ts';
import { textOf } from '#peripherals/emulator/paper.ts';
import { addFaults, ledgerOf } from '#support/erp.ts';
import { emulatedCounter } from '#support/emulated-counter.ts';
import { Shop, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';

const atTerminal = { quoteIdField: 'dcc.quote', currencyField: 'dcc.currency' };
const minor = 10_000;
const paidInDollars = [
  'Paid in the currency of the card',
  'Original amount: 100.00 EUR',
  'Transaction currency: USD',
  'Amount charged to the card: 111.76 USD',
  'Exchange rate: 1 EUR = 1.11755 USD',
];

async function aCounter() {
  const counter = await emulatedCounter();
  onTestFinished(counter.close);
  const shop = new Shop({ bridgeArgs: [...counter.args] });
  onTestFinished(() => shop.close());
  const settings = {
    dcc: { atTerminal },
    devices: { receipts: { customer: 'always' } },
    timeouts: { terminalSeconds: 3 },
  };
  writeFileSync(join(shop.dataDir, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
  await shop.open();
  for (const [place, body] of [
    ['dcc', atTerminal],
    ['terminals/T1', { bin: '424242', delayMs: 0 }],
    ['terminals/T2', { bin: '424242', delayMs: 0 }],
  ] as const) {
    const url = `${shop.sandboxUrl}/_sandbox/${place}`;
    expect((await fetch(url, { method: 'POST', body: JSON.stringify(body) })).ok).toBe(true);
  }
  /** The card is read at the terminal, and what it would pay in its own currency is asked for; the quote's id. */
  const quoted = async (): Promise<string> => {
    const command = { messageType: 'CARD_READ', transId: 'READ', posTerminalId: 'T1' };
    const read = await shop.erp.operate('cloud-pos', command, 'READ');
    const bin = textAt(read.result, 'paymentMethods.card.bin');
    const quote = await shop.erp.operate('dcc-quote', { bin, amount: { value: minor, currency: 'EUR' } }, 'QUOTE');
    return textAt(quote.result, 'dccInfo.dccRequestId') ?? '';
  };
  const sell = (quote: string, transId: string, change: object = {}, waitSeconds = 30) => {
    const body = sale(transId, minor, { dcc: { quote, currency: 'USD' }, ...change });
    return shop.erp.post(`/v1/operations/cloud-pos?wait=${waitSeconds}`, body, transId);
  };
  const restart = async () => {
    await shop.killBridge();
    await shop.startBridge();
  };
  const lines = () =>
    textOf(counter.paper.paper)
      .split('\n')
      .map((line) => line.trim());
  const payments = async () => (await ledgerOf(shop.sandboxUrl)).payments;
  return { shop, quoted, sell, restart, lines, payments };
}

const served = { status: 422, body: { code: 'dcc-quote-void' } };
const chosen = {
  currency: 'USD',
  local: { value: minor, currency: 'EUR' },
  foreign: { value: 11_176, currency: 'USD' },
};

test('killed between quote and sale: the sale carries the choice, and no other one does', async () => {
  const { quoted, sell, restart, lines, payments } = await aCounter();
  const quote = await quoted();
  await restart();
  const sold = await sell(quote, 'S-1');
  expect(sold).toMatchObject({ status: 200, body: { state: 'succeeded', dcc: { quoteId: quote, ...chosen } } });
  expect(await sell(quote, 'S-2')).toMatchObject(served);
  // A bridge that is killed while it prints asks a person instead.
  await until(async () => (lines().includes('[cut]') ? true : null));
  await restart();
  expect(await sell(quote, 'S-3', { posTerminalId: 'T2' })).toMatchObject(served);
  expect((await sell(quote, 'S-1')).body['id']).toBe(sold.body['id']);

  expect(await payments()).toMatchObject([{ transId: 'S-1', currency: 'EUR', captured: minor }]);
  const begun = lines().indexOf(paidInDollars[0] ?? '');
  expect(lines().slice(begun, begun + paidInDollars.length)).toEqual(paidInDollars);
  // What the terminal was told is what the receipt says.
  expect(valueAt(sold.body, 'result.transaction.amount')).toEqual(chosen.foreign);
});

test('killed while the sale with the quote is on its way: the quote serves no other sale', async () => {
  const { shop, quoted, sell, lines, payments } = await aCounter();
  const quote = await quoted();
  shop.cable.hold('POST /api/v2/cloudpos');
  const lost = sell(quote, 'S-1').catch(() => null);
  await until(async () => (shop.cable.heldUp > 0 ? true : null));
  await shop.killBridge();
  await lost;
  shop.cable.release();
  await shop.startBridge();
  // Also at a terminal that no command holds.
  expect(await sell(quote, 'S-2', { posTerminalId: 'T2' })).toMatchObject(served);
  const { body } = await sell(quote, 'S-1', {}, 0);
  expect(body).toMatchObject({ state: 'unknown', dcc: { quoteId: quote, ...chosen } });
  expect(await payments()).toEqual([]);
  expect(lines()).not.toContain('Transaction currency: USD');
});

test('killed before the answer of a sale that was carried out: found, with its choice, once', async () => {
  const { shop, quoted, sell, lines, payments } = await aCounter();
  const quote = await quoted();
  await addFaults(shop.sandboxUrl, [{ route: 'POST /cloudpos', fault: 'reset-after', times: 1 }]);
  const lost = sell(quote, 'S-1').catch(() => null);
  await until(async () => ((await payments()).length > 0 ? true : null));
  await shop.killBridge();
  await lost;
  await shop.startBridge();
  expect(await sell(quote, 'S-2', { posTerminalId: 'T2' })).toMatchObject(served);
  const found = await until(async () => {
    const { body } = await sell(quote, 'S-1');
    return body['state'] === 'unknown' ? null : body;
  });
  expect(found).toMatchObject({ state: 'succeeded', dcc: { quoteId: quote, ...chosen } });
  expect(await payments()).toMatchObject([{ transId: 'S-1', currency: 'EUR', captured: minor }]);
  // The record that it was found by does not say in which currency the card was charged: nor does a receipt.
  expect(lines()).not.toContain('Amount charged to the card: 111.76 USD');
});
