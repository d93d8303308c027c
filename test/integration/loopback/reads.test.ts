// The reads: operations, payments, terminals, the status, and what is open to all. And the shape of the whole:
// methods, paths, unknown parameters.
import { describe, expect, it } from 'vitest';
import { paymentSums, template } from './fake-bridge.ts';
import { key, problemCode, refundBody, startTill } from './till.ts';
import { send } from './wire.ts';

describe('operations', () => {
  it('are read one by one', async () => {
    const till = await startTill();
    till.bridge.put({ ...template, id: 'op-7' });
    const erp = till.erp();
    const answer = await erp.get('/v1/operations/op-7');
    expect([answer.status, answer.json['id']]).toEqual([200, 'op-7']);
    const missing = await erp.get('/v1/operations/op-8');
    expect([missing.status, problemCode(missing)]).toEqual([404, 'operation-not-found']);
  });

  it('name the program that asked, and no person at the till', async () => {
    const till = await startTill();
    const by = { outcome: 'succeeded', reason: 'Seen in the bank statement', evidence: 'Statement', by: 'Sample Name' };
    till.bridge.put({
      ...template,
      id: 'op-1',
      origin: { type: 'cashier', operator: 'Sample Name', approvedBy: 'Second Name' },
      decisions: [{ ...by, outcome: 'succeeded', at: '2026-01-31T18:05:00.000Z' }],
    });
    till.bridge.put({ ...template, id: 'op-2', origin: { type: 'erp', clientId: 'other', client: 'Other program' } });
    const erp = till.erp();
    const answers = [await erp.get('/v1/operations'), await erp.get('/v1/operations/op-1')];
    for (const { json } of answers) {
      expect(JSON.stringify(json)).not.toMatch(/Name|statement|Statement/);
      expect(JSON.stringify(json)).toContain('"decisions":[{"outcome":"succeeded"');
    }
    expect((await erp.get('/v1/operations/op-2')).json['origin']).toEqual({ type: 'erp', client: 'Other program' });
  });

  it('are what programs are told of them, wherever they are asked for', async () => {
    const till = await startTill();
    const erp = till.erp();
    const path = '/v1/operations/refund';
    const { json } = await erp.post(path, refundBody, key('K-1'));
    const { id } = json as { id: string };
    till.bridge.put({ ...till.bridge.get(id), state: 'succeeded', told: { state: 'needs-person', parts: [] } });
    const read = await erp.get(`/v1/operations/${id}`);
    const again = await erp.post(`${path}?wait=5`, refundBody, key('K-1'));
    const [listed] = (await erp.get('/v1/operations?state=needs-person')).json['operations'] as unknown[];
    expect([read.status, again.status]).toEqual([200, 202]);
    for (const each of [read.json, again.json, listed]) expect(each).toMatchObject({ id, state: 'needs-person' });
    for (const each of [read.json, again.json, listed]) expect(each).not.toHaveProperty('told');
    expect((await erp.get('/v1/operations?state=succeeded')).json['operations']).toEqual([]);
  });

  it('are listed by state, payment and kind, page by page', async () => {
    const till = await startTill();
    till.bridge.put({ ...template, id: 'a', state: 'failed', input: { payId: 'P1' } });
    till.bridge.put({ ...template, id: 'b', state: 'failed', input: { payId: 'P2' } });
    till.bridge.put({ ...template, id: 'c', kind: 'capture', input: { payId: 'P1' } });
    const erp = till.erp();
    const ids = async (query: string) => {
      const { json } = await erp.get(`/v1/operations?${query}`);
      return [(json['operations'] as { id: string }[]).map(({ id }) => id).join(''), json['next']];
    };
    expect(await ids('')).toEqual(['abc', null]);
    expect(await ids('state=failed')).toEqual(['ab', null]);
    expect(await ids('payId=P1')).toEqual(['ac', null]);
    expect(await ids('kind=capture')).toEqual(['c', null]);
    expect(await ids('state=&payId=&kind=&after=')).toEqual(['abc', null]);
    expect(await ids('state=accepted,failed')).toEqual(['abc', null]);
    expect(await ids('limit=2')).toEqual(['ab', 'b']);
    expect(await ids('limit=2&after=b')).toEqual(['c', null]);
  });

  it('are listed by the short kinds that they may be asked for with, over pages and past those that do not fit', async () => {
    const till = await startTill();
    const command = (id: string, messageType: string) =>
      till.bridge.put({ ...template, id, kind: 'cloud-pos', input: { messageType } });
    for (let number = 10; number < 40; number += 1) command(`a${number}`, 'AUTHORISATION_OR_RESERVATION');
    for (const id of ['s1', 's2', 's3']) command(id, 'SALE');
    command('v1', 'REVERSE');
    till.bridge.put({ ...template, id: 'c', kind: 'capture', input: { payId: 'P1' } });
    const erp = till.erp();
    const listed = async (query: string): Promise<string[]> => {
      const ids: string[] = [];
      for (let after: string | null = ''; after !== null;) {
        const { json } = await erp.get(`/v1/operations?${query}&after=${after}`);
        ids.push(...(json['operations'] as { id: string }[]).map(({ id }) => id));
        after = json['next'] as string | null;
      }
      return ids;
    };
    expect(await listed('kind=sale')).toEqual(['s1', 's2', 's3']);
    expect(await listed('kind=sale&limit=1')).toEqual(['s1', 's2', 's3']);
    expect(await listed('kind=void')).toEqual(['v1']);
    expect(await listed('kind=authorization&limit=7')).toHaveLength(30);
    expect(await listed('kind=cloud-pos')).toHaveLength(34);
  });

  it('are not listed after one that is not known: an empty page would pass for the end', async () => {
    const till = await startTill();
    till.bridge.put({ ...template, id: 'a' });
    const answer = await till.erp().get('/v1/operations?after=b');
    expect([answer.status, problemCode(answer)]).toEqual([400, 'invalid-input']);
    expect(answer.json['errors']).toEqual({
      after: ['must be what the page before said as `next`, or the id of an operation'],
    });
  });

  it('are listed by what the query says, whole', async () => {
    const till = await startTill();
    const asked: unknown[] = [];
    till.bridge.operations = (filter) => {
      asked.push(filter);
      return { operations: [], next: null };
    };
    const erp = till.erp();
    // What is read at once.
    const limit = 8;
    const from = Date.parse('2026-01-31T18:05:00Z');
    const cases: readonly (readonly [query: string, filter: object])[] = [
      ['', {}],
      ['state=failed', { states: ['failed'] }],
      ['state=pending,unknown,pending', { states: ['pending', 'unknown'] }],
      ['transId=T-1&requestId=R-1&refNr=Order%201', { transId: 'T-1', requestId: 'R-1', refNr: 'Order 1' }],
      ['terminal=T1&kind=cloud-pos&payId=P1', { terminalId: 'T1', kind: 'cloud-pos', payId: 'P1' }],
      ['kind=void', { kind: 'cloud-pos' }],
      ['from=2026-01-31T18:05:00Z', { createdFromMs: from }],
      ['to=2026-01-31T19:05:00.000%2B01:00&order=newest', { createdBeforeMs: from, newest: true }],
      ['updatedSince=2026-01-31T18:05:00Z&order=oldest', { updatedFromMs: from }],
    ];
    for (const [query] of cases) expect((await erp.get(`/v1/operations?${query}`)).status, query).toBe(200);
    expect(asked).toEqual(cases.map(([, filter]) => ({ ...filter, byReportedState: true, limit })));
  });

  it.each([
    'state=done',
    'kind=nothing',
    'payId=a%2Fb',
    'limit=0',
    'limit=501',
    'limit=1.5',
    'limit=-1',
    'stat=failed',
    'state=failed,done',
    'from=yesterday',
    'to=2026-01-31',
    'updatedSince=2026-01-31T18:05:00+01:00',
    'order=up',
    'order=newest&updatedSince=2026-01-31T18:05:00Z',
    'requestId=%20',
  ])('are not listed with %s, which is named', async (query) => {
    const till = await startTill();
    const answer = await till.erp().get(`/v1/operations?${query}`);
    expect([answer.status, problemCode(answer)]).toEqual([400, 'invalid-input']);
    expect(Object.keys(answer.json['errors'] ?? {})).toEqual([query.split('=')[0]]);
    expect(answer.json['issues']).toMatchObject([{ field: query.split('=')[0] }]);
  });

  it.each([
    ['/v1/payments', 'transId', 'required'],
    ['/v1/payments?transId=', 'transId', 'too-short'],
    ['/v1/payments?transId=A&trans=A', 'trans', 'unknown-field'],
    ['/v1/payments/%20', 'payId', 'rule'],
    ['/v1/operations?limit=1&limit=1', 'limit', 'repeated'],
    ['/v1/operations?limit=ten', 'limit', 'kind'],
    ['/v1/operations?limit=0', 'limit', 'too-small'],
    ['/v1/operations?limit=501', 'limit', 'too-large'],
    ['/v1/journal?after=-1', 'after', 'kind'],
    ['/v1/operations?kind=nothing', 'kind', 'one-of'],
    ['/v1/operations?state=failed,done', 'state', 'one-of'],
  ])('of %s: %s is said to be wrong by its code, %s', async (path, field, code) => {
    const till = await startTill();
    const answer = await till.erp().get(path);
    expect([answer.status, answer.json['issues']]).toMatchObject([400, [{ field, code }]]);
  });
});

describe('taking back', () => {
  it('needs no request id and no body, and may be repeated', async () => {
    const till = await startTill();
    const erp = till.erp();
    await erp.post('/v1/operations/refund', refundBody, key('K-1'));
    const path = '/v1/operations/op-1/cancel';
    const bare = await send(till.port, { method: 'POST', path, headers: [erp.authorization] });
    const object = await erp.post(path, {});
    const empty = await erp.post(path, '');
    for (const answer of [bare, object, empty]) {
      expect([answer.status, answer.json['state']]).toEqual([200, 'cancelled']);
    }
    expect(till.bridge.cancelledBy).toEqual([erp.id]);
  });

  it('is refused for what may have been sent', async () => {
    const till = await startTill();
    const erp = till.erp();
    await erp.post('/v1/operations/refund', refundBody, key('K-1'));
    till.bridge.move('op-1', 'sending');
    const answer = await erp.post('/v1/operations/op-1/cancel', {});
    expect([answer.status, problemCode(answer)]).toEqual([409, 'not-cancellable']);
  });

  it('refuses what it does not know', async () => {
    const till = await startTill();
    const erp = till.erp();
    await erp.post('/v1/operations/refund', refundBody, key('K-1'));
    const path = '/v1/operations/op-1/cancel';
    expect(problemCode(await erp.post('/v1/operations/op-9/cancel', {}))).toBe('operation-not-found');
    expect(problemCode(await erp.post(path, { force: true }))).toBe('invalid-input');
    expect(problemCode(await erp.post(`${path}?force=1`, {}))).toBe('invalid-input');
    expect(problemCode(await erp.post(path, '{}', ['Content-Type', 'text/plain']))).toBe('media-type-refused');
    const untyped = { method: 'POST', path, headers: [erp.authorization], body: '{}' };
    expect(problemCode(await send(till.port, untyped))).toBe('media-type-refused');
    expect(till.bridge.get('op-1').state).toBe('accepted');
  });
});

describe('payments', () => {
  it('are read by payId and by transId, as the gateway says, with the sums as money', async () => {
    const till = await startTill();
    till.bridge.payments.set('payId P1', { payId: 'P1', unknownField: [1] });
    till.bridge.payments.set('transId T 1/ä', { payId: 'P2' });
    const erp = till.erp();
    expect((await erp.get('/v1/payments/P1')).json).toEqual({ payId: 'P1', unknownField: [1], sums: paymentSums });
    expect((await erp.get(`/v1/payments?transId=${encodeURIComponent('T 1/ä')}`)).json).toEqual({
      payId: 'P2',
      sums: paymentSums,
    });
    const missing = await erp.get('/v1/payments/P9');
    expect([missing.status, problemCode(missing)]).toEqual([404, 'payment-not-found']);
  });

  it('need a usable id', async () => {
    const till = await startTill();
    const erp = till.erp();
    const paths = ['/v1/payments', '/v1/payments?transId=', `/v1/payments?transId=${'x'.repeat(65)}`];
    for (const path of paths) {
      const answer = await erp.get(path);
      expect([problemCode(answer), Object.keys(answer.json['errors'] ?? {})]).toEqual(['invalid-input', ['transId']]);
    }
    for (const path of ['/v1/payments/a%2Fb', '/v1/payments/a%3Fb', '/v1/payments/a%20b', '/v1/payments/a%252e']) {
      const answer = await erp.get(path);
      expect([problemCode(answer), Object.keys(answer.json['errors'] ?? {})]).toEqual(['invalid-input', ['payId']]);
    }
  });
});

describe('customers', () => {
  it.each([
    ['/v1/customers', 'list-customers', {}],
    [
      '/v1/customers?page=2&email=a%2Bb%40example.com&createdFrom=',
      'list-customers',
      { page: '2', email: 'a+b@example.com' },
    ],
    ['/v1/customers/C-1', 'get-customer', { customerId: 'C-1' }],
    ['/v1/customers/C-1/payment-methods', 'list-customer-payment-methods', { customerId: 'C-1' }],
    ['/v1/customers/C-1/payment-methods/M-1', 'get-payment-method', { customerId: 'C-1', paymentMethodId: 'M-1' }],
  ])('are read at %s', async (path, asked, fields) => {
    const till = await startTill();
    const answer = await till.erp({ scopes: ['customers'] }).get(path);
    expect([answer.status, answer.json]).toEqual([200, { asked, ...fields }]);
  });

  it.each([
    ['/v1/customers?page=one', 'page'],
    ['/v1/customers?page=1000000000', 'page'],
    ['/v1/customers?createdTo=31.01.2026', 'createdTo'],
    ['/v1/customers?name=Sample', 'name'],
    ['/v1/customers/a%2Fb', 'customerId'],
    ['/v1/customers/C-1?page=1', 'page'],
    ['/v1/customers/C-1/payment-methods/a%3Fb', 'paymentMethodId'],
  ])('are not read at %s, and what is wrong is named', async (path, name) => {
    const till = await startTill();
    const answer = await till.erp({ scopes: ['customers'] }).get(path);
    expect([answer.status, Object.keys(answer.json['errors'] ?? {})]).toEqual([400, [name]]);
    expect(till.bridge.reads).toEqual([]);
  });

  it('are not shown to a client without their scope', async () => {
    const till = await startTill();
    const answer = await till.erp({ scopes: ['status', 'sale'] }).get('/v1/customers');
    expect([answer.status, problemCode(answer)]).toEqual([403, 'scope-missing']);
  });
});

describe('the bridge itself', () => {
  it('tells its status and its terminals', async () => {
    const erp = (await startTill()).erp();
    expect((await erp.get('/v1/status')).json).toEqual({ mode: 'training', waiting: 0 });
    expect((await erp.get('/v1/terminals')).json).toEqual({ terminals: [{ id: 'T1', busy: false }] });
  });

  it('says to anybody on this machine what it is, and nothing else', async () => {
    const till = await startTill();
    const answer = await send(till.port, { path: '/.well-known/tillbridge', headers: [['Origin', 'null']] });
    expect(answer.json).toEqual({ product: 'Tillbridge', version: '1.2.3', apiVersions: ['v1'] });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('sets no cookie and can be read with HEAD', async () => {
    const till = await startTill();
    const headers = [till.erp().authorization];
    const answer = await send(till.port, { method: 'HEAD', path: '/v1/status', headers });
    expect([answer.status, answer.text, answer.headers['set-cookie']]).toEqual([200, '', undefined]);
  });

  it.each(['/v1/status', '/v1/operations', '/v1/operations/none', '/nothing', '/v1/status?what=1'])(
    'answers HEAD %s with the very headers of GET, its length among them',
    async (path) => {
      const till = await startTill();
      const headers = [till.erp().authorization];
      const [get, head] = [
        await send(till.port, { path, headers }),
        await send(till.port, { method: 'HEAD', path, headers }),
      ];
      const { date: _, ...ofGet } = get.headers;
      const { date: __, ...ofHead } = head.headers;
      expect([head.status, ofHead]).toEqual([get.status, ofGet]);
      expect(Number(ofHead['content-length'])).toBe(get.text.length);
    },
  );

  it('sends no answer that a cache keeps or a browser guesses at', async () => {
    const till = await startTill();
    const erp = till.erp();
    const answers = [
      await erp.get('/v1/status'),
      await erp.get('/nothing'),
      await send(till.port, { path: '/.well-known/tillbridge' }),
      await send(till.port, { path: '/v1/status', headers: [['Host', 'evil.example']] }),
    ];
    for (const { headers } of answers) {
      expect([headers['cache-control'], headers['x-content-type-options']]).toEqual(['no-store', 'nosniff']);
    }
  });
});

describe('the addresses', () => {
  it.each(['/', '/v1', '/v1/', '/v1/nothing', '/v1/status/', '//v1/status', '/V1/status', '/v1/operations/a/b'])(
    '%s is not one',
    async (path) => {
      const answer = await (await startTill()).erp().get(path);
      expect([answer.status, problemCode(answer)]).toEqual([404, 'not-found']);
    },
  );

  it.each([
    ['DELETE', '/v1/status', 'GET, HEAD'],
    ['POST', '/v1/operations', 'GET, HEAD'],
    ['PUT', '/v1/operations/refund', 'POST, GET, HEAD'],
    ['GET', '/v1/operations/op-1/cancel', 'POST'],
    ['HEAD', '/v1/operations/op-1/cancel', 'POST'],
    ['PROPFIND', '/v1/payments', 'GET, HEAD'],
    ['POST', '/.well-known/tillbridge', 'GET, HEAD'],
  ])('%s is no method of %s', async (method, path, allow) => {
    const till = await startTill();
    const headers = [till.erp().authorization];
    const answer = await send(till.port, { method, path, headers });
    expect([answer.status, answer.headers['allow']]).toEqual([405, allow]);
  });

  it.each(['/v1/status?x=1', '/v1/terminals?x=1', '/v1/payments/P1?x=1', '/.well-known/tillbridge?x=1'])(
    '%s has a parameter too many',
    async (path) => {
      const answer = await (await startTill()).erp().get(path);
      expect(answer.json['errors']).toEqual({ x: ['is not known here'] });
    },
  );
});
