// The bytes of documents, read back: by a decoder of a few commands here, and by the emulated printer for the whole.
import { englishNote } from '#contract/devices/print-notes.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PrintBlock, PrintDocument } from '#contract/devices/documents.ts';
import { defaultProfile, type PrinterProfile } from '#peripherals/address/profile.ts';
import { createEmulatedPrinter } from '#peripherals/emulator/emulated-printer.ts';
import { pbmOf, textOf } from '#peripherals/emulator/paper.ts';
import { encodeDocument } from '#peripherals/encoding/encode.ts';

const escPos = defaultProfile('esc-pos');
const encode = (blocks: readonly PrintBlock[], profile: PrinterProfile = escPos, copy = false) =>
  encodeDocument({ blocks: [...blocks] }, profile, copy);
const bytesOf = (blocks: readonly PrintBlock[], profile = escPos) => Buffer.concat(encode(blocks, profile).pieces);
const hexOf = (...blocks: PrintBlock[]) => bytesOf(blocks).toString('hex');

function printed(blocks: readonly PrintBlock[], profile = escPos) {
  const printer = createEmulatedPrinter({ codePages: profile.codePages, bufferBytes: 1_000_000 });
  printer.receive(bytesOf(blocks, profile));
  return printer;
}
const paperOf = (blocks: readonly PrintBlock[], profile = escPos) => textOf(printed(blocks, profile).paper);

test('it begins with a reset, one-byte characters and the standard font', () => {
  expect(hexOf({ type: 'text', text: 'x' })).toBe('1b401c2e1b4d00780a');
});

test('the euro sign is byte d5 of page 19, and ASCII needs no page', () => {
  expect(hexOf({ type: 'text', text: '1 €' })).toContain('31201b7413d50a');
});

test('signs that a page also lists as control characters are taken from their printable place', () => {
  const bytes = hexOf({ type: 'text', text: '§¶•' });
  expect(bytes).toContain('1b7413f5f4');
  expect(bytes).not.toMatch(/15|14(?!00)|07/);
});

test.each([
  ['Ä Ö Ü ä ö ü ß € é ñ ç Å', 'Ä Ö Ü ä ö ü ß € é ñ ç Å'],
  ['Łódź, Žižkov, Ő', 'Łódź, Žižkov, Ő'],
  ['Привет', 'Привет'],
  ['“quoted” – …', '“quoted” – …'],
])('"%s" is printed as it is', (text, expected) => {
  expect(paperOf([{ type: 'text', text }])).toBe(expected);
  expect(encode([{ type: 'text', text }]).notes).toEqual([]);
});

test('on a printer with one old page the rest is spelled, and told before', () => {
  const old: PrinterProfile = { ...escPos, codePages: [{ name: 'cp437', page: 0 }] };
  const blocks: PrintBlock[] = [{ type: 'columns', left: 'Łódź “x”', right: '5 €' }];
  expect(paperOf(blocks, old)).toBe('Lódz "x"' + '5 EUR'.padStart(40));
  expect(encode(blocks, old).notes.map(englishNote)).toEqual([
    '"Łódź “x”": Ł is printed as L, ź is printed as z, “ is printed as ", ” is printed as ".',
    '"5 €": € is printed as EUR.',
  ]);
});

test('a space that does not break is printed as a space, and not told: a French amount has a narrow one', () => {
  const blocks: PrintBlock[] = [{ type: 'columns', left: 'À payer\u202f:', right: '1\u202f234,00\u00a0EUR' }];
  expect(paperOf(blocks).replaceAll('\u00a0', ' ')).toBe('À payer :' + '1 234,00 EUR'.padStart(39));
  expect(encode(blocks).notes).toEqual([]);
});

test('what has no spelling is named, never a bare question mark', () => {
  expect(paperOf([{ type: 'text', text: '你 ☕' }])).toBe('[U+4F60] [U+2615]');
});

test('control characters in free text are not carried out', () => {
  const text = 'a\u0000\u0010\u0004\u0001b\u001b@c\td\u202Ee\u007f';
  expect(paperOf([{ type: 'text', text }])).toBe('ab@c de');
  expect(paperOf([{ type: 'text', text: 'one\r\ntwo\rthree' }])).toBe('one\ntwo\nthree');
});

test('lines are as wide as the paper, and runs of spaces stay', () => {
  const narrow: PrinterProfile = { ...escPos, columns: 32 };
  const blocks: PrintBlock[] = [
    { type: 'columns', left: 'Total', right: '4.50' },
    { type: 'text', text: 'a    b', align: 'right' },
    { type: 'text', text: 'wide', align: 'center', size: 'large' },
    { type: 'columns', left: 'A very long name of a thing in the shop', right: '1,234.50 EUR' },
    { type: 'text', text: 'x'.repeat(40) },
    { type: 'rule' },
  ];
  expect(paperOf(blocks, narrow).split('\n')).toEqual([
    'Total                       4.50',
    '                          a    b',
    '      wide',
    'A very long name of a thing in',
    'the shop            1,234.50 EUR',
    'x'.repeat(32),
    'x'.repeat(8),
    '-'.repeat(32),
  ]);
});

test('no line is wider than the paper, and no text is lost', () => {
  const words = fc.array(fc.stringMatching(/^[A-Za-z0-9äöü€]{1,50}$/), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(words, words, fc.constantFrom(32, 42, 48), fc.boolean(), (left, right, columns, large) => {
      const blocks: PrintBlock[] = [
        { type: 'columns', left: left.join(' '), right: right.join('  ') },
        { type: 'text', text: left.join(' '), align: 'center', size: large ? 'large' : 'normal' },
      ];
      const { paper } = printed(blocks, { ...escPos, columns });
      for (const line of paper) {
        if (line.type === 'line') expect(line.text.length * (line.large ? 2 : 1)).toBeLessThanOrEqual(columns);
      }
      const all = [...left, ...right, ...left].join('');
      expect(textOf(paper).replaceAll(/\s/g, '')).toBe(all);
    }),
  );
});

test('a QR code holds the bytes of its text, and its modules are small enough for the paper', () => {
  const long = `https://shop.example/${'ä'.repeat(300)}`;
  expect(paperOf([{ type: 'qr', data: long }])).toBe(`[qr ${long}]`);
  // Module of 6 dots for a short text, fewer for a long one.
  expect(hexOf({ type: 'qr', data: 'x' })).toContain('1d286b0300314306');
  expect(hexOf({ type: 'qr', data: long })).toContain('1d286b0300314305');
  const tooLong: PrintBlock = { type: 'qr', data: '€'.repeat(1_000) };
  expect(encode([tooLong]).notes.map(englishNote)).toEqual([
    'A QR code does not fit on the paper: it is printed as text.',
  ]);
});

test.each([
  ['ean13', '4006381333931', true],
  ['ean13', '400638133393', true],
  ['ean13', '4006381333932', false],
  ['ean8', '96385074', true],
  ['ean8', 'ABC', false],
  ['code128', 'T-4711', true],
  ['code128', 'ä', false],
  ['code128', 'x'.repeat(80), false],
] as const)('%s of %s', (symbology, data, possible) => {
  const blocks: PrintBlock[] = [{ type: 'barcode', symbology, data }];
  expect(encode(blocks).notes).toHaveLength(possible ? 0 : 1);
  if (possible) expect(paperOf(blocks)).toBe(`[${symbology} ${data}]`);
  else expect(paperOf(blocks).replaceAll('\n', '')).toBe(data);
});

const picture = (width: number, height: number, fill: (index: number) => number) => {
  const rows = Buffer.from(Array.from({ length: Math.ceil(width / 8) * height }, (_, index) => fill(index)));
  return Buffer.concat([Buffer.from(`P4\n# made by a test\n${width} ${height}\n`), rows]);
};

test('a picture comes out dot by dot, over the bands that it is sent in', () => {
  const pbm = picture(64, 128, (index) => (index * 37) % 256);
  const [item] = printed([{ type: 'picture', pbm: pbm.toString('base64') }]).paper;
  expect(item?.type === 'picture' && Buffer.from(pbmOf(item)).subarray(-1_024)).toEqual(pbm.subarray(-1_024));
});

const dangers = {
  'opens the drawer': [0x10, 0x14, 0x01, 0x00, 0x05],
  'switches the power off': [0x10, 0x14, 0x02, 0x01, 0x08],
  'clears the buffers': [0x10, 0x14, 0x08, 0x01, 0x03, 0x14, 0x01, 0x06, 0x02, 0x08],
  'asks for the state': [0x10, 0x04, 0x01],
  'goes on after an error': [0x10, 0x05, 0x02],
};

test.each(Object.entries(dangers))('a picture never holds the command that %s', (_, command) => {
  const pbm = picture(command.length * 8, 64, (index) => command[index % command.length] ?? 0);
  const shown: PrintBlock = { type: 'picture', pbm: pbm.toString('base64') };
  const [first = 0, second = 0] = command;
  expect(bytesOf([shown]).includes(Buffer.of(first, second))).toBe(false);
  expect(bytesOf([shown], defaultProfile('star-line')).includes(Buffer.of(0x1b, 0x06))).toBe(false);
  expect(printed([shown]).drawerKicks()).toBe(0);
});

test('a picture for a Star printer holds none of its commands, either', () => {
  // Columns of 24 dots are three bytes each: 1b 06 01 again and again.
  const column = 0x1b_06_01;
  const pbm = picture(16, 24, (index) => (((column >> (23 - (index >> 1))) & 1) === 1 ? 0xff : 0));
  const bytes = bytesOf([{ type: 'picture', pbm: pbm.toString('base64') }], defaultProfile('star-line'));
  expect(bytes.includes(Buffer.of(0x1b, 0x06))).toBe(false);
});

test('a picture wider than the paper is made narrower, one that is none is left out; both are told', () => {
  const narrow: PrinterProfile = { ...escPos, columns: 32 };
  const wide: PrintBlock = { type: 'picture', pbm: picture(576, 60, () => 0xff).toString('base64') };
  expect(paperOf([wide], narrow)).toBe('[picture 384x40]');
  expect(encode([wide], narrow).notes.map(englishNote)).toEqual(['A picture of 576 dots is printed with 384.']);
  const none: PrintBlock = { type: 'picture', pbm: Buffer.from('GIF89a').toString('base64') };
  expect(encode([none]).notes.map(englishNote)).toEqual(['A picture cannot be read: it is left out.']);
});

test('COPY stands at both ends, before the cut', () => {
  const document: PrintDocument = {
    blocks: [{ type: 'text', text: 'x' }, { type: 'feed', lines: 1 }, { type: 'cut' }],
  };
  const printer = createEmulatedPrinter();
  printer.receive(Buffer.concat(encodeDocument(document, escPos, true).pieces));
  expect(printer.paper.map((item) => (item.type === 'line' ? item.text.trim() : item.type))).toEqual([
    'COPY',
    'x',
    'COPY',
    '',
    'cut',
  ]);
});

test('COPY stands at both ends of every slip that is cut off', () => {
  const slip: PrintBlock[] = [{ type: 'text', text: 'x' }, { type: 'cut' }];
  const printer = createEmulatedPrinter();
  const document = { blocks: [...slip, { type: 'cut' as const }, ...slip] };
  printer.receive(Buffer.concat(encodeDocument(document, escPos, true).pieces));
  const once = ['COPY', 'x', 'COPY', 'cut'];
  expect(printer.paper.map((item) => (item.type === 'line' ? item.text.trim() : item.type))).toEqual([
    ...once,
    'cut',
    ...once,
  ]);
});

test('the cut feeds to the knife first', () => {
  expect(hexOf({ type: 'text', text: 'x' }, { type: 'cut' })).toMatch(/780a1d564200$/);
});

test('Star line mode: page 4, its own cut', () => {
  const bytes = bytesOf([{ type: 'text', text: '5 €', bold: true }, { type: 'cut' }], defaultProfile('star-line'));
  expect(bytes.toString('hex')).toMatch(/^1b40(?!18)/);
  expect(bytes.toString('hex')).toContain('35201b1d7404d50a');
  expect(bytes.toString('hex')).toMatch(/1b6403$/);
});

test('whatever is in a document: every line of text that goes in comes out, and nothing else is carried out', () => {
  const anything = fc.string({ unit: 'binary', maxLength: 60 });
  fc.assert(
    fc.property(fc.array(anything, { minLength: 1, maxLength: 10 }), (texts) => {
      const { paper, drawerKicks } = printed(texts.map((text) => ({ type: 'text', text })));
      expect(paper.every(({ type }) => type === 'line')).toBe(true);
      expect(drawerKicks()).toBe(0);
    }),
  );
});

test.each(['esc-pos', 'star-line'] as const)(
  'a printer without a knife (%s) feeds the paper out, and cuts nothing',
  (language) => {
    const profile = { ...defaultProfile(language), cuts: false };
    const slip: PrintBlock[] = [{ type: 'text', text: 'x' }, { type: 'cut' }];
    const hex = bytesOf(slip, profile).toString('hex');
    expect(hex).toMatch(/780a(?:0a){4}$/);
    expect(encode(slip, profile, true).notes).toEqual([]);
  },
);
