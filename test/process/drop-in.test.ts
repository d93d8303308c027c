// Software that was written for the gateway runs a shop's day twice: against the bridge, and against a gateway itself.
// Only base address and credentials differ, and so do only ids and times in what it is answered. Then the conformance
// suite, which knows nothing of ours, takes the bridge for a gateway; and a power cut in the middle.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, type JsonObject, isJsonObject } from '#contract/data/json.ts';
import { addFaults, ledgerOf } from '#support/erp.ts';
import { GatewayErp, type GatewayReply, fieldOf } from '#support/gateway-erp.ts';
import { Shop, apiKey } from '#support/shop.ts';
import { until } from '#support/until.ts';
import type { Report } from '../conformance/suite.ts';

const merchantId = 'SHOP-1';
const shop = new Shop({ bridgeArgs: ['--terminal', 'T1'] });
let direct = '';

beforeAll(async () => {
  await shop.open();
  const known = ['--merchant-id', merchantId, '--api-key', apiKey];
  const args = ['--port', '0', ...known, '--terminal-delay-ms', '50'];
  ({ url: direct } = await shop.bench.start('main/sandbox/cli.ts', args).ready());
});

afterAll(() => shop.close());

const eur = (value: number): JsonObject => ({ value, currency: 'EUR' });
const urls = { return: 'https://shop.example/r', cancel: 'https://shop.example/c', webhook: 'https://shop.example/w' };
const directCard = { integrationType: 'DIRECT', type: 'CARD' };

type Note = (what: string, reply: GatewayReply) => GatewayReply;

/** A day of a shop. Every request has a refNr, as software that reconciles sends one. */
async function runDay(api: GatewayErp, note: Note): Promise<void> {
  const terminal = (messageType: string, transId: string, more: JsonObject = {}) =>
    api.post('/cloudpos', {
      messageType,
      transId,
      refNr: `N-${transId}`,
      posTerminalId: 'T1',
      localDateTime: '2026-01-31T18:05:00',
      amount: eur(1000),
      ...more,
    });
  const on = (payId: string, what: string, transId: string, value: number, more: JsonObject = {}) =>
    api.post(
      `/payments/${payId}/${what}`,
      { transId, refNr: `N-${transId}`, amount: eur(value), ...more },
      { key: `K-${transId}` },
    );

  const sold = note('a sale', await terminal('SALE', 'D-1'));
  note('a diagnosis', await terminal('DIAGNOSE', 'D-2', { amount: eur(0) }));
  note('taken back', await terminal('REVERSE', 'D-1', { traceNr: fieldOf(sold, 'traceNr') }));
  const held = note('a reservation', await terminal('AUTHORISATION_OR_RESERVATION', 'D-3'));
  const trace = { traceNr: fieldOf(held, 'traceNr'), approvalCode: fieldOf(held, 'approvalCode') };
  note('captured at the terminal', await terminal('CAPTURE', 'D-3', trace));

  const customerInfo = { firstName: 'Sam', lastName: 'Sample', merchantCustomerId: 'C-7', email: 'sam@shop.example' };
  const made = { transId: 'W-1', refNr: 'N-W-1', amount: eur(3000), captureMethod: { type: 'MANUAL' } };
  const body = { ...made, customerInfo, metadata: { order: 7 }, paymentMethods: directCard };
  const web = note('a payment', await api.post('/payments', body, { key: 'K-W-1' }));
  note('the payment again, under its key', await api.post('/payments', body, { key: 'K-W-1' }));
  const payId = fieldOf(web, 'payId');
  note('more is authorized', await on(payId, 'incrementals', 'W-2', 500));
  note('captured', await on(payId, 'captures', 'W-3', 2000, { order: { invoiceId: 'I-1' } }));
  note('captured again, under its key', await on(payId, 'captures', 'W-3', 2000, { order: { invoiceId: 'I-1' } }));
  note('refunded', await on(payId, 'refunds', 'W-4', 700, { metadata: { why: 'broken' } }));
  note('by payId', await api.get(`/payments/getByPayId/${payId}`));
  note('by transId', await api.get('/payments/getByTransId/W-1'));
  note('an unknown payment', await api.get('/payments/getByTransId/W-0'));
  const update = JSON.stringify({ metadata: { order: 8 } });
  note('updated', await api.send(`/payments/${payId}`, update, { method: 'PATCH' }));
  const declined = { transId: 'W-5', refNr: 'N-W-5', amount: eur(100), paymentMethods: directCard };
  note('declined', await api.post('/payments', { ...declined, simulationMode: '22060101' }, { key: 'K-W-5' }));
  note('captured of nothing', await on('nothing', 'captures', 'W-6', 100));

  const unpaid = { ...made, transId: 'W-7', refNr: 'N-W-7', paymentMethods: directCard };
  const toReverse = note('another payment', await api.post('/payments', unpaid, { key: 'K-W-7' }));
  note('reversed', await api.post(`/payments/${fieldOf(toReverse, 'payId')}/reversals`, { refNr: 'N-W-8' }));
  const wallet = {
    transId: 'W-9',
    refNr: 'N-W-9',
    amount: eur(900),
    paymentMethods: { ...directCard, type: 'PAYPAL' },
  };
  const toConfirm = note('a wallet', await api.post('/payments', wallet, { key: 'K-W-9' }));
  note('confirmed', await on(fieldOf(toConfirm, 'payId'), 'confirms', 'W-10', 900));

  const session = { transId: 'H-1', refNr: 'N-H-1', amount: eur(100), urls };
  note('a session', await api.post('/payments/sessions', session, { key: 'K-H-1' }));
  note('a link', await api.post('/payments/links', { transId: 'H-2', refNr: 'N-H-2', amount: eur(100) }));
  note('an intent', await api.post('/payment-intents', { transId: 'H-3', refNr: 'N-H-3', amount: eur(100) }));
  const account = { number: 'DE89370400440532013000', accountHolderName: 'Sam Sample' };
  const credit = { transId: 'M-1', refNr: 'N-M-1', amount: eur(1), paymentMethods: { directDebit: { account } } };
  note('a credit', await api.post('/payments/refunds', credit));
  note('a country', await api.post('/services/dcc/bin-check', { bin: '411111' }, { key: 'K-B-1' }));
  note('a quote', await api.post('/services/dcc/quote', { bin: '411111', amount: eur(1000) }));

  const customer = fieldOf(web, 'customerInfo.gatewayCustomerId');
  note('customers', await api.get('/customers?merchantCustomerId=C-7'));
  note('a customer', await api.get(`/customers/${customer}`));
  const methods = note('what is stored', await api.get(`/customers/${customer}/paymentMethods`));
  const method = fieldOf({ body: (methods.body['data'] as JsonObject[])[0] ?? {} }, 'id');
  note('a stored method', await api.get(`/customers/${customer}/paymentMethods/${method}`));
  const email = JSON.stringify({ email: 'new@shop.example' });
  note('a changed customer', await api.send(`/customers/${customer}`, email, { method: 'PATCH' }));
  const away = { method: 'DELETE' };
  note('a method less', await api.send(`/customers/${customer}/paymentMethods/${method}`, null, away));
  note('a customer less', await api.send(`/customers/${customer}`, null, away));
}

const ids =
  /^(payId|xId|traceId|traceNr|approvalCode|id|gatewayCustomerId|captureId|dccRequestId|pseudoCardNumber)$|^provider.*(Id|Code)$/;

/** Ids and times are made by the server that answers; everything else must be the same, in the same order. */
function alike(value: Json, name = ''): Json {
  if (Array.isArray(value)) return value.map((each) => alike(each, name));
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, alike(each, key)]));
  if (ids.test(name)) return `an ${name} (${typeof value})`;
  if (typeof value !== 'string') return value;
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return 'a time';
  return value
    .replace(/^http:\/\/127\.0\.0\.1:\d+\/.*/, 'a page')
    .replace(/^(intent-)?[a-z]{32}$/, 'an id')
    .replace(/^Approval +\d+$/, 'an id');
}

async function transcript(api: GatewayErp): Promise<JsonObject[]> {
  const said: JsonObject[] = [];
  await runDay(api, (what, reply) => {
    const { status, headers, text } = reply;
    const body = text === '' ? '' : JSON.stringify(alike(JSON.parse(text) as Json));
    said.push({ what, status, type: headers.get('content-type'), body });
    return reply;
  });
  return said;
}

describe('a day in the gateway’s own language', () => {
  it('is answered by the bridge as by the gateway: statuses, types and bodies, member by member', async () => {
    const bridge = await transcript(new GatewayErp(shop.bridgeUrl, merchantId, shop.token));
    const gateway = await transcript(new GatewayErp(direct, merchantId, apiKey));
    expect(bridge).toEqual(gateway);
    expect(gateway.filter(({ status }) => Number(status) < 300).length).toBeGreaterThan(30);
  });

  it('moves the same money once, and the journal verifies', async () => {
    const told = ({ route, transId, value }: { route: string; transId: string | null; value: number }) =>
      `${route} ${transId} ${value}`;
    const [here, there] = [await ledgerOf(shop.sandboxUrl), await ledgerOf(direct)];
    expect(here.executions.map(told)).toEqual(there.executions.map(told));
    const verdict = await shop.run(['journal', 'verify', '--data-dir', shop.dataDir]);
    expect(JSON.parse(verdict)).toMatchObject({ ok: true });
  });
});

describe('the conformance suite takes the bridge for a gateway', () => {
  async function run(...more: string[]): Promise<Report> {
    const file = join(shop.bench.folder(), 'report.json');
    const args = ['--gateway', shop.bridgeUrl, '--merchant-id', merchantId, '--terminal', 'T1'];
    const program = shop.bench.npm('conformance', [...args, '--decline-code', '22060101', '--report', file, ...more], {
      TILLBRIDGE_API_KEY: shop.token,
    });
    await program.exited();
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  }
  const ending = ({ cases }: Report, outcome: string) =>
    cases.filter((each) => each.outcome === outcome).map(({ id }) => id);

  it('and only what the bridge is there to prevent differs', async () => {
    const card = join(shop.bench.folder(), 'card.json');
    writeFileSync(card, JSON.stringify({ cardholderName: 'Test Card', expiryDate: '203012', brand: 'visa' }));
    const report = await run('--card-data', card);
    // Of several captures the gateway would credit the last: the bridge asks for the one that is meant.
    expect(ending(report, 'differs')).toEqual(['refund.last-capture']);
    expect(ending(report, 'skipped')).toEqual(['transport.https']);
    expect(report.totals.passed).toBe(124);
  });

  it('a card number goes through where it is needed, and nowhere else', async () => {
    const report = await run();
    expect(ending(report, 'differs')).toEqual(['payment.declined']);
    const reasons = report.cases.filter(({ outcome }) => outcome === 'skipped').map(({ because }) => because ?? '');
    expect(reasons.filter((because) => !/card object of a DIRECT payment|plain HTTP/.test(because))).toEqual([]);
    expect(ending(report, 'passed')).toContain('credit.card');
  });
});

describe('a power cut', () => {
  it('between sending and answer: the key repeated is told, and it was done once', async () => {
    const before = new GatewayErp(shop.bridgeUrl, merchantId, shop.token);
    const body = { transId: 'P-1', amount: eur(500), captureMethod: { type: 'MANUAL' }, paymentMethods: directCard };
    const payId = fieldOf(await before.post('/payments', body), 'payId');
    await addFaults(shop.sandboxUrl, [{ route: 'POST /payments/{id}/captures', fault: 'hang-after', times: 1 }]);
    const capture = (api: GatewayErp) =>
      api.post(`/payments/${payId}/captures`, { transId: 'P-2', amount: eur(500) }, { key: 'K-P-2' });
    const lost = capture(before).catch(() => 'no answer');
    const done = async () => {
      const { executions } = await ledgerOf(shop.sandboxUrl);
      return executions.filter(({ transId }) => transId === 'P-2').length;
    };
    await until(async () => ((await done()) === 1 ? true : null));
    await shop.killBridge();
    expect(await lost).toBe('no answer');
    await shop.startBridge();
    const after = new GatewayErp(shop.bridgeUrl, merchantId, shop.token);
    expect(await capture(after)).toMatchObject({ status: 200, body: { payId } });
    expect(await done()).toBe(1);
  });
});
