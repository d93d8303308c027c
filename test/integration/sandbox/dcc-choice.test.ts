// A choice of currency at the sandbox's terminals: in the fields that the panel names, for a quote that it gave.
import { describe, expect, test } from 'vitest';
import { readOffer } from '#contract/operation/dcc-offer.ts';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import { startGateway } from './gateway.ts';

const amount = { value: 10_000, currency: 'EUR' };

async function aGateway() {
  const gateway = await startGateway();
  const panel = async (body: object) => (await gateway.send('POST', '/_sandbox/dcc', { body })).status;
  const terminal = (body: object) => gateway.fate('POST', '/_sandbox/terminals/T1', { body });
  await terminal({ bin: '424242' });
  const quote = async () =>
    (await gateway.send('POST', '/api/v2/services/dcc/quote', { body: { bin: '424242', amount } }))
      .body as unknown as JsonObject;
  const sale = (transId: string, rest: JsonObject) =>
    gateway.send('POST', '/api/v2/cloudpos', {
      body: { messageType: 'SALE', transId, posTerminalId: 'T1', amount, ...rest },
    });
  return { gateway, panel, terminal, quote, sale };
}

const named = { quoteIdField: 'dcc.quote', currencyField: 'dcc.currency' };
const idOf = (body: JsonObject): string => textAt(body, 'dccInfo.dccRequestId') ?? '';

describe('a sale that names a quote', () => {
  test('is charged in the currency of the card and counted in the shop’s', async () => {
    const { gateway, panel, quote, sale } = await aGateway();
    expect(await panel(named)).toBe(200);
    const answer = await sale('S-1', { dcc: { quote: idOf(await quote()), currency: 'USD' } });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ transaction: { amount: { value: 11_176, currency: 'USD' } } });
    expect(answer.text).toContain('Charged     111.76 USD');
    const [payment] = (await gateway.ledger()).payments;
    expect(payment).toMatchObject({ currency: 'EUR', captured: 10_000 });
  });

  test('with the currency of the shop is charged in it', async () => {
    const { panel, quote, sale } = await aGateway();
    await panel(named);
    const answer = await sale('S-1', { dcc: { quote: idOf(await quote()), currency: 'EUR' } });
    expect(answer.status).toBe(200);
    expect(answer.body).not.toHaveProperty('transaction');
  });

  test('is declined where the quote does not bear it', async () => {
    const { gateway, panel, terminal, quote, sale } = await aGateway();
    await panel({ ...named, quoteSeconds: 60 });
    const codes: unknown[] = [];
    const declined = async (transId: string, rest: JsonObject) =>
      codes.push((await sale(transId, rest)).body.responseCode);
    const first = idOf(await quote());
    await declined('S-1', { dcc: { quote: 'another', currency: 'USD' } });
    await declined('S-2', { dcc: { quote: first, currency: 'GBP' } });
    await declined('S-3', { dcc: { quote: first, currency: 'USD' }, amount: { ...amount, value: 1 } });
    await terminal({ bin: '400008' });
    await declined('S-4', { dcc: { quote: first, currency: 'USD' } });
    await terminal({ bin: '424242' });
    await gateway.advance(60_000);
    await declined('S-5', { dcc: { quote: first, currency: 'USD' } });
    const second = { dcc: { quote: idOf(await quote()), currency: 'USD' } };
    expect((await sale('S-6', second)).status).toBe(200);
    await declined('S-7', second);
    expect(codes).toEqual(['22060501', '22060503', '22060503', '22060504', '22060502', '22060501']);
  });

  test('is an ordinary sale while no fields are named', async () => {
    const { quote, sale } = await aGateway();
    const answer = await sale('S-1', { dcc: { quote: idOf(await quote()), currency: 'USD' } });
    expect(answer.status).toBe(200);
    expect(answer.body).not.toHaveProperty('transaction');
  });
});

describe('an odd quote', () => {
  test.each([
    ['not-available', 'not-available'],
    ['wrong-amount', 'amounts'],
    ['wrong-rate', 'direction'],
    ['other-amount', 'other-amount'],
  ])('%s is no offer, once', async (next, why) => {
    const { panel, quote } = await aGateway();
    await panel({ next });
    expect(readOffer(amount, await quote())).toEqual({ type: 'no-offer', why });
    expect(readOffer(amount, await quote()).type).toBe('offer');
  });

  test('may be over at once, or not say who offers', async () => {
    const { panel, quote, sale } = await aGateway();
    await panel({ ...named, next: 'expired' });
    const answer = await sale('S-1', { dcc: { quote: idOf(await quote()), currency: 'USD' } });
    expect(answer.body.responseCode).toBe('22060502');
    await panel({ next: 'no-provider' });
    expect((await quote())['dccInfo']).not.toHaveProperty('provider');
  });

  test('that the panel does not know is refused', async () => {
    const { panel } = await aGateway();
    expect(await panel({ next: 'better' })).toBe(400);
    expect(await panel({ quoteSeconds: 0 })).toBe(400);
  });
});
