// That a look-up does not find an operation is proof only where nothing that came from the gateway says that it took it, and
// where the look-up says of the payment, in the gateway's own words, that there is none.
import { describe, expect, it } from 'vitest';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import type { GatewayAnswer, GatewayBody } from '#core/ports/gateway.ts';
import { answered, json } from '#support/records.ts';
import { aTill, amountOf, bodyOf, lost, ok } from '#support/till.ts';

const account = { number: 'DE02120300000000202051', accountHolderName: 'A B' };
const manual = (transId: string) => ({
  transId,
  amount: amountOf(400),
  customerInfo: { email: 'a@shop.example' },
  paymentMethods: { directDebit: { account } },
});
const direct = (transId: string) => ({
  transId,
  amount: amountOf(400),
  paymentMethods: { integrationType: 'DIRECT', type: 'DIRECTDEBIT', directDebit: {} },
});
const kinds = {
  'refund-unreferenced': [manual, 'REFUNDED'],
  'create-payment': [direct, 'OK'],
} as const;
type Kind = keyof typeof kinds;

const notFound = answered(404, json({ type: 'about:blank', title: 'Not Found', status: 404 }));

/** One that a look-up showed before (a positive control), and then the one in question. */
async function afterAControl(kind: Kind, answer: GatewayAnswer, look: GatewayAnswer = notFound) {
  const [input, status] = kinds[kind];
  let control: JsonObject = {};
  const till = await aTill();
  till.gateway.answer = ({ method, path, body }) => {
    if (method !== 'GET') {
      const sent = bodyOf(body);
      if (sent['transId'] === 'X-1') return answer;
      control = { transId: 'C-1', refNr: textAt(sent, 'refNr'), payId: 'P-1', status, amount: amountOf(400) };
      return lost;
    }
    return path.endsWith('/C-1') ? ok(control) : look;
  };
  const first = await till.submit(kind, input('C-1'));
  await till.clock.advance(300_000);
  expect(till.operation(first.id).state).toBe('succeeded');
  const { id } = await till.submit(kind, input('X-1'));
  await till.clock.advance(3_600_000);
  expect(till.posts().filter(({ transId }) => transId === 'X-1')).toHaveLength(1);
  return till.operation(id);
}

const cut: GatewayBody = { type: 'cut' };
const page: GatewayBody = { type: 'unreadable' };

describe.each(['refund-unreferenced', 'create-payment'] as const)('%s that no look-up finds', (kind) => {
  it.each<[string, GatewayAnswer]>([
    ['200 without a body', answered(200)],
    ['201 without a body', answered(201)],
    ['a cut 200', answered(200, cut)],
    ['a page with 200', answered(200, page)],
    ['200 with no word of it', answered(200, json({}))],
    ['409', answered(409, json({ status: 409, title: 'transId already processed' }))],
    ['409 in other words', answered(409, json({ status: 409, title: 'Conflict' }))],
  ])('has not failed after %s: a person decides', async (_, answer) => {
    expect(await afterAControl(kind, answer)).toMatchObject({ state: 'needs-person' });
  });

  it.each<[string, GatewayAnswer]>([
    ['a lost connection', lost],
    ['a server’s error', answered(500, json({ responseCode: '20000001', responseDescription: 'error' }))],
    ['a cut refusal', answered(422, cut)],
  ])('was not executed after %s', async (_, answer) => {
    expect(await afterAControl(kind, answer)).toMatchObject({ state: 'failed', failure: { code: 'not-executed' } });
  });
});

describe('a look-up answered 404', () => {
  it.each<[string, GatewayAnswer]>([
    ['by a page', answered(404, page)],
    ['without a body', answered(404)],
    ['by what is cut', answered(404, cut)],
    ['by a list', answered(404, { type: 'json', value: [] })],
    ['about the merchant', answered(404, json({ title: 'merchant not found', status: 404 }))],
    ['about the merchant, by a code', answered(404, json({ title: 'Not Found', code: 'MERCHANT_NOT_FOUND' }))],
    [
      'about the merchant, in its errors',
      answered(404, json({ title: 'Not Found', errors: { merchantId: ['unknown'] } })),
    ],
    ['about the merchant of a payment', answered(404, json({ detail: 'The merchant of this payment is unknown.' }))],
    ['about a route', answered(404, json({ message: 'no Route matched with those values' }))],
    ['about an address', answered(404, json({ message: 'Cannot GET /api/v2/payments/getByTransId/X-1' }))],
    ['in words that nothing is known of', answered(404, json({ message: 'gone fishing' }))],
  ])('%s proves nothing', async (_, look) => {
    expect(await afterAControl('refund-unreferenced', lost, look)).toMatchObject({ state: 'needs-person' });
  });

  it.each<[string, JsonObject]>([
    ['in the words of HTTP', { title: 'Not Found', status: 404, errors: {} }],
    ['without a word', { status: 404 }],
    ['about the payment', { responseCode: '20400404', responseDescription: 'Payment not found' }],
    ['about the payment, by a code', { code: 'PAYMENT_NOT_FOUND', message: 'No such transaction.' }],
    ['about the transId', { title: 'Not Found', errors: { transId: ['unknown transId'] } }],
    ['about the very transId', { title: 'Not Found', detail: 'There is no payment X-1.' }],
    ['in German', { message: 'Zahlung nicht gefunden' }],
    [
      'by a framework',
      { timestamp: '2026-11-30T01:00:00Z', status: 404, error: 'Not Found', path: '/api/v2/payments' },
    ],
  ])('%s shows that there is none', async (_, body) => {
    expect(await afterAControl('refund-unreferenced', lost, answered(404, json(body)))).toMatchObject({
      state: 'failed',
      failure: { code: 'not-executed' },
    });
  });
});
