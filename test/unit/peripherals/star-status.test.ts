// What a Star printer says in line mode, byte by byte.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createStarReader, starStatus } from '#peripherals/status/star-status.ts';

/** A frame of nine bytes. */
const frame = (first: number, second: number, paper: number, count: number) => [
  0x23,
  0x06,
  first,
  second,
  0,
  paper,
  0,
  ((count & 0b111) << 1) | ((count >> 3) << 5),
  0,
];

const read = (bytes: readonly number[], reader = createStarReader()) => bytes.flatMap((byte) => [...reader.feed(byte)]);
const none = { offline: false, coverOpen: false, drawerHigh: false, error: false, paperLow: false, paperOut: false };

test.each([
  ['ready', frame(0, 0, 0, 0), {}],
  ['the cover is open', frame(0x28, 0, 0, 0), { offline: true, coverOpen: true }],
  ['the drawer is open', frame(0x04, 0, 0, 0), { drawerHigh: true }],
  ['the cutter is stuck', frame(0x08, 0x08, 0, 0), { offline: true, error: true }],
  ['paper is nearly out', frame(0, 0, 0x04, 0), { paperLow: true }],
  ['paper is out', frame(0x08, 0, 0x0c, 0), { offline: true, paperLow: true, paperOut: true }],
])('%s', (_, bytes, facts) => {
  expect(read(bytes)[0]).toEqual({ type: 'facts', facts: { ...none, ...facts }, answer: true });
});

test('the end of a document is the next count, and never 0', () => {
  const language = starStatus('etb');
  const reader = language.createReader();
  for (const count of [0, 1, 7, 8, 30, 31]) {
    read(frame(0, 0, 0, count), reader);
    const fence = language.nextFence()!;
    const after = (count + fence.bytes.length) % 32;
    expect(after).not.toBe(0);
    const told = (now: number) =>
      read(frame(0, 0, 0, now), reader).some((word) => word.type === 'fence' && word.token === fence.token);
    expect([told(count), told(after)]).toEqual([false, true]);
    // It counted what it was not sent, as one does that lost its power: what follows proves nothing.
    expect([told((after + 1) % 32), told(after)]).toEqual([false, false]);
  }
});

test('a document that is sent in parts: each count is the one that follows, and one too many proves nothing to its end', () => {
  for (let start = 0; start < 32; start += 1) {
    const language = starStatus('etb');
    const reader = language.createReader();
    const said = (count: number) =>
      read(frame(0, 0, 0, count % 32), reader).flatMap((word) => (word.type === 'fence' ? [word.token] : []));
    said(start);
    let count = start;
    for (let part = 0; part < 40; part += 1) {
      const fence = part === 0 ? language.nextFence()! : language.fenceAfter()!;
      expect(said(count)).not.toContain(fence.token);
      count += fence.bytes.length;
      expect(said(count)).toEqual([fence.token]);
      expect(count % 32).not.toBe(0);
    }
    const next = language.fenceAfter()!;
    expect([said(count + next.bytes.length + 1), said(count + next.bytes.length)]).toEqual([['astray'], ['astray']]);
    const last = language.fenceAfter()!;
    expect(said(count + next.bytes.length + last.bytes.length)).toEqual(['astray']);
    const after = language.nextFence()!;
    expect(said(count + next.bytes.length + last.bytes.length + after.bytes.length)).toEqual([after.token]);
  }
});

test('XON and XOFF, which a printer sends at any time, are no part of a frame', () => {
  for (const flow of [0x11, 0x13]) {
    const words = read(frame(0x28, 0, 0, 7).flatMap((byte) => [byte, flow]));
    expect(words).toMatchObject([{ facts: { coverOpen: true } }, { token: 'etb 7' }]);
  }
});

test('a frame that was cut off, and junk, do not hide the next frame', () => {
  const word = fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 60 });
  fc.assert(
    fc.property(word, fc.nat(9), (junk, cut) => {
      const bytes = [...junk, ...frame(0, 0, 0, 3).slice(0, cut), ...frame(0x28, 0, 0, 5)];
      expect(read(bytes).slice(-2)).toMatchObject([{ facts: { coverOpen: true } }, { token: 'etb 5' }]);
    }),
  );
});
