// Codes that were printed are read by a reader's program (zbarimg): those that the printer draws from data, and one that
// came as a picture.
import { expect, test } from 'vitest';
import type { PrintBlock } from '#contract/devices/documents.ts';
import { codesOn, codesRead, pbm, qrDots } from '#support/drawn-paper.ts';
import { bench, noWait } from '#support/printer-bench.ts';

test('a QR code in a picture is read from the paper', async () => {
  await using all = await bench();
  const data = 'https://shop.example/r/4711';
  const picture = pbm(qrDots(data, 6)).toString('base64');
  const blocks: PrintBlock[] = [{ type: 'picture', pbm: picture }, { type: 'cut' }];
  expect(await all.printer.print({ blocks }, noWait, false)).toEqual({ type: 'printed' });
  expect(codesRead(all.paper.paper)).toEqual([`QR-Code:${data}`]);
});

const codes: readonly PrintBlock[] = [
  { type: 'qr', data: 'https://shop.example/r/op_01J8ZK3V5Q?ref=A-4711&total=12,34' },
  { type: 'qr', data: 'Bäckerei Möller, 1,20 €' },
  { type: 'qr', data: 'BEGIN:VCARD\nFN:Möller\nEND:VCARD' },
  { type: 'qr', data: `https://shop.example/r/${'x'.repeat(300)}` },
  { type: 'barcode', symbology: 'ean13', data: '4006381333931' },
  { type: 'barcode', symbology: 'ean13', data: '978316148410' },
  { type: 'barcode', symbology: 'ean8', data: '96385074' },
  { type: 'barcode', symbology: 'ean8', data: '4012345' },
  { type: 'barcode', symbology: 'code128', data: 'A-20261124-0017' },
  { type: 'barcode', symbology: 'code128', data: '{Order} 4711{' },
];

test.each([32, 42, 48])(
  'every code that fits on %i characters is on the paper as it was sent, and is read',
  async (columns) => {
    await using all = await bench({ query: `?columns=${columns}` });
    for (const block of codes) {
      const said = all.printer.unprintable({ blocks: [block] });
      const before = all.paper.paper.length;
      expect(await all.printer.print({ blocks: [block, { type: 'cut' }] }, noWait, false)).toEqual({ type: 'printed' });
      const shown = all.paper.paper.slice(before);
      const wanted = codesOn(shown);
      // What does not fit is told before, and is text.
      expect(wanted).toHaveLength(said.length === 0 ? 1 : 0);
      if (wanted.length === 0) continue;
      expect(wanted[0]).toContain('data' in block ? block.data : '');
      expect(codesRead(shown).join('\n')).toBe(wanted[0]);
    }
    expect(codesOn(all.paper.paper).length).toBeGreaterThan(7);
  },
);
