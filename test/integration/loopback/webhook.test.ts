// Events that are sent to a program: a whole bridge, and a receiver on a real socket that dies, refuses, hangs and
// redirects.
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addressProblem } from '#http/address.ts';
import { type DropInShop, type PairedErp, aDropInShop } from '#support/drop-in-shop.ts';
import { until } from '#support/until.ts';
import { type Arrived, type Receiver, type Reply, aReceiver, takes } from '#support/webhook-receiver.ts';

/** Until it does. */
const holds = (what: () => boolean) => until(async () => (what() ? true : null));

const money = (value: number) => ({ value, currency: 'EUR' });

function api(shop: DropInShop, { token }: PairedErp) {
  const authorization = `Bearer ${token}`;
  const call = async (method: string, path: string, body?: object, key?: string) => {
    const answer = await fetch(`${shop.url}${path}`, {
      method,
      headers: {
        authorization,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as { readonly [name: string]: unknown } };
  };
  return {
    ask: (url: string | null) => call('POST', '/v1/webhook', { url }),
    webhook: async () => (await call('GET', '/v1/webhook')).body['webhook'] as Webhook | null,
    sell: (id: string) =>
      call('POST', '/v1/operations/sale?wait=20', { transId: id, posTerminalId: 'T1', amount: money(500) }, id),
    events: () => fetch(`${shop.url}/v1/events?lastEventId=0`, { headers: { authorization } }),
  };
}

interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly state: string;
  readonly position: number;
  readonly failing: { readonly since: string; readonly tries: number; readonly why: string } | null;
}

/** As a person does, with the whole registration that he saw. */
function allow(shop: DropInShop, { id }: PairedErp, { id: webhookId, url, position }: Webhook, allowed = true): void {
  shop.change(id, { options: { webhook: { id: webhookId, url, from: position, allowed } } });
}

async function registered(
  shop: DropInShop,
  paired: PairedErp,
  url: string,
): Promise<{ secret: string; hook: Webhook }> {
  const { status, body } = await api(shop, paired).ask(url);
  expect(status).toBe(200);
  return { secret: body['secret'] as string, hook: body['webhook'] as Webhook };
}

const numbersOf = (arrived: readonly Arrived[]) => arrived.map(({ id }) => id);
const rising = (numbers: readonly number[]) => numbers.every((each, index) => each > (numbers[index - 1] ?? 0));

/** Every number that the stream of events shows behind `from`. */
async function streamed(shop: DropInShop, paired: PairedErp, from: number, last: number): Promise<number[]> {
  const answer = await api(shop, paired).events();
  let text = '';
  for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (text.includes(`\nid: ${last}\n`)) break;
  }
  const numbers = [...text.matchAll(/id: (\d+)\nevent: operation\n/g)].map(([, id]) => Number(id));
  return numbers.filter((id) => id > from);
}

const lastNumber = (receiver: Receiver) => receiver.taken.at(-1)?.id ?? 0;

/** Everything that happened was taken, once, in order: as the stream of events shows it. */
async function expectWhole(shop: DropInShop, paired: PairedErp, receiver: Receiver, from: number): Promise<void> {
  const { body } = await api(shop, paired).sell(`last-${receiver.all.length}`);
  await holds(() => receiver.taken.some(({ data }) => data.operation?.id === body['id'] && isDone(data)));
  const numbers = numbersOf(receiver.taken);
  expect(rising(numbers)).toBe(true);
  expect(numbers).toEqual(await streamed(shop, paired, from, lastNumber(receiver)));
}

const isDone = (data: Arrived['data']) => data.type === 'succeeded';

describe('a webhook', () => {
  it('waits for a person; then events are sent in order, signed, from when it was asked for', async () => {
    const [shop, receiver] = [await aDropInShop(), await aReceiver()];
    const paired = shop.pair();
    const erp = api(shop, paired);
    await erp.sell('before');
    const { secret, hook } = await registered(shop, paired, receiver.url);
    expect(hook).toMatchObject({ url: receiver.url, state: 'waiting', failing: null });
    const first = await erp.sell('S-1');
    expect([receiver.all, (await erp.webhook())?.state]).toEqual([[], 'waiting']);
    allow(shop, paired, hook);
    await expectWhole(shop, paired, receiver, hook.position);
    expect(receiver.taken[0]).toMatchObject({ event: 'operation', data: { operation: { id: first.body['id'] } } });
    for (const [index, body] of receiver.bodies.entries()) {
      const head = receiver.heads[index] ?? {};
      const time = String(head['tillbridge-timestamp']);
      const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
      expect(head['tillbridge-signature']).toBe(`v1=${signature}`);
      expect(Math.abs(Number(time) - Date.now() / 1_000)).toBeLessThan(300);
      expect(head['tillbridge-webhook']).toBe(hook.id);
      expect(head['tillbridge-event-id']).toBe(String(receiver.all[index]?.id));
    }
    expect(shop.filesHolding(secret)).toEqual([]);
    expect(shop.log.join('\n')).not.toContain(secret);
  });

  it.each<readonly [string, Reply, string]>([
    ['answers 500', (outgoing) => void outgoing.writeHead(500).end(), 'status 500'],
    ['redirects', (outgoing) => void outgoing.writeHead(307, { location: '/elsewhere' }).end(), 'status 307'],
    ['breaks off', (outgoing) => void outgoing.destroy(), 'ECONNRESET'],
  ])('whose receiver %s is tried again, and misses nothing', async (_what, reply, why) => {
    const [shop, receiver] = [await aDropInShop(), await aReceiver()];
    const paired = shop.pair();
    const { hook } = await registered(shop, paired, receiver.url);
    receiver.reply = reply;
    allow(shop, paired, hook);
    await api(shop, paired).sell('S-1');
    const failing = await until(async () => (await api(shop, paired).webhook())?.failing ?? null);
    expect(failing.why).toBe(why);
    await holds(() => receiver.all.length >= 2);
    expect(new Set(numbersOf(receiver.all)).size).toBe(1);
    receiver.reply = takes;
    await expectWhole(shop, paired, receiver, hook.position);
    expect((await api(shop, paired).webhook())?.failing).toBeNull();
  });

  it('that hangs holds up neither a sale nor another program, and ends with the bridge', async () => {
    const [shop, hanging, other] = [await aDropInShop(), await aReceiver(), await aReceiver()];
    const [slow, quick] = [shop.pair(), shop.pair()];
    hanging.reply = () => {};
    const stuck = await registered(shop, slow, hanging.url);
    const { hook } = await registered(shop, quick, other.url);
    allow(shop, slow, stuck.hook);
    allow(shop, quick, hook);
    await api(shop, slow).sell('S-1');
    await holds(() => hanging.all.length === 1);
    expect((await api(shop, quick).sell('S-2')).body['state']).toBe('succeeded');
    await expectWhole(shop, quick, other, hook.position);
    expect(hanging.all).toHaveLength(1);
    await shop.stop();
  });

  it('goes on after restarts of both sides without a gap', async () => {
    const [shop, receiver] = [await aDropInShop(), await aReceiver()];
    const paired = shop.pair();
    const { hook } = await registered(shop, paired, receiver.url);
    allow(shop, paired, hook);
    await api(shop, paired).sell('S-1');
    await holds(() => receiver.taken.length > 0);
    await receiver.close();
    await api(shop, paired).sell('S-2');
    await shop.stop();
    await shop.start();
    await api(shop, paired).sell('S-3');
    await receiver.open();
    await expectWhole(shop, paired, receiver, hook.position);
  });

  it('ends when its token is revoked, its scope is taken, a person stops it or the program ends it', async () => {
    const [shop, receiver] = [await aDropInShop(), await aReceiver()];
    const seller = shop.pair();
    const ends: ((paired: PairedErp, hook: Webhook) => unknown)[] = [
      ({ id }) => shop.revoke(id),
      ({ id }) => shop.change(id, { removed: ['status'] }),
      (paired, hook) => allow(shop, paired, hook, false),
      (paired) => api(shop, paired).ask(null),
    ];
    for (const [index, end] of ends.entries()) {
      const paired = shop.pair();
      const { hook } = await registered(shop, paired, receiver.url);
      allow(shop, paired, hook);
      await api(shop, seller).sell(`S-${index}`);
      await holds(() => receiver.heads.some((head) => head['tillbridge-webhook'] === hook.id));
      await end(paired, hook);
      const count = () => receiver.heads.filter((head) => head['tillbridge-webhook'] === hook.id).length;
      const control = shop.pair();
      const { hook: open } = await registered(shop, control, receiver.url);
      allow(shop, control, open);
      const before = count();
      const { body } = await api(shop, seller).sell(`T-${index}`);
      await holds(() => {
        const told = receiver.all.filter((_, at) => receiver.heads[at]?.['tillbridge-webhook'] === open.id);
        return told.some(({ data }) => data.operation?.id === body['id'] && isDone(data));
      });
      expect(count() - before).toBe(0);
      shop.revoke(control.id);
    }
  });

  it('says since when it fails in the time that operations are told in, whatever the clock on the wall says', async () => {
    const [shop, receiver] = [await aDropInShop({ aheadMs: 86_400_000 }), await aReceiver()];
    const paired = shop.pair();
    const { hook } = await registered(shop, paired, receiver.url);
    receiver.reply = (outgoing) => void outgoing.writeHead(500).end();
    allow(shop, paired, hook);
    const { body } = await api(shop, paired).sell('S-1');
    const failing = await until(async () => (await api(shop, paired).webhook())?.failing ?? null);
    expect(failing.since >= String(body['createdAt'])).toBe(true);
  });

  it('of a program that was let in while practising ends when the till goes live; one that is let in then is told', async () => {
    const [shop, practice, live] = [await aDropInShop(), await aReceiver(), await aReceiver()];
    const before = shop.pair();
    const { hook } = await registered(shop, before, practice.url);
    allow(shop, before, hook);
    await api(shop, before).sell('S-1');
    await holds(() => practice.taken.some(({ data }) => isDone(data)));
    const count = practice.all.length;
    await shop.stop();
    await shop.start({ mode: 'live' });
    expect((await api(shop, before).ask(practice.url)).status).toBe(401);
    const after = shop.pair();
    const { hook: open } = await registered(shop, after, live.url);
    allow(shop, after, open);
    await expectWhole(shop, after, live, open.position);
    expect(practice.all).toHaveLength(count);
  });

  it('shows a program what the stream shows it, and no more', async () => {
    const [shop, receiver] = [await aDropInShop(), await aReceiver()];
    const [seller, watcher] = [shop.pair(), shop.pair({ scopes: ['status'] })];
    const { hook } = await registered(shop, watcher, receiver.url);
    allow(shop, watcher, hook);
    await api(shop, seller).sell('S-1');
    await holds(() => receiver.taken.length > 0);
    for (const { data } of receiver.all) expect(data.operation).toMatchObject({ kind: 'cloud-pos', withheld: true });
  });

  it('is allowed for the address that the person saw, and asked for again it waits again', async () => {
    const [shop, receiver] = [await aDropInShop(), await aReceiver()];
    const paired = shop.pair();
    const { hook, secret } = await registered(shop, paired, receiver.url);
    allow(shop, paired, hook);
    await until(async () => ((await api(shop, paired).webhook())?.state === 'allowed' ? true : null));
    const again = await registered(shop, paired, `${receiver.url}/other`);
    expect(again.hook).toMatchObject({ state: 'waiting', url: `${receiver.url}/other` });
    expect(again.secret).not.toBe(secret);
    expect((await api(shop, paired).ask(null)).body).toEqual({ webhook: null, secret: null });
    expect(await api(shop, paired).webhook()).toBeNull();
  });
});

describe('an address', () => {
  it.each([
    'https://erp.example/tillbridge',
    'https://192.168.1.20:8443/hook',
    'http://127.0.0.1:9099/hook',
    'http://[::1]:9099/hook',
    'http://localhost:9099',
    'https://41.111.111.111:1111/1111',
  ])('%s is taken', (url) => {
    expect(addressProblem(url)).toBeNull();
  });

  it.each([
    'http://erp.example/hook',
    'http://192.168.1.20/hook',
    'http://127.0.0.1.erp.example/hook',
    'http://localhost.erp.example/',
    'https://user:secret@erp.example/',
    'https://user@erp.example/',
    'https://erp.example/?token=1',
    'https://erp.example/#a',
    'https://erp.example/?',
    'ftp://erp.example/',
    'file:///etc/passwd',
    'https://ERP.example/',
    'https://erp.example/a/../b',
    'http://2130706433/',
    'http://0.0.0.0/',
    'https://erp.example/4111111111111111',
    'https://erp.example/a/4111-1111-1111-1111/b',
    'erp.example',
    '',
  ])('%s is refused', async (url) => {
    expect(addressProblem(url)).toMatch(/^must /);
  });
});
