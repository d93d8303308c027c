// A gateway that reads names without regard to capitals, and takes the last of two that are one name to it, does what a
// second spelling says: it got round the scope, the sums and the limits, which all look at the name as it is specified.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, type JsonObject, textAt } from '#contract/data/json.ts';
import { Erp, ledgerOf } from '#support/erp.ts';
import { Shop, merchantId } from '#support/shop.ts';

const shop = new Shop();
let till: Erp;
let gatewayHeaders: { readonly [name: string]: string };
beforeAll(async () => {
  // What this shop's gateway takes besides.
  const terminalFields = ['cashierNumber', 'tipAmount', 'x', 'rates'];
  writeFileSync(join(shop.dataDir, 'settings.json'), JSON.stringify({ terminalFields }));
  await shop.open('status,sale,refund');
  const { token } = await shop.addProgram('till', 'sale,refund');
  till = new Erp(shop.bridgeUrl, token);
  const credentials = Buffer.from(`${merchantId}:${token}`).toString('base64');
  gatewayHeaders = { 'content-type': 'application/json', authorization: `Basic ${credentials}` };
});
afterAll(() => shop.close());

const amount = { value: 100, currency: 'EUR' };
const sale = { messageType: 'SALE', posTerminalId: 'T1', amount };
const reverse = { ...sale, messageType: 'REVERSE', traceNr: '000001' };
const offer = { amount };
const changed = { payId: 'unknown-1' };

interface Row {
  readonly what: string;
  readonly kind: string;
  readonly body: JsonObject;
  readonly more: JsonObject;
  readonly field: string;
  readonly words: string;
}

function row(kind: string, body: JsonObject, name: string, value: Json, meant: string): Row {
  return {
    what: `${kind}: ${JSON.stringify(name)}`,
    kind,
    body,
    more: { [name]: value },
    field: name,
    words: `is written ${meant}`,
  };
}

const within = (what: string, kind: string, body: JsonObject, more: JsonObject, field: string, words: string): Row => ({
  what: `${kind}: ${what}`,
  kind,
  body,
  more,
  field,
  words,
});

const unknown = 'is not a field of this command; others that the gateway takes stand in the setting terminalFields';

const rows: readonly Row[] = [
  ...[
    'MessageType',
    'MESSAGETYPE',
    'message_type',
    'message-type',
    'messageType ',
    ' messageType',
    'me\u017F\u017FageType',
  ]
    .concat(['message\u0000Type', 'message\u200BType', 'm\uFF45ssageType', 'me\u00DFageType', 'message.Type'])
    .map((name) => row('cloud-pos', sale, name, 'CREDIT', 'messageType')),
  row('cloud-pos', sale, 'posTerm\u0131nalId', 'T2', 'posTerminalId'),
  row('cloud-pos', sale, 'Amount', { value: 77_700, currency: 'EUR' }, 'amount'),
  row('cloud-pos', sale, 'PosTerminalId', 'T2', 'posTerminalId'),
  row('cloud-pos', sale, 'TransId', 'other', 'transId'),
  row('cloud-pos', sale, 'RefNr', 'other', 'refNr'),
  row('cloud-pos', sale, 'ref_nr', 'other', 'refNr'),
  row('cloud-pos', sale, 'MerchantId', merchantId, 'merchantId'),
  row('cloud-pos', sale, 'Metadata', { a: 1 }, 'metadata'),
  row('cloud-pos', reverse, 'TraceNr', '000009', 'traceNr'),
  row('cloud-pos', reverse, 'ApprovalCode', '1', 'approvalCode'),
  row('create-link', offer, 'Amount', { value: 1, currency: 'EUR' }, 'amount'),
  row('create-link', offer, 'RefNr', 'other', 'refNr'),
  row('create-intent', offer, 'TRANSID', 'other', 'transId'),
  row('reverse', changed, 'Amount', amount, 'amount'),
  row('reverse', changed, 'PayId', 'other', 'payId'),
  row('update-payment', changed, 'pay_id', 'other', 'payId'),
  within(
    'a name inside',
    'cloud-pos',
    sale,
    { credentialOnFile: { type: 'RECURRING', Type: 'UNSCHEDULED' } },
    'credentialOnFile.Type',
    'is written type',
  ),
  within(
    'another merchant',
    'cloud-pos',
    sale,
    { merchantId: 'OTHER' },
    'merchantId',
    'must be the merchant id that this till works for, or be left out',
  ),
  within('a name that nobody knows', 'cloud-pos', sale, { refNo: 'R' }, 'refNo', unknown),
  within(
    'two unknown names',
    'cloud-pos',
    sale,
    { tipMode: 'A', TipMode: 'B' },
    'TipMode',
    'is the same name as tipMode, written in another way',
  ),
  within(
    'two unknown names inside',
    'create-link',
    offer,
    { order: [{ tip: 1, Tip: 2 }] },
    'order.0.Tip',
    'is the same name as tip, written in another way',
  ),
];

const addresses: { readonly [kind: string]: string | undefined } = {
  'cloud-pos': '/api/v2/cloudpos',
  'create-link': '/api/v2/payments/links',
  'create-intent': '/api/v2/payment-intents',
};

describe('a name in another spelling is refused, and says which was meant', () => {
  it.each(rows)('$what', async ({ kind, body, more, field, words }) => {
    const transId = kind === 'update-payment' ? {} : { transId: 'attack-1' };
    const native = await till.post(`/v1/operations/${kind}?wait=30`, { ...transId, ...body, ...more }, 'attack-1');
    expect(native).toMatchObject({ status: 400, body: { code: 'invalid-input' } });
    expect((native.body['errors'] as JsonObject)[field]).toEqual([words]);

    const address = addresses[kind];
    if (address === undefined) return;
    const text = JSON.stringify({ ...transId, ...body, ...more });
    const response = await fetch(`${shop.bridgeUrl}${address}`, {
      method: 'POST',
      headers: gatewayHeaders,
      body: text,
    });
    const dropIn = { status: response.status, body: (await response.json()) as JsonObject };
    expect(dropIn.status).toBe(400);
    expect((dropIn.body['errors'] as JsonObject)[field]).toEqual([words]);
  });

  it('nothing of it reached the gateway', async () => {
    const { executions } = await ledgerOf(shop.sandboxUrl);
    expect(executions).toEqual([]);
  });
});

describe('innocent names pass', () => {
  it.each<[string, JsonObject]>([
    ['a field that is not typed here', { cashierNumber: '7', tipAmount: 0, x: { Amount: 1, RefNr: 'a' } }],
    ['the merchant id of the shop', { merchantId }],
    ["the caller's own pairs", { metadata: { Amount: 1, amount: 2, MessageType: 'x', messageType: 'y' } }],
    ['numbers as names', { rates: { '1.9': 1, '19': 2 } }],
  ])('%s', async (what, more) => {
    const reply = await till.post(
      '/v1/operations/cloud-pos?wait=60',
      { transId: `fine ${what}`.slice(0, 64), ...sale, ...more },
      `fine-${what.length}`,
    );
    expect(textAt(reply.body, 'state')).toBe('succeeded');
  });
});
