// Pairing over real sockets: what a program asks, a person answers and the program fetches, once.
import { describe, expect, it } from 'vitest';
import { textAt } from '#contract/data/json.ts';
import { hashToken } from '#loopback/access/tokens.ts';
import { grant, startPairingTill } from './pairing-till.ts';
import { problemCode, refundBody, key } from './till.ts';
import { send } from './wire.ts';

const shop = 'https://shop.example';
const fromShop = ['Origin', shop] as const;
const manager = { id: 'p1', name: 'A. Manager', role: 'manager' } as const;

describe('a program that asks to be paired', () => {
  it('gets a code and a secret, waits, and fetches its token once a person has granted scopes', async () => {
    const till = await startPairingTill();
    const asked = await till.asked();
    expect(asked.json).toEqual({
      id: expect.any(String),
      code: expect.stringMatching(/^\d{6}$/),
      secret: expect.stringMatching(/^tbp_[\w-]{43}$/),
      expiresAt: till.clock.iso(till.clock.nowMs() + 120_000),
      publicKey: till.identity.publicKeyPem,
      keyId: till.identity.keyId,
    });
    expect(asked.headers['location']).toBe(`/v1/pairings/${asked.id}`);
    const { code, expiresAt } = asked.json;
    const { id } = asked;
    const shown = { id, code, state: 'waiting', name: 'ERP', origin: null, scopes: ['status', 'sale'] };
    expect(till.pairings.list()).toEqual([{ ...shown, namesake: false, lookAlike: null, leftMs: 120_000 }]);
    const waiting = await till.poll(asked);
    expect([waiting.status, waiting.json]).toEqual([202, { state: 'waiting', expiresAt }]);

    expect(till.pairings.answer(id, grant, manager)).toEqual({ type: 'answered' });
    expect(till.clients.list()).toEqual([]);
    const fetched = await till.poll(asked);
    const token = textAt(fetched.json, 'token') ?? '';
    const { clientId } = fetched.json;
    expect(fetched.status).toBe(200);
    expect(fetched.json).toEqual({ state: 'granted', token, clientId, name: 'ERP', scopes: ['status'], origin: null });
    expect(till.clients.list()).toMatchObject([{ id: clientId, name: 'ERP', scopes: ['status'], origin: null }]);
    expect(till.clients.by).toEqual([manager]);
    expect(till.pairings.list()).toMatchObject([{ state: 'fetched' }]);

    const authorization = ['Authorization', `Bearer ${token}`] as const;
    expect((await send(till.port, { path: '/v1/status', headers: [authorization] })).status).toBe(200);
    const more = { method: 'POST', path: '/v1/operations/refund', body: JSON.stringify(refundBody) };
    const headers = [authorization, ['Content-Type', 'application/json'], key('K-1')] as const;
    expect(problemCode(await send(till.port, { ...more, headers }))).toBe('scope-missing');
  });

  it('is given its token in the moment of the answer when it waits for it', async () => {
    const till = await startPairingTill();
    const asked = await till.asked();
    const fetching = till.poll(asked, '?wait=60');
    await expect.poll(() => till.pairings.waiting()).toBe(1);
    till.pairings.answer(asked.id, grant, null);
    expect((await fetching).json['state']).toBe('granted');
  });

  it('is told to go on waiting when its wait is over before anybody answered', async () => {
    const till = await startPairingTill();
    const asked = await till.asked();
    const fetching = till.poll(asked, '?wait=10');
    await expect.poll(() => till.pairings.waiting()).toBe(1);
    await till.clock.advance(10_000);
    expect((await fetching).status).toBe(202);
  });

  it('gets a token once: later it is told that it was fetched', async () => {
    const till = await startPairingTill();
    const asked = await till.asked();
    till.pairings.answer(asked.id, grant, null);
    expect((await till.poll(asked)).status).toBe(200);
    const again = await till.poll(asked);
    expect([again.status, problemCode(again)]).toEqual([410, 'pairing-expired']);
    expect(till.clients.list()).toHaveLength(1);
  });

  it('gets one token also where it asks twice at once', async () => {
    const till = await startPairingTill();
    const asked = await till.asked();
    const both = [till.poll(asked, '?wait=60'), till.poll(asked, '?wait=60')];
    await expect.poll(() => till.pairings.waiting()).toBe(2);
    till.pairings.answer(asked.id, grant, null);
    const statuses = (await Promise.all(both)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 410]);
    expect(till.clients.list()).toHaveLength(1);
  });

  it('loses nothing by a HEAD request', async () => {
    const till = await startPairingTill();
    const asked = await till.asked();
    till.pairings.answer(asked.id, grant, null);
    const path = `/v1/pairings/${asked.id}`;
    const headers = [['Authorization', `Pairing ${asked.secret}`] as const];
    expect((await send(till.port, { method: 'HEAD', path, headers })).status).toBe(405);
    expect((await till.poll(asked)).status).toBe(200);
  });

  it('is told when the person refuses, and nothing is stored', async () => {
    const till = await startPairingTill();
    const asked = await till.asked();
    const fetching = till.poll(asked, '?wait=60');
    till.pairings.answer(asked.id, null, manager);
    const refused = await fetching;
    expect([refused.status, problemCode(refused)]).toEqual([403, 'pairing-refused']);
    expect(till.clients.list()).toEqual([]);
    expect(till.pairings.list()).toEqual([]);
  });

  it('has two minutes: then its request is gone from the window and cannot be granted', async () => {
    const till = await startPairingTill();
    const asked = await till.asked();
    await till.clock.advance(119_999);
    expect(till.pairings.list()).toHaveLength(1);
    const before = till.told();
    await till.clock.advance(1);
    expect(till.pairings.list()).toEqual([]);
    expect(till.told()).toBe(before + 1);
    const answer = till.pairings.answer(asked.id, grant, null);
    expect(answer).toMatchObject({ type: 'refused', refusal: { code: 'pairing-expired' } });
    expect(problemCode(await till.poll(asked))).toBe('pairing-expired');
  });

  it('has no more time on a machine that slept', async () => {
    const till = await startPairingTill();
    const asked = await till.asked();
    till.clock.aheadMs = 120_000;
    expect(till.pairings.list()).toEqual([]);
    expect((await till.poll(asked)).status).toBe(410);
  });

  it('that was granted and did not come in time gets nothing, and nothing was stored', async () => {
    const till = await startPairingTill();
    const asked = await till.asked();
    till.pairings.answer(asked.id, grant, null);
    await till.clock.advance(120_000);
    expect((await till.poll(asked)).status).toBe(410);
    expect(till.clients.list()).toEqual([]);
  });

  it('is answered as things stand when the bridge closes', async () => {
    const till = await startPairingTill();
    const asked = await till.asked();
    const fetching = till.poll(asked, '?wait=60');
    await expect.poll(() => till.pairings.waiting()).toBe(1);
    await till.loopback.close();
    expect((await fetching).status).toBe(202);
  });

  it('is forgotten by a restart', async () => {
    const asked = await (await startPairingTill()).asked();
    const restarted = await startPairingTill();
    expect(problemCode(await restarted.poll(asked))).toBe('pairing-expired');
  });

  it('never finds its secret or its token in the log', async () => {
    const till = await startPairingTill();
    const asked = await till.asked();
    till.pairings.answer(asked.id, grant, null);
    const token = textAt((await till.poll(asked)).json, 'token') ?? '';
    expect(till.clients.byTokenHash(hashToken(token))).not.toBeNull();
    for (const secret of [asked.secret, token]) expect(till.log.join()).not.toContain(secret);
  });
});

describe('a bridge that ends', () => {
  it('takes its open requests out of the window, which may go on with another bridge', async () => {
    const till = await startPairingTill();
    await till.asked();
    expect(till.pairings.list()).toHaveLength(1);
    const before = till.told();
    till.pairings.end();
    expect([till.told(), till.pairings.list()]).toEqual([before + 1, []]);
  });
});

describe('a secret', () => {
  it('is needed, must be that of the request, and is not spent by a wrong one', async () => {
    const till = await startPairingTill();
    const asked = await till.asked();
    const other = await till.asked();
    till.pairings.answer(asked.id, grant, null);
    const path = `/v1/pairings/${asked.id}`;
    const none = await send(till.port, { path });
    expect([none.status, problemCode(none)]).toEqual([401, 'token-missing']);
    expect(none.headers['www-authenticate']).toBe('Pairing realm="tillbridge"');
    for (const secret of ['x', other.secret, `${asked.secret}A`]) {
      const wrong = await send(till.port, { path, headers: [['Authorization', `Pairing ${secret}`]] });
      expect([wrong.status, problemCode(wrong)]).toEqual([401, 'token-unknown']);
    }
    expect((await till.poll(asked)).status).toBe(200);
  });

  it('that is guessed is soon not listened to; a caller that knows its own still is', async () => {
    const till = await startPairingTill();
    const asked = await till.asked();
    const guess = () => till.poll({ ...asked, secret: 'x' });
    const answers = await Promise.all(Array.from({ length: 30 }, guess));
    expect(new Set(answers.map(problemCode))).toEqual(new Set(['token-unknown', 'too-many-requests']));
    expect((await till.poll(asked)).status).toBe(202);
  });

  it('of a pairing opens nothing else', async () => {
    const till = await startPairingTill();
    const asked = await till.asked();
    const headers = [['Authorization', `Bearer ${asked.secret}`] as const];
    expect(problemCode(await send(till.port, { path: '/v1/status', headers }))).toBe('token-unknown');
  });
});

describe('a page that asks to be paired', () => {
  it('may do so for its own origin, and then call from it', async () => {
    const till = await startPairingTill();
    const asked = await till.asked({ origin: shop }, fromShop);
    expect(asked.headers['access-control-allow-origin']).toBe(shop);
    expect(till.pairings.list()).toMatchObject([{ origin: shop }]);
    till.pairings.answer(asked.id, grant, null);
    const fetched = await till.poll(asked, '', fromShop);
    expect(fetched.json).toMatchObject({ state: 'granted', origin: shop });
    expect(fetched.headers['access-control-allow-origin']).toBe(shop);
    const token = ['Authorization', `Bearer ${textAt(fetched.json, 'token') ?? ''}`] as const;
    expect((await send(till.port, { path: '/v1/status', headers: [token, fromShop] })).status).toBe(200);
    const bare = await send(till.port, { path: '/v1/status', headers: [token] });
    expect(bare.status).toBe(200);
    const foreign = [token, ['Origin', 'https://other.example'] as const];
    expect(problemCode(await send(till.port, { path: '/v1/status', headers: foreign }))).toBe('origin-refused');
  });

  it('is asked for under the origin that its browser sends where it names none', async () => {
    const till = await startPairingTill();
    await till.asked({}, fromShop);
    expect(till.pairings.list()).toMatchObject([{ origin: shop }]);
  });

  it.each([
    ['another origin than its own', { origin: 'https://bank.example' }, shop],
    ['an origin, from a sandboxed frame', { origin: 'null' }, 'null'],
    ['none, from a sandboxed frame', {}, 'null'],
    ['an extension’s origin', {}, 'chrome-extension://abcdefghijklmnop'],
    ['an origin that no browser sends', {}, `${shop}/`],
    ['none, with an empty Origin', {}, ''],
  ])('may not ask for %s', async (_what, wish, origin) => {
    const till = await startPairingTill();
    const answer = await till.ask(wish, ['Origin', origin]);
    expect([answer.status, problemCode(answer)]).toEqual([403, 'origin-refused']);
    expect(till.pairings.list()).toEqual([]);
  });

  it('may not be asked for by a program', async () => {
    const till = await startPairingTill();
    const answer = await till.ask({ origin: shop });
    expect([answer.status, problemCode(answer)]).toEqual([403, 'origin-refused']);
    expect(answer.text).toContain('/usr/bin/node main/cli.ts token create --data-dir DIR');
  });

  it('takes the place of its own earlier request, as a page that was loaded again', async () => {
    const till = await startPairingTill();
    const first = await till.asked({}, fromShop);
    const fetching = till.poll(first, '?wait=60', fromShop);
    const second = await till.asked({}, fromShop);
    expect(till.pairings.list().map(({ id }) => id)).toEqual([second.id]);
    expect(problemCode(await fetching)).toBe('pairing-expired');
    expect(till.pairings.answer(first.id, grant, null).type).toBe('refused');
  });

  it('does not get a second place under another name of its site', async () => {
    const till = await startPairingTill();
    await till.asked({}, ['Origin', 'https://a.evil.example']);
    const second = await till.ask({}, ['Origin', 'https://b.evil.example']);
    expect([second.status, problemCode(second)]).toEqual([429, 'too-many-requests']);
    expect(second.headers['retry-after']).toBe('120');
    expect(second.headers['access-control-allow-origin']).toBe('https://b.evil.example');
    expect(till.pairings.list()).toHaveLength(1);
  });

  it('is not heard for ten minutes after a person refused it or its site', async () => {
    const till = await startPairingTill();
    const asked = await till.asked({}, ['Origin', 'https://a.evil.example']);
    till.pairings.answer(asked.id, null, null);
    const again = await till.ask({}, ['Origin', 'https://b.evil.example:8443']);
    expect([again.status, again.headers['retry-after']]).toEqual([429, '600']);
    expect((await till.ask({}, fromShop)).status).toBe(201);
    await till.clock.advance(600_000);
    expect((await till.ask({}, ['Origin', 'https://a.evil.example'])).status).toBe(201);
  });
});

describe('the window’s room', () => {
  it('has two places for programs and two for pages: neither keeps the other out', async () => {
    const till = await startPairingTill();
    expect((await Promise.all([till.ask(), till.ask(), till.ask()])).map(({ status }) => status)).toEqual([
      201, 201, 429,
    ]);
    expect((await till.ask({}, fromShop)).status).toBe(201);
    expect((await till.ask({}, ['Origin', 'http://localhost:3000'])).status).toBe(201);
    expect((await till.ask({}, ['Origin', 'https://third.example'])).status).toBe(429);
    expect(till.pairings.list()).toHaveLength(4);
    expect(new Set(till.pairings.list().map(({ code }) => code)).size).toBe(4);
  });

  it('takes three requests a minute of programs, however fast they are answered', async () => {
    const till = await startPairingTill();
    const askAndRefuse = async () => {
      const asked = await till.ask();
      till.pairings.answer(textAt(asked.json, 'id') ?? '', null, null);
      return asked.status;
    };
    const statuses = [await askAndRefuse(), await askAndRefuse(), await askAndRefuse(), await askAndRefuse()];
    expect(statuses).toEqual([201, 201, 201, 429]);
    expect((await till.ask({}, fromShop)).status).toBe(201);
    await till.clock.advance(20_000);
    expect([await askAndRefuse(), await askAndRefuse()]).toEqual([201, 429]);
  });

  it('takes three requests a minute of a site, and leaves the other pages theirs', async () => {
    const till = await startPairingTill();
    const load = async (origin: string) => (await till.ask({}, ['Origin', origin])).status;
    const statuses: number[] = [];
    for (let count = 0; count < 20; count += 1) statuses.push(await load('https://noisy.example'));
    expect(statuses.filter((status) => status === 201)).toHaveLength(3);
    expect(till.pairings.list()).toHaveLength(1);
    expect(await load('https://www.noisy.example')).toBe(429);
    expect(await load(shop)).toBe(201);
    await till.clock.advance(20_000);
    expect([await load('https://noisy.example'), await load('https://noisy.example')]).toEqual([201, 429]);
  });

  it('takes twelve requests a minute of all pages together, and programs are heard all the same', async () => {
    const till = await startPairingTill();
    const statuses: number[] = [];
    for (let site = 0; site < 14; site += 1) {
      const asked = await till.ask({}, ['Origin', `https://site-${site}.example`]);
      till.pairings.answer(textAt(asked.json, 'id') ?? '', null, null);
      statuses.push(asked.status);
    }
    expect(statuses).toEqual([...Array<number>(12).fill(201), 429, 429]);
    expect((await till.ask()).status).toBe(201);
  });

  it('is not used up by requests that are wrong', async () => {
    const till = await startPairingTill();
    for (let count = 0; count < 10; count += 1) expect((await till.ask({ scopes: [] })).status).toBe(400);
    expect((await till.ask()).status).toBe(201);
  });

  it('says where a program of that name has access already, however it is written', async () => {
    const till = await startPairingTill();
    till.erp();
    await till.asked({ name: 'ｅｒｐ 1' });
    expect(till.pairings.list()).toMatchObject([{ namesake: true }]);
    till.clients.revoke('client-1', '2026-02-01T00:00:00.000Z');
    expect(till.pairings.list()).toMatchObject([{ namesake: false }]);
  });

  it('says whose name a program’s looks like, in other letters', async () => {
    const till = await startPairingTill();
    till.erp();
    // A Cyrillic Е and Р.
    await till.asked({ name: 'ЕRР 1' });
    expect(till.pairings.list()).toMatchObject([{ namesake: false, lookAlike: 'ERP 1' }]);
  });

  it('takes no name with what is not seen', async () => {
    const till = await startPairingTill();
    for (const name of ['ERP\u2800', '\u202EPRE', 'E\u200BRP']) expect((await till.ask({ name })).status).toBe(400);
  });
});

describe('what is asked', () => {
  it.each([
    ['no name', { name: '' }, 'name'],
    ['a name with a space before it', { name: ' ERP' }, 'name'],
    ['a name of 61 characters', { name: 'E'.repeat(61) }, 'name'],
    ['a name that turns the text around', { name: 'ERP \u202Epxe' }, 'name'],
    ['a name with what is not seen', { name: 'E\u200BRP' }, 'name'],
    ['a name with a filler that is not seen', { name: 'E\u3164RP' }, 'name'],
    ['a name with a line break', { name: 'ERP\nyes' }, 'name'],
    ['a name that pushes the rest away', { name: 'ERP      1' }, 'name'],
    ['a name with marks piled up', { name: `E${'\u0301'.repeat(9)}` }, 'name'],
    ['no scopes', { scopes: [] }, 'scopes'],
    ['a scope that there is not', { scopes: ['everything'] }, 'scopes.0'],
    ['a field that there is not', { token: 'x' }, 'token'],
  ])('is refused with %s', async (_what, wish, field) => {
    const till = await startPairingTill();
    const answer = await till.ask(wish);
    expect([answer.status, problemCode(answer)]).toEqual([400, 'invalid-input']);
    expect(Object.keys(answer.json['errors'] ?? {})).toEqual([field]);
    expect(till.pairings.list()).toEqual([]);
  });

  it('must be JSON, so that no form of a page can ask', async () => {
    const till = await startPairingTill();
    const body = JSON.stringify({ name: 'ERP', scopes: ['status'] });
    const headers = [['Content-Type', 'text/plain'] as const, fromShop];
    const answer = await send(till.port, { method: 'POST', path: '/v1/pairings', headers, body });
    expect(problemCode(answer)).toBe('media-type-refused');
  });
});

describe('a bridge that cannot ask', () => {
  it('says so without a window, and names the command', async () => {
    const till = await startPairingTill({ attended: false });
    const answer = await till.ask();
    expect([answer.status, problemCode(answer)]).toEqual([403, 'pairing-impossible']);
    expect(answer.json['detail']).toContain('/usr/bin/node main/cli.ts token create --data-dir DIR');
    // The folder that it lies in is nothing for a page.
    const page = await till.ask({}, fromShop);
    expect(page.json['detail']).toContain('the command: token create --data-dir DIR');
    expect(page.text).not.toContain('main/cli.ts');
  });

  it('names the settings alone where there are no commands, as in the packaged app', async () => {
    const till = await startPairingTill({ attended: false, program: null });
    const { text } = await till.ask();
    expect(text).toContain('A token is made in the settings, under Programs.');
    expect(text).not.toContain('token create');
  });

  it('says so while its folder is sealed, or may be a copy', async () => {
    const till = await startPairingTill();
    till.bridge.sealed = { code: 'sealed', detail: 'The key is not at hand.' };
    expect(problemCode(await till.ask())).toBe('sealed');
    till.bridge.sealed = null;
    till.bridge.paused = 'This folder was copied.';
    expect(problemCode(await till.ask())).toBe('paused');
    till.bridge.paused = null;
    expect((await till.ask()).status).toBe(201);
  });

  it('tells a page no more than that: the reason names files, and whose they are', async () => {
    const till = await startPairingTill();
    const where = '/home/jo/.config/tillbridge/keys/0a1b.key';
    till.bridge.sealed = { code: 'sealed', detail: `Expected key file: ${where}.` };
    const sealed = await till.ask();
    till.bridge.sealed = null;
    till.bridge.fault = Object.assign(new Error(`${where} cannot be written.`), { name: 'StorageFailed' });
    const failed = await till.ask();
    expect([sealed, failed].map(problemCode)).toEqual(['sealed', 'storage-failed']);
    expect(JSON.stringify([sealed.json, failed.json])).not.toContain('/home');
  });
});

describe('a preflight of a page that is not paired', () => {
  const preflight = (port: number, path: string, origin: string) =>
    send(port, {
      method: 'OPTIONS',
      path,
      headers: [
        ['Origin', origin],
        ['Access-Control-Request-Method', 'POST'],
        ['Access-Control-Request-Headers', 'authorization,content-type'],
        ['Access-Control-Request-Private-Network', 'true'],
      ],
    });

  it('is answered where it asks to be paired and where it finds the bridge, and nowhere else', async () => {
    const till = await startPairingTill();
    for (const path of ['/v1/pairings', '/v1/pairings/abc', '/.well-known/tillbridge?nonce=0123456789abcdef']) {
      const answer = await preflight(till.port, path, shop);
      expect([path, answer.status, answer.headers['access-control-allow-origin']]).toEqual([path, 204, shop]);
      expect(answer.headers['access-control-allow-private-network']).toBe('true');
    }
    for (const path of ['/v1/status', '/v1/pairings2', '/v1/pairing', '/v1', '/.well-known/other']) {
      const answer = await preflight(till.port, path, shop);
      expect([path, problemCode(answer)]).toEqual([path, 'origin-refused']);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it.each(['null', 'file://', 'chrome-extension://abc', '*', `${shop}/`, 'https://user@shop.example'])(
    'is refused where the Origin is %j',
    async (origin) => {
      const till = await startPairingTill();
      const answer = await preflight(till.port, '/v1/pairings', origin);
      expect(problemCode(answer)).toBe('origin-refused');
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    },
  );
});
