// A scanner that is broken, or that somebody holds codes before which are none: bytes without an end, control characters,
// events of its own making, card numbers whole and in parts. Programs hear of none of it, and nothing of it is kept.
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventReader } from '#support/event-reader.ts';
import { filesHolding } from '#support/files.ts';
import { type FarEnd, farEnd } from '#support/far-end.ts';
import { until } from '#support/until.ts';
import { Target, serving } from './target.ts';

let hand: FarEnd;
let target: Target;
let reader: EventReader;
let count = 0;

beforeAll(async () => {
  hand = await farEnd();
  target = new Target({ bridgeArgs: ['--scanner', `HAND=serial:${hand.line.path}`] });
  await target.open();
  reader = await EventReader.open(target.shop.bridgeUrl, await target.newToken('listens', 'status,scan'));
  await until(async () => reader.events.some(({ data }) => data['id'] === 'HAND' && data['obstacle'] === null) || null);
}, 120_000);
afterAll(async () => {
  reader?.drop();
  await target?.close();
  await hand?.close();
});

const heard = () => reader.events.filter(({ name }) => name === 'scan').map(({ data }) => data['code']);

/** A code that is as it should be is heard again; it is scanned until it is, as a person does. */
async function scansOn(): Promise<void> {
  count += 1;
  const code = `good-${count}`;
  await until(async () => {
    if (heard().includes(code)) return true;
    hand.send(`${code}\r`);
    return null;
  });
}

const esc = '\u001b';
const bad = () => heard().filter((code) => typeof code !== 'string' || !code.startsWith('good-'));

describe('what a scanner may send', () => {
  it.each([
    ['bytes without an end', 'x'.repeat(2 * 1_024 * 1_024)],
    ['zeros without an end', new Uint8Array(1_024 * 1_024)],
    ['control characters', `${esc}]0;title\u0007\r${esc}c\rab\u0000cd\r`],
    ['control characters of two bytes', Buffer.from('ab\u009bcd\r', 'utf8')],
    ['bytes that are no text', Uint8Array.of(0xff, 0xfe, 0x41, 0x0d)],
    ['events of its own', 'a\n\nevent: operation\ndata: {"seq":1}\n\n\r'],
    ['the number of a card', '4242424242424242\r'],
    ['the number of a card in groups', '4242 4242 4242 4242\r'],
    ['the number of a card with an AIM identifier', ']C14242424242424242\r'],
    ['the number of a card between STX and ETX', '\u00024242424242424242\u0003\r'],
    ['the stripe of a card', ';4242424242424242=30121010000000000000?\r'],
    ['a code of two that ran into one', ']E04006381333931]E04006381333931\r'],
  ])('%s', async (_what, bytes) => {
    hand.send(bytes);
    await scansOn();
    expect(bad()).toEqual([]);
  });

  it('a card number over two scans: the second is dropped', async () => {
    await scansOn();
    hand.send('424242424242\r4242\r');
    await scansOn();
    expect(bad()).toEqual(['424242424242']);
  });

  it('a card number that a pause cuts in two: neither part is a scan', async () => {
    const before = bad().length;
    hand.send('42424242');
    // The line is quiet for longer than a code may pause, and the rest comes at once then.
    await setTimeout(400);
    hand.send('42424242\r');
    await scansOn();
    expect(bad()).toHaveLength(before);
  });

  it('more codes than a person can scan: the bridge answers meanwhile, and the scanner works again', async () => {
    hand.send(Array.from({ length: 20_000 }, (_, index) => `good-many-${index}\r`).join(''));
    expect(await target.canary()).toEqual(serving);
    await scansOn();
    expect(heard().length).toBeLessThan(5_000);
  });

  it('nothing of it stands in a file or in what the bridge writes, and it serves on', async () => {
    for (const text of ['4242424242424242', '424242424242', '42424242', 'good-1']) {
      expect(filesHolding(target.shop.dataDir, text)).toEqual([]);
      expect(target.shop.program.stderrText).not.toContain(text);
    }
    expect(await target.canary()).toEqual(serving);
  });
});
