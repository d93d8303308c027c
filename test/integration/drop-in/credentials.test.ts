// Who may speak the gateway's language: the token endpoint as the specification shows it, tokens that end, Basic.
import { describe, expect, it } from 'vitest';
import { createAccessTokens, tokenSeconds } from '#loopback/drop-in/access-tokens.ts';
import { hashToken } from '#loopback/access/tokens.ts';
import { aDropInShop, merchantId } from '#support/drop-in-shop.ts';
import { GatewayErp, fieldOf } from '#support/gateway-erp.ts';

const problemMembers = ['errors', 'status', 'title', 'traceId', 'type'];

describe('the token endpoint', () => {
  it('gives a bearer token for the id of a client or of the merchant, and the token of the client', async () => {
    const shop = await aDropInShop();
    const { id, token } = shop.pair();
    for (const name of [id, merchantId]) {
      const answer = await new GatewayErp(shop.url, name, token).token();
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.body)).toEqual(['access_token', 'token_type', 'expires_in']);
      expect(answer.body).toMatchObject({ token_type: 'Bearer', expires_in: tokenSeconds });
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const [head = '', claims = ''] = fieldOf(answer, 'access_token').split('.');
      const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object;
      expect(read(head)).toEqual({ alg: 'HS256', typ: 'JWT' });
      expect(read(claims)).toMatchObject({ sub: name });
      expect(answer.text).not.toContain(token);
    }
  });

  it('takes the pair as Basic, too', async () => {
    const shop = await aDropInShop();
    const erp = shop.pair().erp();
    const answer = await erp.form({ grant_type: 'client_credentials' }, { authorization: erp.basic });
    expect(answer.status).toBe(200);
  });

  it('answers what is wrong with 400 or 401, in problem details with the names of OAuth', async () => {
    const shop = await aDropInShop();
    const { token, erp } = shop.pair();
    const api = erp();
    const pair = { client_id: merchantId, client_secret: token };
    const answers = [
      await api.form(pair),
      await api.form({ ...pair, grant_type: 'password' }),
      await api.form({ grant_type: 'client_credentials' }),
      await api.form(`grant_type=client_credentials&client_id=${merchantId}`),
      await api.form(`grant_type=client_credentials&client_id=a&client_id=b&client_secret=${token}`),
      await api.form({ grant_type: 'client_credentials', ...pair }, { 'content-type': 'application/json' }),
      await api.token({ client_secret: 'not-the-key' }),
      await api.token({ client_id: 'no-such-merchant' }),
      await api.form({ grant_type: 'client_credentials' }, { authorization: 'Basic bm90OnRoZS1rZXk=' }),
      await api.form({ grant_type: 'client_credentials' }, { authorization: 'Bearer nothing' }),
    ];
    expect(answers.map(({ status, body }) => `${status} ${fieldOf({ body }, 'error')}`)).toEqual([
      '400 invalid_request',
      '400 unsupported_grant_type',
      '400 invalid_request',
      '400 invalid_request',
      '400 invalid_request',
      '400 invalid_request',
      '401 invalid_client',
      '401 invalid_client',
      '401 invalid_client',
      '401 invalid_client',
    ]);
    for (const { body, status, text } of answers) {
      expect(Object.keys(body).toSorted()).toEqual([...problemMembers, 'error', 'error_description'].toSorted());
      expect(body['status']).toBe(status);
      expect(body['error_description']).not.toMatch(/^request /);
      expect(text).not.toContain(token);
    }
    expect(shop.log.join('\n')).not.toContain(token);
  });

  it('is for POST only', async () => {
    const shop = await aDropInShop();
    const answer = await fetch(`${shop.url}/authorization/oauth/token`);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
  });
});

it('a bridge whose disk fails names no files to a caller without credentials', async () => {
  const shop = await aDropInShop();
  const api = shop.pair().erp();
  shop.loseClients();
  const answers = [await api.token(), await api.get('/customers', { authorization: api.basic })];
  for (const { status, headers, text } of answers) {
    expect([status, headers.get('tillbridge-problem')]).toEqual([503, 'storage-failed']);
    expect(text).not.toMatch(/clients|database|\//);
  }
});

describe('an access token', () => {
  it('ends with its client, at once', async () => {
    const shop = await aDropInShop();
    const { id, erp } = shop.pair();
    const api = erp();
    expect((await api.get('/payments/getByTransId/none')).status).toBe(404);
    shop.revoke(id);
    const refused = await api.get('/payments/getByTransId/none');
    expect(refused.status).toBe(401);
    expect(Object.keys(refused.body).toSorted()).toEqual(problemMembers);
    expect(refused.headers.get('www-authenticate')).toContain('Bearer');
    expect((await api.token()).status).toBe(401);
  });

  it('ends with the bridge; a new one is fetched', async () => {
    const shop = await aDropInShop();
    const { erp } = shop.pair();
    const { body } = await erp().token();
    const authorization = `Bearer ${fieldOf({ body }, 'access_token')}`;
    await shop.stop();
    await shop.start();
    expect((await erp().get('/customers', { authorization })).status).toBe(401);
    expect((await erp().get('/customers')).status).toBe(200);
  });

  it('is no token of the native API, and the native one is none here; Basic is taken', async () => {
    const shop = await aDropInShop();
    const { token, erp } = shop.pair();
    const { body } = await erp().token();
    const access = `Bearer ${fieldOf({ body }, 'access_token')}`;
    const native = await fetch(`${shop.url}/v1/status`, { headers: { authorization: access } });
    expect(native.status).toBe(401);
    expect((await erp().get('/customers', { authorization: `Bearer ${token}` })).status).toBe(401);
    expect((await erp().get('/customers', { authorization: erp().basic })).status).toBe(200);
    expect((await erp().get('/customers', { authorization: null })).status).toBe(401);
  });

  it('ends after its time, by either clock, and is kept as a hash', () => {
    const now = { wallMs: 1_000_000, runMs: 0 };
    const tokens = createAccessTokens({ wallMs: () => now.wallMs, runMs: () => now.runMs });
    const lifeMs = tokenSeconds * 1_000;
    const [slept, ran] = [tokens.issue('a', 'hash-a'), tokens.issue('a', 'hash-a')];
    expect(hashToken(slept)).not.toBe(hashToken(ran));
    now.runMs = lifeMs - 1;
    expect(tokens.clientHashOf(ran)).toBe('hash-a');
    now.runMs = lifeMs;
    expect(tokens.clientHashOf(ran)).toBeNull();
    now.runMs = 0;
    expect(tokens.clientHashOf(ran)).toBeNull();
    now.wallMs += lifeMs;
    expect(tokens.clientHashOf(slept)).toBeNull();
  });

  it('a caller that fetches one for each request ends its own oldest, and no other caller’s', () => {
    const tokens = createAccessTokens({ wallMs: () => 0, runMs: () => 0 });
    const other = tokens.issue('b', 'hash-b');
    const all = Array.from({ length: 1_001 }, () => tokens.issue('a', 'hash-a'));
    expect(tokens.clientHashOf(all[0]!)).toBeNull();
    expect(tokens.clientHashOf(all[1]!)).toBe('hash-a');
    expect(tokens.clientHashOf(all.at(-1)!)).toBe('hash-a');
    expect(tokens.clientHashOf(other)).toBe('hash-b');
  });
});

describe('a page', () => {
  it('of another origin gets nothing; of its own it does', async () => {
    const shop = await aDropInShop();
    const page = shop.pair({ origin: 'https://pos.example' });
    const program = shop.pair();
    const api = page.erp();
    for (const origin of ['https://evil.example', 'null']) {
      const call = { headers: { origin }, authorization: api.basic };
      expect((await api.get('/customers', call)).status).toBe(403);
      expect((await api.form({ grant_type: 'client_credentials' }, call.headers)).status).toBe(403);
    }
    const own = { headers: { origin: 'https://pos.example' } };
    expect((await api.get('/customers', { ...own, authorization: api.basic })).status).toBe(200);
    const ours = { grant_type: 'client_credentials', client_id: page.id, client_secret: page.token };
    expect((await api.form(ours, own.headers)).status).toBe(200);
    // Without one, as a program of the same shop sends it.
    expect((await api.get('/customers', { authorization: api.basic })).status).toBe(200);
    expect((await api.form(ours)).status).toBe(200);
    expect((await program.erp().get('/customers', own)).status).toBe(403);
    const form = { grant_type: 'client_credentials', client_id: program.id, client_secret: program.token };
    expect((await api.form(form, own.headers)).status).toBe(403);
  });
});

describe('scopes', () => {
  it('apply, in the gateway’s shape, and before anything is said of the input', async () => {
    const shop = await aDropInShop();
    const api = shop.pair({ scopes: ['status'] }).erp();
    const answers = [
      await api.post('/payments/P1/refunds', {}),
      await api.post('/cloudpos', { messageType: 'SALE' }),
      await api.get('/customers'),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(403);
      expect(Object.keys(body).toSorted()).toEqual(problemMembers);
    }
    expect((await api.get('/payments/getByTransId/none')).status).toBe(404);
  });
});
