// A program's sale with a cardholder's choice of currency, over the loopback API, a whole bridge and the sandbox.
import { expect, it } from 'vitest';
import { settingsSchema } from '#settings/settings.ts';
import { aWholeBridge } from '#support/whole-bridge.ts';
import type { JsonObject } from '#contract/data/json.ts';

const amount = { value: 10_000, currency: 'EUR' };
const named = { quoteIdField: 'dcc.quote', currencyField: 'dcc.currency' };

async function aShop(atTerminal: 'information' | typeof named, terminalFields: readonly string[] = []) {
  const settings = settingsSchema.parse({ terminalFields, dcc: { atTerminal, expiryPaths: ['dccInfo.validUntil'] } });
  const whole = await aWholeBridge({ ports: { settings } });
  const panel = async (place: string, body: object) => {
    const answer = await fetch(`${whole.sandboxUrl}/_sandbox/${place}`, { method: 'POST', body: JSON.stringify(body) });
    expect(answer.ok).toBe(true);
  };
  await panel('dcc', named);
  await panel('terminals/T1', { bin: '424242', delayMs: 0 });
  const erp = whole.program();
  const quote = async () => {
    const { body } = await erp.post('dcc-quote', { bin: '424242', amount }, crypto.randomUUID());
    return ((body['result'] as JsonObject)['dccInfo'] as JsonObject)['dccRequestId'] as string;
  };
  const sale = (transId: string, dcc: JsonObject, value = 10_000) =>
    erp.post(
      'cloud-pos',
      { messageType: 'SALE', transId, posTerminalId: 'T1', amount: { ...amount, value }, dcc },
      transId,
    );
  return { whole, panel, quote, sale };
}

it('is charged in the currency of the card; sums and takings stay in the shop’s', async () => {
  const { whole, quote, sale } = await aShop(named);
  const { status, body } = await sale('S-1', { quote: await quote(), currency: 'USD' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    state: 'succeeded',
    approved: amount,
    dcc: { currency: 'USD', foreign: { value: 11_176, currency: 'USD' }, provider: 'SANDBOX-DCC', markupPercent: '3' },
  });
  expect((await whole.ledger()).payments).toMatchObject([{ transId: 'S-1', currency: 'EUR', captured: 10_000 }]);
});

it('is refused before anything is sent where the quote does not bear it', async () => {
  const { whole, panel, quote, sale } = await aShop(named);
  const other = await sale('S-1', { quote: await quote(), currency: 'USD' }, 9_999);
  await panel('dcc', { next: 'expired' });
  const over = await sale('S-2', { quote: await quote(), currency: 'USD' });
  await panel('dcc', { next: 'wrong-amount' });
  const odd = await sale('S-3', { quote: await quote(), currency: 'USD' });
  const unknown = await sale('S-4', { quote: 'nobody gave it', currency: 'USD' });
  for (const { status, body } of [other, over, odd, unknown]) {
    expect({ status, code: body['code'] }).toEqual({ status: 422, code: 'dcc-quote-void' });
  }
  expect((await whole.ledger()).payments).toEqual([]);
});

it('passes as the program wrote it where the settings name no choice, and the field alone', async () => {
  const { whole, quote, sale } = await aShop('information', ['dcc']);
  const { body } = await sale('S-1', { quote: await quote(), currency: 'EUR' });
  expect(body).toMatchObject({ state: 'succeeded', input: { dcc: { currency: 'EUR' } } });
  expect(body).not.toHaveProperty('dcc');
  expect((await whole.ledger()).payments).toMatchObject([{ transId: 'S-1', captured: 10_000 }]);
});

it('is refused where the settings do not know the field at all', async () => {
  const { whole, quote, sale } = await aShop('information');
  const { status, body } = await sale('S-1', { quote: await quote(), currency: 'EUR' });
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'invalid-input', issues: [{ field: 'dcc', code: 'unknown-field' }] });
  expect((await whole.ledger()).payments).toEqual([]);
});
