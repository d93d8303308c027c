// Which bridge this is: a signature over a nonce of the asker, by a key that it pinned when it was paired.
import { verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { textAt } from '#contract/data/json.ts';
import { startPairingTill } from './pairing-till.ts';
import { problemCode, startTill } from './till.ts';
import { send } from './wire.ts';

const nonce = 'Zm9vYmFyYmF6cXV4MTIz';
const path = `/.well-known/tillbridge?nonce=${nonce}`;

function holds(publicKey: string, host: string, signature: string | null): boolean {
  const text = `tillbridge-identity:1\n${nonce}\n${host}`;
  return verify(null, Buffer.from(text), publicKey, Buffer.from(signature ?? '', 'base64'));
}

describe('a bridge that is asked who it is', () => {
  it('signs the nonce and the host that it was asked under, with the key that a pairing pins', async () => {
    const till = await startPairingTill();
    const { keyId, ...pinned } = (await till.asked()).json;
    const publicKey = textAt(pinned, 'publicKey') ?? '';
    for (const host of [`127.0.0.1:${till.port}`, `localhost:${till.port}`]) {
      const answer = await send(till.port, { path, headers: [['Host', host]] });
      expect(answer.json).toMatchObject({ product: 'Tillbridge', publicKey, keyId });
      expect(holds(publicKey, host, textAt(answer.json, 'signature'))).toBe(true);
      expect(holds(publicKey, `127.0.0.1:${till.port + 1}`, textAt(answer.json, 'signature'))).toBe(false);
    }
  });

  it('signs nothing without a nonce, and nothing that could mean something else', async () => {
    const till = await startPairingTill();
    const plain = await send(till.port, { path: '/.well-known/tillbridge' });
    expect(plain.json).toEqual({ product: 'Tillbridge', version: '1.2.3', apiVersions: ['v1'] });
    for (const bad of ['short', 'x'.repeat(129), 'more%20than%20one%20word%20of%20text', '']) {
      const answer = await send(till.port, { path: `/.well-known/tillbridge?nonce=${bad}` });
      expect([answer.status, problemCode(answer)]).toEqual([400, 'invalid-input']);
    }
  });

  it('says that it is sealed where its key is not at hand, and signs nothing', async () => {
    const till = await startTill();
    const answer = await send(till.port, { path });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ product: 'Tillbridge', version: '1.2.3', apiVersions: ['v1'], sealed: true });
  });

  it('lets a page that is not paired yet read the answer; a page without an origin not', async () => {
    const till = await startPairingTill();
    const ask = (origin: string) => send(till.port, { path, headers: [['Origin', origin]] });
    const read = (await ask('https://shop.example')).headers['access-control-allow-origin'];
    expect(read).toBe('https://shop.example');
    expect((await ask('null')).headers['access-control-allow-origin']).toBeUndefined();
  });
});
