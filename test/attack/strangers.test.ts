// Callers without a token, as another user's program or a web page makes them: as many, as fast and over as many
// connections as they can. A client that has pinned the bridge's key asks on each new connection which bridge this is,
// at an address that needs no token; strangers who ask there too must not keep it from selling.
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { Tillbridge } from '#client/index.ts';
import { share } from '#support/share.ts';
import { sale } from '#support/shop.ts';
import { Wire } from '#support/strict-http.ts';
import { until } from '#support/until.ts';
import { Target, serving, wellKnown } from './target.ts';

const target = new Target();
beforeAll(async () => {
  await target.open();
  identity = (await (await fetch(`${target.shop.bridgeUrl}${question}`)).json()) as typeof identity;
});
afterAll(() => target.close());

const question = `${wellKnown}?nonce=${'n'.repeat(22)}`;
let identity: { readonly keyId: string; readonly publicKey: string };
let sold = 0;

/** A client that was never connected before, and repeats nothing. */
async function newClientSells(): Promise<string> {
  const { bridgeUrl: baseUrl, token } = target.shop;
  sold += 1;
  const id = `canary-stranger-${sold}`;
  const client = new Tillbridge({ baseUrl, token, identity, maxRetries: 0 });
  const { state } = await client.operations.submit('cloud-pos', sale(id, 100) as never, {
    requestId: id,
    waitSeconds: 60,
  });
  return state;
}

interface Flood {
  readonly count: number;
  readonly answers: number;
}

/** Asks over so many connections, again and again, until the test is over; a connection that ends is opened anew. */
async function flood(connections: number, bytes: Buffer): Promise<() => Flood> {
  let isOver = false;
  let answers = 0;
  let count = 0;
  const ask = async (): Promise<void> => {
    // oxlint-disable-next-line no-unmodified-loop-condition -- The function that is returned sets it.
    while (!isOver) {
      const wire = new Wire(target.port);
      try {
        count += 1;
        for (;;) {
          wire.send(bytes);
          const answer = await wire.answer();
          if (answer === null || isOver) break;
          answers += 1;
        }
      } catch {
        // Refused or reset.
      } finally {
        wire.close();
      }
    }
  };
  const asking = Array.from({ length: connections }, ask);
  onTestFinished(async () => {
    isOver = true;
    await Promise.all(asking);
  });
  return () => ({ count, answers });
}

const floods: readonly [string, number, string][] = [
  ['which bridge this is, over 100 connections', 100, question],
  ['which bridge this is, over more connections than there are places', 2_100, question],
  ['for the page of the documentation', 100, '/docs/page.css'],
];
it.each(share({ small: floods.slice(0, 1), large: floods }))(
  'who ask without end %s keep no new client from selling',
  async (_what, connections, path) => {
    const seen = await flood(connections, target.bytes({ path }));
    // Far more than all strangers together are answered at once.
    await until(async () => (seen().answers > 1_500 ? true : null));
    expect(await newClientSells()).toBe('succeeded');
    expect(await target.canary()).toEqual(serving);
  },
);
