// Scans as bytes arrive: broken and joined ones are dropped, card data never gets through.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Line } from '#peripherals/lines/line.ts';
import { readScan } from '#contract/devices/aim.ts';
import { createScanFramer, type FramedScan } from '#peripherals/scanner/scan-framer.ts';
import { parseScannerAddress } from '#peripherals/scanner/scanner-address.ts';
import { createSerialScanner } from '#peripherals/scanner/serial-scanner.ts';

const cr = [0x0d];
const bytes = (text: string) => Buffer.from(text, 'utf8');
const texts = (framed: readonly FramedScan[]) =>
  framed.map((each) => (each.type === 'scan' ? each.text : `! ${each.reason}`));

test('a scan ends with its suffix, wherever the line splits it', () => {
  const scans = fc.array(fc.stringMatching(/^[!-~]{1,30}$/), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(scans, fc.array(fc.nat(20), { maxLength: 20 }), (codes, cuts) => {
      const framer = createScanFramer([0x0d, 0x0a]);
      let rest = bytes(codes.map((code) => `${code}\r\n`).join(''));
      const found: string[] = [];
      for (const cut of [...cuts, rest.length]) {
        found.push(...texts(framer.feed(rest.subarray(0, cut))));
        rest = rest.subarray(cut);
      }
      found.push(...texts(framer.feed(rest)));
      expect(found).toEqual(codes);
    }),
  );
});

test('a scan without an end is not glued to the next one', () => {
  const framer = createScanFramer(cr);
  expect(framer.feed(bytes('40063813'))).toEqual([]);
  expect(texts(framer.silence())).toEqual(['! broken']);
  // So soon after, it may be the rest of the one before.
  expect(texts(framer.feed(bytes('33931\r')))).toEqual(['! broken']);
  expect(framer.feed(bytes('40063813'))).toEqual([]);
  expect(texts(framer.silence())).toEqual(['! broken']);
  framer.settled();
  expect(texts(framer.feed(bytes('4006381333931\r')))).toEqual(['4006381333931']);
  expect(framer.silence()).toEqual([]);
});

test('a scanner that ends with CR and LF is read where CR is set', () => {
  const framer = createScanFramer(cr);
  expect(texts(framer.feed(bytes('T-1\r\nT-2\r')))).toEqual(['T-1', 'T-2']);
  expect(framer.feed(bytes('\n'))).toEqual([]);
  expect(framer.isOpen()).toBe(false);
  expect(texts(framer.feed(bytes('T-3\r\n')))).toEqual(['T-3']);
  // Within a code it is no ending.
  expect(texts(framer.feed(bytes('T\n4\r')))).toEqual(['! broken']);
});

describe('a scanner that sends STX before each scan', () => {
  test.each([
    ['and ETX after it', '\u0002T-1\u0003\u0002T-2\u0003'],
    ['and CR and LF after it', '\u0002T-1\r\n\u0002T-2\r\n'],
    ['and ETX, CR and LF after it', '\u0002T-1\u0003\r\n\u0002T-2\u0003\r'],
    ['and CR, LF and ETX after it', '\u0002T-1\r\u0003\u0002T-2\r\n\u0003'],
  ])('%s is read, wherever the line splits it', (_, text) => {
    for (const suffix of [cr, [0x0d, 0x0a]]) {
      for (let cut = 0; cut <= text.length; cut += 1) {
        const framer = createScanFramer(suffix);
        const found = [...framer.feed(bytes(text.slice(0, cut))), ...framer.feed(bytes(text.slice(cut)))];
        expect(texts(found)).toEqual(['T-1', 'T-2']);
        expect([framer.isOpen(), framer.silence()]).toEqual([false, []]);
      }
    }
  });

  test.each([
    ['a frame that runs into the next', '\u0002T-\u0002T-1\u0003'],
    ['the end of a frame without its beginning', 'T-1\u0003'],
    ['the end of a frame that runs into the next', '-1\u0002T-2\u0003'],
  ])('%s is dropped, and the scan after it is read', (_, text) => {
    const framer = createScanFramer(cr);
    const found = [...framer.feed(bytes(text)), ...framer.silence()];
    framer.settled();
    expect(texts([...found, ...framer.feed(bytes('\u0002T-3\u0003'))])).toEqual(['! broken', 'T-3']);
  });

  test('a frame that was cut in two is dropped, also directly behind its STX', () => {
    for (const begun of ['\u0002', '\u0002T-']) {
      const framer = createScanFramer(cr);
      expect(framer.feed(bytes(begun))).toEqual([]);
      expect(framer.isOpen()).toBe(true);
      expect(texts(framer.silence())).toEqual(['! broken']);
      expect(texts([...framer.feed(bytes('1\u0003')), ...framer.silence()])).toEqual(['! broken']);
      framer.settled();
      expect(texts(framer.feed(bytes('\u0002T-2\u0003')))).toEqual(['T-2']);
    }
  });
});

test('control characters are in no code, but for the separator of GS1', () => {
  const framer = createScanFramer(cr);
  expect(texts(framer.feed(bytes('ab\u0004cd\r')))).toEqual(['! broken']);
  expect(texts(framer.feed(bytes('0104006381333931\u001d10A\r')))).toEqual(['0104006381333931\u001d10A']);
  expect(texts(framer.feed(Uint8Array.of(0xff, 0xfe, 0x0d)))).toEqual(['! broken']);
});

test('a line that never ends takes no memory, and the scan after it is read', () => {
  const framer = createScanFramer(cr);
  for (let count = 0; count < 100; count += 1) expect(framer.feed(bytes('x'.repeat(1_000)))).toEqual([]);
  expect(texts(framer.silence())).toEqual(['! too-long']);
  framer.settled();
  expect(texts(framer.feed(bytes('next\r')))).toEqual(['next']);
});

test.each([
  [']E04006381333931', { symbology: 'ean', data: '4006381333931' }],
  [']E496385074', { symbology: 'ean', data: '96385074' }],
  [']C1010400638133393110A', { symbology: 'gs1-128', data: '010400638133393110A' }],
  [']C0T-4711', { symbology: 'code128', data: 'T-4711' }],
  [']Q1https://shop.example/r/1', { symbology: 'qr', data: 'https://shop.example/r/1' }],
  [']d2x', { symbology: 'data-matrix', data: 'x' }],
  ['T-4711', { symbology: null, data: 'T-4711' }],
  [']E04006381333932', null],
  [']E0400638133393]E04006381333931', null],
  [']C0T-47]C0T-4711', null],
  [']E0', null],
])('%s', (text, scan) => {
  expect(readScan(text, false)).toEqual(scan);
});

test('where the scanner sends identifiers, a scan without one has lost its beginning', () => {
  expect(readScan('6381333931', true)).toBe(null);
});

test('card numbers and tracks are dropped, and their text is passed on to no one', async () => {
  let give: (given: Uint8Array) => void = () => undefined;
  const line: Line = {
    name: 'bare',
    keptOpen: true,
    losesBytes: true,
    holdsBack: false,
    bytesPerSecond: null,
    open: () =>
      Promise.resolve({
        write: () => Promise.resolve(),
        finish: () => Promise.resolve(),
        onBytes: (listener: (given: Uint8Array) => void) => {
          give = listener;
        },
        onLost: () => undefined,
        isOpen: () => true,
        close: () => Promise.resolve(),
      }),
  };
  const scanner = createSerialScanner(
    {
      id: 'hand',
      suffix: cr,
      identified: false,
      endpoint: { type: 'serial', path: '/dev/null', baud: 9_600, flow: 'none' },
    },
    line,
    (text) => /^[%;]/.test(text),
    {
      openMs: 100,
      reopenMs: 10,
      silenceMs: 20,
      restMs: 20,
      partsMs: 5_000,
    },
  );
  const heard: unknown[] = [];
  scanner.onScan((scan) => heard.push(scan.data));
  scanner.onDropped((reason) => heard.push({ dropped: reason }));
  await expect.poll(() => scanner.state().obstacle).toBe(null);
  give(bytes('T-1\r;track=data?\rT-2\rbro'));
  await expect.poll(() => heard).toEqual(['T-1', { dropped: 'card-data' }, 'T-2', { dropped: 'broken' }]);
  await scanner.close();
});

test('addresses of scanners', () => {
  expect(parseScannerAddress('hand=serial:/dev/ttyACM0?suffix=crlf&aim=yes')).toEqual({
    type: 'address',
    address: {
      id: 'hand',
      endpoint: { type: 'serial', path: '/dev/ttyACM0', baud: 9_600, flow: 'none' },
      suffix: [0x0d, 0x0a],
      identified: true,
    },
  });
  expect(parseScannerAddress('hand=tcp://192.0.2.7:9100')).toMatchObject({ type: 'invalid' });
});
