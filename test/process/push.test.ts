// A program's webhook over kills: the bridge dies again and again while events go out, and the receiver loses some of its
// answers. Nothing is missing afterwards, and what came twice came under the same number.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { share } from '#support/share.ts';
import { Shop } from '#support/shop.ts';
import { until } from '#support/until.ts';
import { Receiver, takes } from '#support/webhook-receiver.ts';

const shop = new Shop();
const receiver = new Receiver();

beforeAll(async () => {
  await shop.open('status,sale');
  await receiver.open();
}, 120_000);
afterAll(async () => {
  await receiver.close();
  await shop.close();
});

const sell = (id: string) =>
  shop.erp.operate('sale', { transId: id, posTerminalId: 'T1', amount: { value: 500, currency: 'EUR' } }, id);

it('allowed by command, sends each event at least once over kills of the bridge, in order', async () => {
  const asked = await shop.erp.post('/v1/webhook', { url: receiver.url }, 'not-needed');
  expect(asked).toMatchObject({ status: 200, body: { webhook: { state: 'waiting', url: receiver.url } } });
  const listed = await shop.run(['token', 'list', '--data-dir', shop.dataDir]);
  const { id } = JSON.parse(listed.split('\n')[0] ?? '{}') as { readonly id: string };
  await shop.run(['token', 'webhook', '--data-dir', shop.dataDir, '--id', id, '--allow', receiver.url]);
  const from = (asked.body['webhook'] as { readonly position: number }).position;

  for (let round = 0; round < share({ small: 2, large: 4 }); round += 1) {
    await sell(`P-${round}`);
    await until(async () => (receiver.taken.length > 0 ? true : null));
    // Taken, and the answer is lost: nobody knows on the other side.
    const before = receiver.all.length;
    receiver.reply = (outgoing) => void outgoing.destroy();
    await sell(`Q-${round}`);
    await until(async () => (receiver.all.length > before ? true : null));
    await shop.killBridge();
    receiver.reply = takes;
    await shop.startBridge();
  }
  const last = await sell('last');
  const isLast = () =>
    receiver.taken.some(({ data }) => data.operation?.id === last['id'] && data.type === 'succeeded');
  await until(async () => (isLast() ? true : null));

  const firsts = receiver.taken.filter(({ id: each }, at) => receiver.taken.findIndex((one) => one.id === each) === at);
  const numbers = firsts.map(({ id: each }) => each);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  for (const { id: each, data } of receiver.taken) {
    expect(data.hash).toBe(firsts.find((one) => one.id === each)?.data.hash);
  }
  const stream = await fetch(`${shop.bridgeUrl}/v1/events?lastEventId=${from}`, {
    headers: { authorization: `Bearer ${shop.token}` },
  });
  let text = '';
  for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (text.includes(`\nid: ${numbers.at(-1)}\n`)) break;
  }
  const shown = [...text.matchAll(/id: (\d+)\nevent: operation\n/g)].map(([, each]) => Number(each));
  expect(numbers).toEqual(shown);
}, 120_000);
