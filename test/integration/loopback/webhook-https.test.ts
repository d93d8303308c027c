// Events that are sent over https: the certificate must come from an authority that the machine trusts, and be that
// address's.
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Authority, createAuthority } from '../gateway/certificates.ts';
import { type DropInShop, type PairedErp, aDropInShop } from '#support/drop-in-shop.ts';
import { until } from '#support/until.ts';
import { aReceiver } from '#support/webhook-receiver.ts';

const before = getCACertificates('default');
let [ours, others]: Authority[] = [];
const authorityOf = (one: Authority | undefined) => one ?? createAuthority();

beforeAll(() => {
  [ours, others] = [createAuthority(), createAuthority()];
  setDefaultCACertificates([...before, ours.caPem]);
});
afterAll(() => {
  setDefaultCACertificates(before);
  for (const each of [ours, others]) each?.remove();
});

interface Webhook {
  readonly id: string;
  readonly position: number;
  readonly failing: { readonly why: string } | null;
}

async function call(shop: DropInShop, { token }: PairedErp, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': 'S-1' };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return (await (await fetch(`${shop.url}${path}`, { method, headers, ...sent })).json()) as {
    readonly id: string;
    readonly webhook: Webhook;
  };
}

/** A sale at a shop whose program's events go there. */
async function soldFor(url: string) {
  const shop = await aDropInShop();
  const erp = shop.pair();
  const { id, position } = (await call(shop, erp, 'POST', '/v1/webhook', { url })).webhook;
  shop.change(erp.id, { options: { webhook: { id, url, from: position, allowed: true } } });
  const input = { transId: 'S-1', posTerminalId: 'T1', amount: { value: 500, currency: 'EUR' } };
  const sale = await call(shop, erp, 'POST', '/v1/operations/sale?wait=20', input);
  const failing = () => until(async () => (await call(shop, erp, 'GET', '/v1/webhook')).webhook.failing);
  return { sale, failing };
}

it('arrive where the certificate is the address’s and from an authority that the machine trusts', async () => {
  const receiver = await aReceiver(authorityOf(ours).issue('IP:127.0.0.1'));
  expect(receiver.url).toMatch(/^https:/);
  const { sale } = await soldFor(receiver.url);
  const isDone = () => receiver.taken.some(({ data }) => data.operation?.id === sale.id && data.type === 'succeeded');
  await until(async () => (isDone() ? true : null));
});

it.each([
  ['another name’s', () => ours, 'IP:127.0.0.2', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['from an authority that nobody here trusts', () => others, 'IP:127.0.0.1', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
])(
  'are not sent where the certificate is %s, whatever the environment says, and the program can read why',
  async (_what, authority, names, why) => {
    const { env } = process;
    const { NODE_TLS_REJECT_UNAUTHORIZED: unset } = env;
    onTestFinished(() => {
      if (unset === undefined) delete env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else env['NODE_TLS_REJECT_UNAUTHORIZED'] = unset;
    });
    env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    const receiver = await aReceiver(authorityOf(authority()).issue(names));
    const { failing } = await soldFor(receiver.url);
    expect((await failing()).why).toBe(why);
    expect(receiver.all).toEqual([]);
  },
);
