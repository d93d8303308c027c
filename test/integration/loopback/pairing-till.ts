// A till that can be paired with: a clock that the test moves, a person at the window, and programs that ask.
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { type ClientGrant, plainClientOptions } from '#contract/programs/client.ts';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import type { Signer } from '#core/ports/journal.ts';
import { pairingSecrets } from '#loopback/pairing/pairing-secrets.ts';
import { type Pairings, createPairings } from '#loopback/pairing/pairings.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { type Till, jsonType, startTill } from './till.ts';
import { type WireAnswer, send } from './wire.ts';

type Header = readonly [name: string, value: string];

interface Asked extends WireAnswer {
  readonly id: string;
  readonly secret: string;
}

export interface PairingTill extends Till {
  readonly clock: FakeClock;
  readonly pairings: Pairings;
  readonly identity: Signer;
  /** How often the window was told. */
  readonly told: () => number;
  readonly ask: (wish?: JsonObject, ...headers: Header[]) => Promise<WireAnswer>;
  readonly poll: (asked: Pick<Asked, 'id' | 'secret'>, query?: string, ...headers: Header[]) => Promise<WireAnswer>;
  /** Puts a request at the window, and gives what its asker was told. */
  readonly asked: (wish?: JsonObject, ...headers: Header[]) => Promise<Asked>;
}

export const grant: ClientGrant = { scopes: ['status'], options: plainClientOptions };

interface PairingTillOptions {
  readonly attended?: boolean;
  readonly program?: string | null;
}

export async function startPairingTill({
  attended = true,
  program = '/usr/bin/node main/cli.ts',
}: PairingTillOptions = {}): Promise<PairingTill> {
  const clock = new FakeClock();
  const identity = aSigner();
  let pairings: Pairings | null = null;
  let told = 0;
  const till = await startTill({
    identity,
    ...(program === null ? {} : { program }),
    pairings: (clients) => {
      pairings = createPairings({
        clock,
        clients,
        secrets: pairingSecrets,
        attended: () => attended,
        changed: () => (told += 1),
      });
      return pairings;
    },
  });
  if (pairings === null) throw new Error('the till made no pairings');
  const ask: PairingTill['ask'] = (wish = {}, ...headers) =>
    send(till.port, {
      method: 'POST',
      path: '/v1/pairings',
      headers: [jsonType, ...headers],
      body: JSON.stringify({ name: 'ERP', scopes: ['status', 'sale'], ...wish }),
    });
  return {
    ...till,
    clock,
    pairings,
    identity,
    told: () => told,
    ask,
    poll: ({ id, secret }, query = '', ...headers) =>
      send(till.port, {
        path: `/v1/pairings/${id}${query}`,
        headers: [['Authorization', `Pairing ${secret}`], ...headers],
      }),
    async asked(wish, ...headers) {
      const answer = await ask(wish, ...headers);
      if (answer.status !== 201) throw new Error(`nothing was asked: ${answer.text}`);
      return { ...answer, id: textAt(answer.json, 'id') ?? '', secret: textAt(answer.json, 'secret') ?? '' };
    },
  };
}

function aSigner(): Signer {
  const { privateKey } = generateKeyPairSync('ed25519');
  const key = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const publicKeyPem = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
  const signed = (text: string) => sign(null, Buffer.from(text, 'utf8'), key).toString('base64');
  return { keyId: '0'.repeat(32), publicKeyPem, sign: signed };
}
