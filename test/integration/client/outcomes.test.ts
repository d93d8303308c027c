// Every way in which a request can end, as the caller is told of it. The servers are real, the connections break for
// real; only what they say is scripted.
import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Tillbridge, find, isTillbridgeError } from '#client/index.ts';
import { ownPort } from '#support/port.ts';
import { beforeProof } from '#client/line/introduction.ts';
import { isConclusive } from '#client/line/retry.ts';
import { problemCodes } from '#contract/programs/problems.ts';
import { about, json, keyHolder, refuse, stranger, wellKnown } from './stranger.ts';

const token = `tb_${'x'.repeat(43)}`;
const refund = { payId: 'P-1', transId: 'R-1', amount: { value: 500, currency: 'EUR' } };
const accepted = { id: 'op_1', kind: 'refund', state: 'accepted', revision: 1 };

const client = (baseUrl: string, more: object = {}) => new Tillbridge({ baseUrl, token, maxRetries: 2, ...more });

async function failure(work: Promise<unknown>) {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!isTillbridgeError(error)) throw new Error('it did not fail as it should', { cause: error });
  expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain(token);
  return error;
}

describe('no bridge there', () => {
  it('says not running where nothing listens, and that nothing was sent', async () => {
    const url = `http://127.0.0.1:${await ownPort()}`;
    expect(await failure(find({ baseUrl: url }))).toMatchObject({ type: 'not-running', reason: 'no-connection' });
    const error = await failure(client(url).operations.submit('refund', refund, { requestId: 'r' }));
    expect(error).toMatchObject({ type: 'not-running', reason: 'no-connection' });
  });

  it('gives no token to a program that is not Tillbridge', async () => {
    const other = await stranger({ [wellKnown]: (_, response) => response.end('<h1>It works!</h1>') });
    expect(await failure(find({ baseUrl: other.url }))).toMatchObject({
      type: 'not-running',
      reason: 'not-tillbridge',
    });
    const error = await failure(client(other.url).status());
    expect(error).toMatchObject({ type: 'not-running', reason: 'not-tillbridge' });
    expect(other.told()).toEqual([]);
  });

  it.each([[['v2', 'v3']], [[]], [undefined], ['v1']])(
    'gives no token to a Tillbridge that speaks another version of the API: %j',
    async (apiVersions) => {
      const other = await stranger({
        [wellKnown]: (_, response) => json(response, 200, { ...about, apiVersions }),
      });
      const spoken = Array.isArray(apiVersions) ? apiVersions : [];
      const unsupported = { type: 'version-unsupported', apiVersions: spoken };
      expect(await failure(find({ baseUrl: other.url }))).toMatchObject(unsupported);
      const sent = client(other.url).operations.submit('refund', refund, { requestId: 'r' });
      expect(await failure(sent)).toMatchObject(unsupported);
      expect(await failure(client(other.url).events.stream().next())).toMatchObject(unsupported);
      expect(other.told()).toEqual([]);
    },
  );

  it('goes on with a Tillbridge that speaks a newer version beside its own', async () => {
    const newer = await stranger({
      [wellKnown]: (_, response) => json(response, 200, { ...about, apiVersions: ['v1', 'v2'] }),
      '/v1/status': (_, response) => json(response, 200, { product: 'Tillbridge' }),
    });
    expect(await client(newer.url).status()).toMatchObject({ product: 'Tillbridge' });
  });

  it('takes no token along when it is sent elsewhere', async () => {
    const elsewhere = await stranger({});
    const sending = await stranger({
      '/v1/status': (_, response) => response.writeHead(307, { location: `${elsewhere.url}/v1/status` }).end(),
    });
    expect(await failure(client(sending.url).status())).toMatchObject({ type: 'no-answer' });
    expect(elsewhere.seen).toEqual([]);
  });
});

describe('identity', () => {
  it('is proved with the pinned key before the token is sent', async () => {
    const holder = keyHolder();
    const bridge = await stranger({
      [wellKnown]: holder.answer,
      '/v1/status': (_, response) => json(response, 200, {}),
    });
    const paired = client(bridge.url, { identity: { keyId: 'k', publicKey: holder.publicKey } });
    await paired.status();
    expect(await paired.verifyIdentity()).toBe('verified');
    expect(bridge.seen[0]?.path).toMatch(/^\/\.well-known\/tillbridge\?nonce=[\w-]{22}$/);
    expect(bridge.told()).toHaveLength(1);
  });

  it.each([
    ['another key', () => keyHolder().answer],
    ['no signature', () => undefined],
  ])('is changed where whoever listens has %s: no token is sent, and nothing is tried again', async (_, answer) => {
    const pinned = keyHolder();
    const given = answer();
    const bridge = await stranger(given === undefined ? {} : { [wellKnown]: given });
    const paired = client(bridge.url, { identity: { keyId: 'k', publicKey: pinned.publicKey } });
    const error = await failure(paired.operations.submit('refund', refund, { requestId: 'r' }));
    expect(error.type).toBe('identity-changed');
    expect(bridge.told()).toEqual([]);
    expect(bridge.seen).toHaveLength(1);
  });

  it('is asked for again after a connection broke, so a program that took the port gets no token', async () => {
    const holder = keyHolder();
    let taken = false;
    const bridge = await stranger({
      [wellKnown]: (seen, response, incoming) =>
        taken ? json(response, 200, about) : holder.answer(seen, response, incoming),
      '/v1/status': (_, response) => {
        taken = true;
        response.destroy();
      },
    });
    const paired = client(bridge.url, { identity: { keyId: 'k', publicKey: holder.publicKey } });
    expect((await failure(paired.status())).type).toBe('identity-changed');
    expect(bridge.told()).toHaveLength(1);
  });

  it.each(problemCodes)(
    'is not proved by the problem %s, which settles nothing of an earlier sending',
    async (code) => {
      const squatter = await stranger({ [wellKnown]: (_, response) => refuse(response, 409, code) });
      const identity = { keyId: 'k', publicKey: keyHolder().publicKey };
      const paired = client(squatter.url, { identity, maxRetries: 0 });
      const error = await failure(paired.operations.submit('refund', refund, { requestId: 'stored-before-a-crash' }));
      const believed = beforeProof.includes(code) ? { type: 'refused', code } : { type: 'not-running' };
      expect(error).toMatchObject(believed);
      if (error.type === 'refused') expect(isConclusive(error.problem)).toBe(false);
      expect((await failure(paired.status())).type).toBe(believed.type);
      expect(squatter.told()).toEqual([]);
    },
  );

  it.each(['refund-limit', 'invalid-input', 'stopping'])(
    'was proved once: after a lost answer the forged problem %s leaves it unknown',
    async (code) => {
      const holder = keyHolder();
      let taken = false;
      const bridge = await stranger({
        [wellKnown]: (seen, response, incoming) =>
          taken ? refuse(response, 409, code) : holder.answer(seen, response, incoming),
        'POST /v1/operations/refund': (_, response) => {
          taken = true;
          response.destroy();
        },
      });
      const identity = { keyId: 'k', publicKey: holder.publicKey };
      const paired = client(bridge.url, { identity, maxRetries: 1 });
      const error = await failure(paired.operations.submit('refund', refund, { requestId: 'mine' }));
      expect(error).toMatchObject({ type: 'unknown', requestId: 'mine' });
    },
  );

  it('says that a pinned key cannot be checked, instead of passing over it', async () => {
    const bridge = await stranger({});
    const paired = client(bridge.url, { identity: { keyId: 'k', publicKey: 'no key' } });
    expect(await failure(paired.status())).toMatchObject({ type: 'identity-uncheckable', reason: 'key-unreadable' });
    expect(bridge.told()).toEqual([]);
  });
});

describe('an operation', () => {
  it('is sent again under the same request id when the answer was lost, and answered', async () => {
    let times = 0;
    const bridge = await stranger({
      'POST /v1/operations/refund': (_, response) => {
        times += 1;
        if (times === 1) response.destroy();
        else json(response, 202, accepted);
      },
    });
    const operation = await client(bridge.url).operations.submit('refund', refund, {
      requestId: 'mine',
      waitSeconds: 5,
    });
    expect(operation).toMatchObject(accepted);
    const sent = bridge.told();
    expect(sent.map(({ key, path, body }) => [key, path, JSON.parse(body) as unknown])).toEqual([
      ['mine', '/v1/operations/refund?wait=5', refund],
      ['mine', '/v1/operations/refund?wait=5', refund],
    ]);
  });

  it('is unknown when no answer ever came, and names the request id to send again', async () => {
    const bridge = await stranger({ 'POST /v1/operations/refund': (_, response) => response.destroy() });
    const error = await failure(client(bridge.url).operations.submit('refund', refund, { requestId: 'mine' }));
    expect(error).toMatchObject({ type: 'unknown', requestId: 'mine', kind: 'refund' });
    expect(bridge.told()).toHaveLength(3);
  });

  it.each([
    [
      'an answer that is cut',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{"id":');
        response.socket?.end();
      },
    ],
    ['an answer that is no JSON', (response: ServerResponse) => void response.end('OK')],
    ['a fault inside the bridge', (response: ServerResponse) => refuse(response, 500, 'internal-error')],
    ['a disk that fails', (response: ServerResponse) => refuse(response, 503, 'storage-failed')],
    ['a token that was revoked meanwhile', (response: ServerResponse) => refuse(response, 401, 'token-revoked')],
  ])('is unknown after %s', async (_, act) => {
    const bridge = await stranger({ 'POST /v1/operations/refund': (__, response) => act(response) });
    const error = await failure(client(bridge.url).operations.submit('refund', refund, { requestId: 'mine' }));
    expect(error.type).toBe('unknown');
    expect(new Set(bridge.told().map(({ key }) => key))).toEqual(new Set(['mine']));
  });

  it('is unknown when the time is over after it was sent', async () => {
    // The client's own timer only, so that its time is over when the request has arrived, and not before.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const timeoutMs = 30_000;
    const silent = await stranger({ 'POST /v1/operations/refund': () => void vi.advanceTimersByTime(timeoutMs) });
    const late = client(silent.url, { timeoutMs }).operations.submit('refund', refund, { requestId: 'mine' });
    expect((await failure(late)).type).toBe('unknown');
    expect(silent.told()).toHaveLength(1);
  });

  it('is refused, once, with the bridge’s own code', async () => {
    const bridge = await stranger({
      'POST /v1/operations/refund': (_, response) => refuse(response, 422, 'refund-exceeds-captured'),
    });
    const error = await failure(client(bridge.url).operations.submit('refund', refund, { requestId: 'mine' }));
    expect(error).toMatchObject({ type: 'refused', code: 'refund-exceeds-captured', status: 422 });
    expect(bridge.told()).toHaveLength(1);
  });

  it.each([
    ['offline', 'refused'],
    ['token-unknown', 'unknown'],
  ])('after a lost answer, %s leaves it %s', async (code, type) => {
    let times = 0;
    const bridge = await stranger({
      'POST /v1/operations/refund': (_, response) => {
        times += 1;
        if (times === 1) response.destroy();
        else refuse(response, 503, code);
      },
    });
    expect((await failure(client(bridge.url).operations.submit('refund', refund, { requestId: 'mine' }))).type).toBe(
      type,
    );
  });

  it('is asked for again after Retry-After, and not before', async () => {
    const at: number[] = [];
    const bridge = await stranger({
      'POST /v1/operations/refund': (_, response) => {
        at.push(performance.now());
        if (at.length === 1) refuse(response, 429, 'too-many-requests', { 'retry-after': '1' });
        else json(response, 200, accepted);
      },
    });
    await client(bridge.url).operations.submit('refund', refund, { requestId: 'mine' });
    expect(at[1]! - at[0]!).toBeGreaterThanOrEqual(990);
  });

  it('gets a request id where the caller gave none, the same for all its sendings', async () => {
    let times = 0;
    const bridge = await stranger({
      'POST /v1/operations/refund': (_, response) =>
        (times += 1) === 1 ? response.destroy() : json(response, 200, accepted),
    });
    await client(bridge.url).operations.submit('refund', refund);
    const [first, second] = bridge.told();
    expect(first?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(second?.key).toBe(first?.key);
  });

  it('ends with the caller’s signal, and says whether it may have been sent', async () => {
    const stop = new AbortController();
    const bridge = await stranger({ 'POST /v1/operations/refund': () => stop.abort() });
    const options = { requestId: 'mine', signal: stop.signal };
    const error = await failure(client(bridge.url).operations.submit('refund', refund, options));
    expect(error).toMatchObject({ type: 'aborted', requestId: 'mine', maybeSent: true });
    const before = await failure(client(bridge.url).operations.submit('refund', refund, options));
    expect(before).toMatchObject({ type: 'aborted', maybeSent: false });
    expect(bridge.told()).toHaveLength(1);
  });

  it('is waited for until nothing about it can change, and each revision is told once', async () => {
    const states = ['accepted', 'sending', 'unknown', 'needs-person', 'succeeded'];
    let asked = 0;
    const bridge = await stranger({
      'GET /v1/operations/op_1': (_, response) => {
        const revision = Math.min(states.length, (asked += 1));
        json(response, 200, { ...accepted, revision, state: states[revision - 1] });
      },
    });
    const seen: string[] = [];
    const { operations } = client(bridge.url);
    const onChange = ({ state }: { readonly state: string }) => void seen.push(state);
    const person = await operations.waitUntilFinal('op_1', { orNeedsPerson: true, onChange });
    expect(person.state).toBe('needs-person');
    expect(seen).toEqual(['accepted', 'sending', 'unknown', 'needs-person']);
    expect((await operations.waitUntilFinal('op_1')).state).toBe('succeeded');
  });
});

describe('a read', () => {
  it('is repeated, and has no answer at last', async () => {
    const bridge = await stranger({ '/v1/terminals': (_, response) => response.destroy() });
    expect((await failure(client(bridge.url).terminals.list())).type).toBe('no-answer');
    expect(bridge.told()).toHaveLength(3);
  });
});
