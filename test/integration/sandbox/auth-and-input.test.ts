// The two ways to authenticate, the token endpoint, and the 400s: problem details with messages for each field.
import { connect } from 'node:net';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import {
  anyText,
  authorize,
  basic,
  command,
  eur,
  matching,
  startGateway,
  type Answered,
  type Gateway,
} from './gateway.ts';

const credentials = { merchantId: 'SHOP', apiKey: 'key' };
const form = (fields: { [name: string]: string }): string => new URLSearchParams(fields).toString();
const good = { grant_type: 'client_credentials', client_id: 'SHOP', client_secret: 'key' };

async function token(
  gateway: Gateway,
  fields = good,
  contentType = 'application/x-www-form-urlencoded',
): Promise<Answered> {
  const headers = { authorization: '', 'content-type': contentType };
  return gateway.send('POST', '/authorization/oauth/token', { raw: form(fields), headers });
}

async function lookUp(gateway: Gateway, authorization: string): Promise<number> {
  return (await gateway.send('GET', '/api/v2/payments/getByPayId/x', { headers: { authorization } })).status;
}

describe('the token endpoint', () => {
  test.each(['application/x-www-form-urlencoded', 'application/x-www-form-urlencoded; charset=UTF-8'])(
    'gives a bearer token for the merchant id and key (%s)',
    async (contentType) => {
      const gateway = await startGateway(credentials);
      const { status, body } = await token(gateway, good, contentType);
      expect(status).toBe(200);
      expect(body).toEqual({
        access_token: matching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        token_type: 'Bearer',
        expires_in: 600,
      });
      expect(await lookUp(gateway, `Bearer ${body.access_token}`)).toBe(404);
    },
  );

  test.each([
    [400, { ...good, grant_type: 'password' }],
    [400, { grant_type: 'client_credentials', client_id: 'SHOP' } as typeof good],
    [401, { ...good, client_secret: 'wrong' }],
    [401, { ...good, client_id: 'OTHER' }],
  ])('answers %i to %o', async (status, fields) => {
    const gateway = await startGateway(credentials);
    expect(await token(gateway, fields)).toMatchObject({ status, body: { status } });
  });

  test('takes no JSON', async () => {
    const gateway = await startGateway();
    expect((await token(gateway, good, 'application/json')).status).toBe(400);
  });
});

describe('a route under /api/v2', () => {
  test.each([
    ['nothing', ''],
    ['a wrong key', basic('SHOP', 'wrong')],
    ['no key', basic('SHOP', '')],
    ['another scheme', 'Digest SHOP:key'],
    ['a token nobody gave', 'Bearer a.b.c'],
  ])('answers 401 to %s', async (_, authorization) => {
    const gateway = await startGateway(credentials);
    expect(await lookUp(gateway, authorization)).toBe(401);
  });

  test('takes no token whose content was changed', async () => {
    const gateway = await startGateway(credentials);
    const [head, , signature] = (await token(gateway)).body.access_token.split('.');
    const claims = Buffer.from(JSON.stringify({ sub: 'OTHER', exp: 9e9, gen: 0 })).toString('base64url');
    expect(await lookUp(gateway, `Bearer ${head}.${claims}.${signature}`)).toBe(401);
  });

  test('takes a token until it ends', async () => {
    let nowMs = 1_800_000_000_000;
    const gateway = await startGateway({ ...credentials, tokenSeconds: 60, now: () => nowMs });
    const bearer = `Bearer ${(await token(gateway)).body.access_token}`;
    nowMs += 59_000;
    expect(await lookUp(gateway, bearer)).toBe(404);
    nowMs += 1000;
    expect(await lookUp(gateway, bearer)).toBe(401);
  });

  test('takes no revoked token', async () => {
    const gateway = await startGateway(credentials);
    const before = `Bearer ${(await token(gateway)).body.access_token}`;
    expect((await gateway.send('POST', '/_sandbox/tokens/revoke')).status).toBe(204);
    expect(await lookUp(gateway, before)).toBe(401);
    expect(await lookUp(gateway, `Bearer ${(await token(gateway)).body.access_token}`)).toBe(404);
  });

  test('without configured credentials takes any that are not empty, and names their merchant', async () => {
    const gateway = await startGateway();
    const headers = { authorization: basic('ANYBODY', 'x') };
    const sale = command('SALE', { amount: eur(1) });
    expect((await gateway.send('POST', '/api/v2/cloudpos', { ...sale, headers })).body.merchantId).toBe('ANYBODY');
    expect(await lookUp(gateway, basic('', 'x'))).toBe(401);
  });

  test.each([
    ['GET', '/api/v2/nothing'],
    ['GET', '/api/v2/cloudpos'],
    ['POST', '/api/v2/payments//captures'],
    ['POST', '/api/v2/payments/%E0%A4%A/captures'],
    ['GET', '/_sandbox/nothing'],
  ])('%s %s does not exist: 404 problem details', async (method, path) => {
    const gateway = await startGateway();
    expect(await gateway.send(method, path)).toMatchObject({ status: 404, body: { status: 404, title: 'Not Found' } });
  });
});

describe('input that cannot be accepted', () => {
  test('is answered with problem details that name each field', async () => {
    const gateway = await startGateway();
    const { payId } = await authorize(gateway, 1000);
    const body = { amount: { value: 1.5, currency: 'EURO' }, surprise: 1, captureMethod: { manual: { finale: true } } };
    const answer = await gateway.send('POST', `/api/v2/payments/${payId}/captures`, { body });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      type: matching(/^https:/),
      title: anyText,
      status: 400,
      traceId: anyText,
      errors: {
        transId: [anyText],
        'amount.value': [anyText],
        'amount.currency': [anyText],
        surprise: ['is not a known field'],
        'captureMethod.manual.finale': ['is not a known field'],
      },
    });
    expect((await gateway.ledger()).executions).toHaveLength(1);
  });

  test('includes a path field in the body', async () => {
    const gateway = await startGateway();
    const { payId } = await authorize(gateway, 1000);
    const answer = await gateway.send('POST', `/api/v2/payments/${payId}/reversals`, { body: { payId } });
    expect(answer).toMatchObject({ status: 400, body: { errors: { payId: [anyText] } } });
  });

  test.each([
    ['an unknown command', { messageType: 'DANCE' }, 'messageType'],
    ['a sale without an amount', { messageType: 'SALE' }, 'amount'],
    ['a sale of nothing', { messageType: 'SALE', amount: eur(0) }, 'amount.value'],
    ['a capture without a trace number', { messageType: 'CAPTURE', amount: eur(1), approvalCode: '1' }, 'traceNr'],
    ['a transId of 65 characters', { messageType: 'DIAGNOSE', transId: 'x'.repeat(65) }, 'transId'],
  ])('%s', async (_, fields, field) => {
    const gateway = await startGateway();
    const body = { ...command('SALE').body, ...fields };
    const answer = await gateway.send('POST', '/api/v2/cloudpos', { body });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]]);
  });

  test.each([
    ['half an object', '{"transId":'],
    ['a list', '[]'],
    ['a text', '"SALE"'],
    ['bytes that are not UTF-8', Buffer.from('{"transId":"\xff"}', 'latin1')],
    ['nesting without end', `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
  ])('%s is no body', async (_, raw) => {
    const gateway = await startGateway();
    expect((await gateway.send('POST', '/api/v2/cloudpos', { raw })).status).toBe(400);
  });

  test('a body over 1 MiB is refused', async () => {
    const gateway = await startGateway();
    const fate = await gateway.fate('POST', '/api/v2/cloudpos', { raw: ' '.repeat(1024 * 1024 + 1) });
    expect(fate).toMatchObject({ status: 413 });
  });

  test('what is not HTTP ends that connection only', async () => {
    const gateway = await startGateway();
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1', () =>
      socket.write('\x16\x03\x01 hello\r\n\r\n'),
    );
    socket.resume();
    await once(socket, 'close');
    expect((await gateway.send('POST', '/api/v2/cloudpos', command('DIAGNOSE'))).status).toBe(200);
  });
});
