// The customer's display and a scanner on serial lines of a real bridge.
import { writeFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { EventReader } from '#support/event-reader.ts';
import { farEnd } from '#support/far-end.ts';
import { serialLine } from '#support/serial-line.ts';
import { Shop, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function aShop(bridgeArgs: readonly string[]) {
  const shop = new Shop({ bridgeArgs: [...bridgeArgs, '--terminal', 'T1'] });
  ends.push(() => shop.close());
  await shop.open('status,sale,print,display,scan');
  const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, key?: string) => {
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
  const device = async (id: string) => {
    const { devices } = (await ask('GET', '/v1/devices')) as unknown as { devices: JsonObject[] };
    return devices.find((each) => each['id'] === id) ?? null;
  };
  const isThere = (id: string) => until(async () => ((await device(id))?.['obstacle'] === null ? true : null));
  const alarms = async () => {
    const status = (await ask('GET', '/v1/status')) as unknown as { alarms: { code: string; message: string }[] };
    return status.alarms.filter(({ code }) => code === 'device-unusable').map(({ message }) => message);
  };
  return { shop, ask, device, isThere, alarms };
}

/** What a CD5220 gets for two lines. */
const lines = (upper: string, lower: string) => `\u001bQA${upper.padEnd(20)}\r\u001bQB${lower.padEnd(20)}\r`;

function aLine(other = 'pty,raw,echo=0') {
  const line = serialLine(other);
  ends.push(() => line[Symbol.asyncDispose]());
  return line;
}

test('a display and a scanner are listed, and opened again by themselves when they are plugged in again', async () => {
  const [front, hand] = [aLine(), aLine()];
  await front.plug();
  const { device, isThere, alarms } = await aShop([
    '--display',
    `FRONT=serial:${front.path}?baud=9600`,
    '--scanner',
    `HAND=serial:${hand.path}`,
  ]);
  await isThere('FRONT');
  expect(await device('FRONT')).toEqual({ id: 'FRONT', type: 'display', obstacle: null, advice: null });
  // Nothing was plugged in when the till started.
  expect(await device('HAND')).toMatchObject({ type: 'scanner', obstacle: 'not-found' });
  expect(await alarms()).toEqual([
    expect.stringContaining(`Nothing is plugged in at ${hand.path}. Plug the device in`),
  ]);
  await hand.plug();
  await isThere('HAND');
  await front.unplug();
  await until(async () => ((await device('FRONT'))?.['obstacle'] === 'not-found' ? true : null));
  await front.plug();
  await isThere('FRONT');
  expect(await alarms()).toEqual([]);
});

test('addresses that cannot be used are alarms that say what to write, and the till takes payments', async () => {
  const { shop, ask, device, alarms } = await aShop(['--display', 'FRONT=http://x', '--scanner', 'garbage']);
  expect(await device('FRONT')).toMatchObject({ type: 'display', obstacle: 'invalid-address' });
  expect(await alarms()).toEqual([
    expect.stringContaining('write ID=serial:PATH?baud=9600'),
    expect.stringContaining('The scanner garbage cannot be used'),
  ]);
  const sold = await ask('POST', '/v1/operations/cloud-pos?wait=30', sale('S-1', 1_234), 'S-1');
  expect(sold).toMatchObject({ state: 'succeeded' });
  // The same in the settings; an id names one device.
  await shop.killBridge();
  const displays = { HAND: { address: 'serial:/dev/null?baud=1' }, TWICE: { address: 'serial:/nowhere/1' } };
  const scanners = { TWICE: { address: 'serial:/nowhere/2' } };
  writeFileSync(`${shop.dataDir}/settings.json`, JSON.stringify({ devices: { displays, scanners } }));
  await shop.startBridge();
  expect(await device('HAND')).toMatchObject({ obstacle: 'invalid-address' });
  await until(async () => ((await device('TWICE'))?.['obstacle'] === 'not-found' ? true : null));
  expect((await alarms()).join('\n')).toContain('TWICE is the id of another device');
});

test('what a program writes stands on the display again after the plug was out, and the scanner scans on', async () => {
  const [front, hand] = [await farEnd(), await farEnd()];
  ends.push(front.close, hand.close);
  const display = ['--display', `FRONT=serial:${front.line.path}`];
  const { shop, ask, isThere } = await aShop([...display, '--scanner', `HAND=serial:${hand.line.path}`]);
  await Promise.all([isThere('FRONT'), isThere('HAND')]);
  const reader = await EventReader.open(shop.bridgeUrl, shop.token);
  ends.push(async () => reader.drop());
  const written = await ask('PUT', '/v1/displays/FRONT', { lines: ['2 x Espresso', 'Total 5,00 €'] });
  expect(written).toMatchObject({ shown: true });
  await until(async () => front.got().endsWith(lines('2 x Espresso', 'Total 5,00 EUR')) || null);
  await Promise.all([front.line.unplug(), hand.line.unplug()]);
  await until(async () => reader.named('device').some(({ data }) => data['obstacle'] === 'not-found') || null);
  await ask('PUT', '/v1/displays/FRONT', { lines: ['Thank you'] });
  await Promise.all([front.line.plug(), hand.line.plug()]);
  await until(async () => front.got().endsWith(lines('Thank you', '')) || null);
  await isThere('HAND');
  // Many scanners end with CR and LF.
  for (const [at, code] of ['4006381333931', 'T-2'].entries()) {
    hand.send(`${code}\r\n`);
    await until(async () => reader.named('scan').length > at || null);
  }
  expect(reader.named('scan').map(({ data }) => data)).toMatchObject([
    { scanner: 'HAND', gtin: '4006381333931' },
    { scanner: 'HAND', code: 'T-2' },
  ]);
});

test('an amount that stood on the display when the bridge was killed is gone once it is back', async () => {
  const front = await farEnd();
  ends.push(front.close);
  const { shop, ask } = await aShop(['--display', `FRONT=serial:${front.line.path}`]);
  await ask('PUT', '/v1/displays/FRONT', { lines: ['Total 12.34 EUR'] });
  await until(async () => front.got().endsWith(lines('Total 12.34 EUR', '')) || null);
  await shop.killBridge();
  await shop.startBridge();
  await until(async () => front.got().endsWith(lines('', '')) || null);
  expect(front.got()).toContain('12.34');
});
