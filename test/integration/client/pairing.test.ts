// Pairing by the client package: with a whole bridge whose window is the test, and with servers that misbehave.
import { describe, expect, it } from 'vitest';
import { plainClientOptions } from '#contract/programs/client.ts';
import type { PairingView } from '#contract/programs/pairing.ts';
import { Tillbridge, pair } from '#client/index.ts';
import { until } from '#support/until.ts';
import { type WholeBridge, aWholeBridge } from '#support/whole-bridge.ts';
import { json, keyHolder, refuse, stranger } from './stranger.ts';

const wish = { name: 'Our ERP', scopes: ['status', 'sale', 'refund'] } as const;

const waiting = ({ window }: WholeBridge): Promise<PairingView> =>
  until(() => Promise.resolve(window.pairings().find(({ state }) => state === 'waiting') ?? null));

describe('pairing with a bridge', () => {
  it('shows the digits that the window shows, and gives what was granted there, proved by the bridge’s key', async () => {
    const whole = await aWholeBridge();
    const asked = await pair({ ...wish, baseUrl: whole.bridge.url });
    const { id, code, name } = await waiting(whole);
    expect(asked.code).toMatch(/^\d{6}$/);
    expect([code, name]).toEqual([asked.code, 'Our ERP']);
    const granted = asked.granted();
    await whole.window.answerPairing({ id, grant: { scopes: ['status'], options: plainClientOptions } });
    const paired = await granted;
    expect(paired).toMatchObject({ name: 'Our ERP', scopes: ['status'], origin: null, identityCheck: 'verified' });

    const bridge = new Tillbridge({ baseUrl: whole.bridge.url, token: paired.token, identity: paired.identity });
    expect(await bridge.verifyIdentity()).toBe('verified');
    expect((await bridge.status()).product).toBe('Tillbridge');
    const amount = { value: 100, currency: 'EUR' };
    const sale = { messageType: 'SALE', transId: 'S-1', posTerminalId: 'T1', amount } as const;
    await expect(bridge.operations.submit('cloud-pos', sale)).rejects.toMatchObject({ code: 'scope-missing' });
  });

  it('is refused when the person says no, and the client does not ask again', async () => {
    const whole = await aWholeBridge();
    const asked = await pair({ ...wish, baseUrl: whole.bridge.url });
    const { id } = await waiting(whole);
    await whole.window.answerPairing({ id, grant: null });
    await expect(asked.granted()).rejects.toMatchObject({ type: 'refused', code: 'pairing-refused' });
    expect(whole.window.pairings()).toEqual([]);
  });

  it('tells another bridge at the same port from the one that was paired', async () => {
    const whole = await aWholeBridge();
    const other = await aWholeBridge();
    const asked = await pair({ ...wish, baseUrl: whole.bridge.url });
    await whole.window.answerPairing({
      id: (await waiting(whole)).id,
      grant: { scopes: ['status'], options: plainClientOptions },
    });
    const { token, identity } = await asked.granted();
    const stray = new Tillbridge({ baseUrl: other.bridge.url, token, identity });
    await expect(stray.status()).rejects.toMatchObject({ type: 'identity-changed' });
  });
});

describe('pairing that goes wrong', () => {
  const made = (publicKey: string) => ({ id: 'p1', code: '123456', secret: 's', expiresAt: '', keyId: 'k', publicKey });

  it('is asked once only, also when the answer was lost', async () => {
    const bridge = await stranger({ 'POST /v1/pairings': (_, response) => response.destroy() });
    await expect(pair({ ...wish, baseUrl: bridge.url })).rejects.toMatchObject({ type: 'no-answer' });
    expect(bridge.told()).toHaveLength(1);
  });

  it('goes on asking how it stands over a line that breaks, and takes the token once', async () => {
    const holder = keyHolder();
    let asked = 0;
    const bridge = await stranger({
      '/.well-known/tillbridge': holder.answer,
      'POST /v1/pairings': (_, response) => json(response, 201, made(holder.publicKey)),
      'GET /v1/pairings/p1': (_, response) => {
        asked += 1;
        if (asked === 1) response.destroy();
        else if (asked === 2) json(response, 202, { state: 'waiting', expiresAt: '' });
        else
          json(response, 200, { state: 'granted', token: 'tb_t', clientId: 'c', name: 'n', scopes: [], origin: null });
      },
    });
    const paired = await (await pair({ ...wish, baseUrl: bridge.url })).granted();
    expect(paired.token).toBe('tb_t');
    expect(bridge.told().map(({ method }) => method)).toEqual(['POST', 'GET', 'GET', 'GET']);
    expect(bridge.told().at(1)?.authorization).toBe('Pairing s');
  });

  it('shows the secret to no bridge that cannot prove the key it named', async () => {
    const [named, real] = [keyHolder(), keyHolder()];
    const bridge = await stranger({
      '/.well-known/tillbridge': real.answer,
      'POST /v1/pairings': (_, response) => json(response, 201, made(named.publicKey)),
      'GET /v1/pairings/p1': (_, response) =>
        json(response, 200, { state: 'granted', token: 'tb_t', clientId: 'c', name: 'n', scopes: [], origin: null }),
    });
    const asked = await pair({ ...wish, baseUrl: bridge.url });
    await expect(asked.granted()).rejects.toMatchObject({ type: 'identity-changed' });
    expect(bridge.told().map(({ method }) => method)).toEqual(['POST']);
  });

  it('says what the bridge says where no person can be asked, or its folder is sealed', async () => {
    const headless = await stranger({
      'POST /v1/pairings': (_, response) => refuse(response, 403, 'pairing-impossible'),
    });
    await expect(pair({ ...wish, baseUrl: headless.url })).rejects.toMatchObject({ code: 'pairing-impossible' });
    const sealed = await stranger({ '/.well-known/tillbridge': (_, response) => refuse(response, 503, 'sealed') });
    const identity = { keyId: 'k', publicKey: keyHolder().publicKey };
    const bridge = new Tillbridge({ baseUrl: sealed.url, token: 'tb_x', identity });
    await expect(bridge.status()).rejects.toMatchObject({ type: 'refused', code: 'sealed' });
    expect(sealed.told()).toEqual([]);
  });
});
