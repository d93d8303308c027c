// What an ESC/POS printer says, split anywhere and with junk between: nothing that it did not say is ever read.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEscPosReader, processId } from '#peripherals/status/esc-pos-status.ts';
import type { PrinterWord } from '#peripherals/status/words.ts';

function read(bytes: readonly number[], questions: readonly number[] = []): PrinterWord[] {
  const reader = createEscPosReader();
  const open = [...questions];
  const words: PrinterWord[] = [];
  const ask = () => reader.asked(open.shift() ?? null);
  ask();
  for (const byte of bytes) {
    for (const word of reader.feed(byte)) {
      words.push(word);
      if (word.type === 'facts' && word.answer) ask();
    }
  }
  return words;
}

const block = (id: string) => [0x37, 0x22, ...Buffer.from(id, 'latin1'), 0x00];
const fences = (words: readonly PrinterWord[]) => words.flatMap((word) => (word.type === 'fence' ? [word.token] : []));

test.each([
  ['online', 1, 0x12, { offline: false, drawerHigh: false }],
  ['offline, and the drawer is open', 1, 0x1e, { offline: true, drawerHigh: true }],
  ['the cover is open', 2, 0x16, { coverOpen: true, error: false }],
  ['an error', 2, 0x52, { coverOpen: false, error: true }],
  ['paper is nearly out', 4, 0x1e, { paperLow: true, paperOut: false }],
  ['paper is out', 4, 0x7e, { paperLow: true, paperOut: true }],
])('an answer: %s', (_, question, byte, facts) => {
  expect(read([byte], [question])).toEqual([{ type: 'facts', facts, answer: true }]);
});

test.each([
  ['all is well', [0x10, 0, 0, 0x0f], {}],
  ['the drawer is open', [0x14, 0, 0, 0x0f], { drawerHigh: true }],
  ['the cover is open', [0x38, 0, 0, 0x0f], { offline: true, coverOpen: true }],
  ['paper is out', [0x18, 0, 0x0f, 0x0f], { offline: true, paperOut: true, paperLow: true }],
  ['the cutter is stuck', [0x18, 0x08, 0, 0x0f], { offline: true, error: true }],
])('told by itself: %s', (_, bytes, facts) => {
  const none = { offline: false, drawerHigh: false, coverOpen: false, error: false, paperLow: false, paperOut: false };
  expect(read(bytes)).toEqual([{ type: 'facts', facts: { ...none, ...facts }, answer: false }]);
});

test('an answer that was not asked for says nothing', () => {
  expect(read([0x12, 0x7e])).toEqual([]);
});

test('a document that was printed, and buffers that were cleared', () => {
  expect(read([...block(processId(7)), 0x37, 0x25, 0x00])).toEqual([
    { type: 'fence', token: processId(7) },
    { type: 'cleared' },
  ]);
});

test('an answer in the middle of a block or of what is told by itself belongs to its question', () => {
  const [head, kind, ...rest] = block(processId(9));
  expect(read([head!, kind!, 0x12, ...rest], [1]).map(({ type }) => type)).toEqual(['facts', 'fence']);
  expect(read([0x10, 0, 0x12, 0, 0x0f], [1]).map(({ type }) => type)).toEqual(['facts', 'facts']);
});

test('XON and XOFF, which a printer sends at any time, are no part of what it says', () => {
  for (const flow of [0x11, 0x13]) {
    const between = (bytes: readonly number[]) => bytes.flatMap((byte) => [byte, flow]);
    expect(fences(read(between(block(processId(9)))))).toEqual([processId(9)]);
    expect(read(between([0x38, 0, 0, 0x0f]))).toMatchObject([{ type: 'facts', facts: { coverOpen: true } }]);
  }
});

test('a block that was cut off does not hide the next one', () => {
  for (let length = 1; length < 7; length += 1) {
    const cut = block(processId(1)).slice(0, length);
    expect(fences(read([...cut, ...block(processId(2))])), String(length)).toEqual([processId(2)]);
  }
});

test('process ids are of their own for a long time, and look like no status', () => {
  const ids = new Set(Array.from({ length: 20_000 }, (_, number) => processId(number)));
  expect(ids.size).toBe(20_000);
  for (const id of ids) expect(id).toMatch(/^[\x20-\x7e]{4}$/);
});

const anyByte = fc.integer({ min: 0, max: 255 });

test('junk, whatever it is: no document is taken as printed whose own word did not come', () => {
  fc.assert(
    fc.property(fc.array(anyByte, { maxLength: 300 }), fc.nat(100_000), (junk, number) => {
      const id = processId(number);
      const came = Buffer.from(junk).includes(Buffer.from(block(id)));
      expect(fences(read(junk, [1, 2, 4])).includes(id)).toBe(came);
    }),
  );
});

test('after any junk the reader understands again, at the latest the second time', () => {
  fc.assert(
    fc.property(fc.array(anyByte, { maxLength: 50 }), (junk) => {
      const id = processId(4_711);
      expect(fences(read([...junk, ...block(id), ...block(id)]))).toContain(id);
      const told = read([...junk, 0x18, 0, 0x0f, 0x0f, 0x18, 0, 0x0f, 0x0f]).filter(({ type }) => type === 'facts');
      expect(told.at(-1)).toMatchObject({ facts: { paperOut: true } });
    }),
  );
});

test('words in any order, with junk that is none of them between: each is read once', () => {
  // No byte of it begins a word.
  const junk = fc.array(fc.constantFrom(0x80, 0xff, 0x93, 0x0a, 0x2f), { maxLength: 3 });
  const word = fc.nat(1_000).map((number) => ({ token: processId(number), bytes: block(processId(number)) }));
  fc.assert(
    fc.property(fc.array(fc.tuple(junk, word), { maxLength: 20 }), (parts) => {
      const bytes = parts.flatMap(([before, { bytes: own }]) => [...before, ...own]);
      expect(fences(read(bytes))).toEqual(parts.map(([, { token }]) => token));
    }),
  );
});
