// Browsers without Ed25519 exist, and pages without any cryptography do (those that came over plain HTTP): a pinned key
// that cannot be checked is said, and passed over on the caller's own word only.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Tillbridge } from '#client/index.ts';
import { json, keyHolder, stranger } from './stranger.ts';

afterEach(() => void vi.unstubAllGlobals());

const unsupported = () => Promise.reject(new DOMException('no Ed25519', 'NotSupportedError'));
const lacking = {
  'no Ed25519': { importKey: unsupported },
  'no cryptography at all': undefined,
};

describe.each(Object.entries(lacking))('where there is %s', (_, subtle) => {
  async function paired(whenUncheckable?: 'go-on') {
    const holder = keyHolder();
    const bridge = await stranger({
      '/.well-known/tillbridge': holder.answer,
      '/v1/status': (__, response) => json(response, 200, {}),
    });
    const getRandomValues = crypto.getRandomValues.bind(crypto);
    vi.stubGlobal('crypto', { getRandomValues, subtle });
    const identity = { keyId: 'k', publicKey: holder.publicKey };
    const more = whenUncheckable === undefined ? {} : { whenUncheckable };
    return { bridge, client: new Tillbridge({ baseUrl: bridge.url, token: 'tb_x', identity, ...more }) };
  }

  it('refuses to send the token, and says why', async () => {
    const { bridge, client } = await paired();
    await expect(client.status()).rejects.toMatchObject({ type: 'identity-uncheckable', reason: 'no-ed25519' });
    expect(bridge.told()).toEqual([]);
  });

  it('goes on where the caller said so, and says that nothing was checked', async () => {
    const { bridge, client } = await paired('go-on');
    await client.status();
    expect(await client.verifyIdentity()).toBe('uncheckable');
    expect(bridge.told()).toHaveLength(1);
  });
});
