// Printing through a real bridge on an emulated printer in the network: what programs are told is what came out.
import { writeFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import type { EmulatedPrinter } from '#peripherals/emulator/emulated-printer.ts';
import { textOf } from '#peripherals/emulator/paper.ts';
import type { EmulatorServer } from '#support/emulator-server.ts';
import { emulatedCounter } from '#support/emulated-counter.ts';
import { aDocument } from '#support/scripted-printer.ts';
import { Shop, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';

interface Counter {
  readonly shop: Shop;
  readonly paper: EmulatedPrinter;
  readonly server: EmulatorServer;
  readonly ask: (method: 'GET' | 'POST', path: string, body?: object, key?: string) => Promise<JsonObject>;
  /** Words that came out on lines of their own. */
  readonly words: () => string[];
}

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** `given`: the printers of the command line; the emulated one unless others are named. */
async function aCounter(given?: readonly string[]): Promise<Counter> {
  const { paper, server, args, close } = await emulatedCounter();
  ends.push(close);
  const shop = new Shop({ bridgeArgs: [...(given ?? args), '--terminal', 'T1'] });
  ends.push(() => shop.close());
  await shop.open('status,sale,print,drawer');
  const ask: Counter['ask'] = async (method, path, body, key) => {
    const answer = await fetch(`${shop.bridgeUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${shop.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as JsonObject;
  };
  const words = () =>
    textOf(paper.paper)
      .split('\n')
      .map((line) => line.trim());
  return { shop, paper, server, ask, words };
}

const job = (text: string) => ({ device: 'COUNTER', document: aDocument(text) });

test('a receipt comes out once, with the characters of its language and its code', async () => {
  const { ask, words } = await aCounter();
  const blocks = [
    { type: 'text', text: 'Bäckerei Möller', align: 'center' },
    { type: 'columns', left: '3 Brötchen', right: '1,20 €' },
    { type: 'qr', data: 'https://shop.example/r/1' },
    { type: 'cut' },
  ];
  const body = { device: 'COUNTER', document: { blocks } };
  const answers = await Promise.all([0, 1].map(() => ask('POST', '/v1/print-jobs?wait=20', body, 'K-1')));
  expect(answers[0]).toMatchObject({ state: 'printed', device: 'COUNTER', doubt: null, waitingFor: null });
  expect(answers[1]).toEqual(answers[0]);
  expect(words()).toEqual([
    'Bäckerei Möller',
    expect.stringMatching(/^3 Brötchen +1,20 €$/),
    '[qr https://shop.example/r/1]',
    '[cut]',
  ]);
  expect(await ask('GET', '/v1/devices')).toMatchObject({
    devices: [{ id: 'COUNTER', type: 'printer', obstacle: null, columns: 48, confirms: true }],
  });
});

test('without paper nothing is sent, and it comes out when there is some', async () => {
  const { ask, paper, words } = await aCounter();
  paper.paperOut();
  const waiting = await ask('POST', '/v1/print-jobs', job('one'), 'K-1');
  const place = `/v1/print-jobs/${textAt(waiting, 'id')}`;
  await until(async () => ((await ask('GET', place))['waitingFor'] === 'paper-out' ? true : null));
  expect(words().join('')).toBe('');
  paper.paperIn();
  expect(await ask('GET', `${place}?wait=60`)).toMatchObject({ state: 'printed', waitingFor: null });
  expect(words()).toEqual(['one', '[cut]']);
});

test('power that is lost leaves it in doubt until somebody says; then it comes out as a COPY', async () => {
  const { ask, paper, server, words } = await aCounter();
  paper.atByte(30, () => server.powerOff());
  const lost = await ask('POST', '/v1/print-jobs?wait=60', job('one'), 'K-1');
  expect(lost).toMatchObject({ state: 'doubtful', doubt: 'line-lost' });
  server.powerOn();
  const said = { cameOut: false, reprint: true };
  const decided = await ask('POST', `/v1/print-jobs/${textAt(lost, 'id')}/decide`, said);
  const reprint = await ask('GET', `/v1/print-jobs/${textAt(decided, 'reprint')}?wait=60`);
  expect(reprint).toMatchObject({ state: 'printed', copy: true, reprintOf: lost['id'] });
  expect(words().filter((line) => line !== '')).toEqual(['COPY', 'one', 'COPY', '[cut]']);
});

test('a bridge that is killed while it prints asks, and prints only what never began', async () => {
  const { ask, paper, shop, words } = await aCounter();
  paper.slow(2_000);
  const one = await ask('POST', '/v1/print-jobs', job('one'), 'K-1');
  const two = await ask('POST', '/v1/print-jobs', job('two'), 'K-2');
  const place = (body: JsonObject) => `/v1/print-jobs/${textAt(body, 'id')}`;
  await until(async () => ((await ask('GET', place(one)))['state'] === 'sending' ? true : null));
  await shop.killBridge();
  paper.slow(0);
  await shop.startBridge();
  expect(await ask('GET', place(one))).toMatchObject({ state: 'doubtful', doubt: 'restarted' });
  expect(await ask('GET', `${place(two)}?wait=60`)).toMatchObject({ state: 'printed' });
  expect(await ask('POST', '/v1/print-jobs?wait=60', job('one'), 'K-1')).toMatchObject({ state: 'doubtful' });
  expect(words().filter((line) => line === 'one').length).toBeLessThan(2);
  expect(words().filter((line) => line === 'two')).toHaveLength(1);
});

test('the drawer gets one pulse for each opening', async () => {
  const { ask, paper } = await aCounter();
  expect(await ask('POST', '/v1/drawers/COUNTER/open', { reason: 'Change' })).toEqual({
    id: 'COUNTER',
    result: 'opened',
  });
  await until(async () => (paper.drawerKicks() === 1 ? true : null));
});

test('a receipt of the terminal is printed with the sale where the settings say so', async () => {
  const { shop, ask, words } = await aCounter();
  await shop.killBridge();
  writeFileSync(`${shop.dataDir}/settings.json`, JSON.stringify({ devices: { receipts: { customer: 'always' } } }));
  await shop.startBridge();
  const sold = await ask('POST', '/v1/operations/cloud-pos?wait=30', sale('S-1', 1_234), 'S-1');
  expect(sold).toMatchObject({ state: 'succeeded' });
  await until(async () => (words().includes('[cut]') ? true : null));
  const { result } = sold as { result: { receipt: { customer: string[] } } };
  for (const line of result.receipt.customer) expect(words()).toContain(line.trim());
});

test('the Z report comes out when the shift is closed, where the settings say so', async () => {
  const { shop, words } = await aCounter();
  await shop.killBridge();
  writeFileSync(`${shop.dataDir}/settings.json`, JSON.stringify({ devices: { receipts: { shift: 'always' } } }));
  await shop.startBridge();
  await shop.run(['shift', 'close', '--data-dir', shop.dataDir, '--by', 'Ada']);
  await until(async () => (words().includes('[cut]') ? true : null));
  expect(words()).toContain('Z report');
  expect(words()).toContain('Closed by command: Ada');
});

test.each([
  ['COUNTER=http://x:1', 'is no kind of line'],
  ['COUNTER', 'is no device'],
  ['COUNTER=tcp://host', 'is no address'],
  ['A=tcp://h:1,B=tcp://h:1', 'B is at the same place as A'],
])('--printer %s is refused with words', async (given, words) => {
  const shop = new Shop();
  ends.push(() => shop.close());
  const printers = given.split(',').flatMap((each) => ['--printer', each]);
  await expect(shop.run(['serve', '--data-dir', shop.dataDir, '--port', '0', ...printers])).rejects.toThrow(words);
});

test('a printer of the settings that cannot be used is an alarm, and the till takes payments', async () => {
  const { shop, ask } = await aCounter([]);
  await shop.killBridge();
  const printers = { COUNTER: { address: 'http://x:1' }, KITCHEN: { address: 'tcp://127.0.0.1:9' } };
  writeFileSync(`${shop.dataDir}/settings.json`, JSON.stringify({ devices: { printers } }));
  await shop.startBridge();
  const { alarms } = (await ask('GET', '/v1/status')) as unknown as { alarms: { code: string; message: string }[] };
  const unusable = alarms.filter(({ code }) => code === 'device-unusable').map(({ message }) => message);
  expect(unusable).toEqual([
    expect.stringContaining('is no kind of line'),
    expect.stringContaining('devices.receipts.printer names none of them'),
  ]);
  const sold = await ask('POST', '/v1/operations/cloud-pos?wait=30', sale('S-1', 1_234), 'S-1');
  expect(sold).toMatchObject({ state: 'succeeded' });
});
