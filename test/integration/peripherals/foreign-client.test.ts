// A program that knows nothing of us prints on the emulated printer, and reads its state.
import receiptio from 'receiptio';
import { expect, test } from 'vitest';
import { createEmulatedPrinter } from '#peripherals/emulator/emulated-printer.ts';
import { textOf } from '#peripherals/emulator/paper.ts';
import { serveEmulator } from '#support/emulator-server.ts';

// receiptio connects to port 9100 only; an address of its own keeps it from other programs' printers.
const host = '127.0.91.77';

test('receiptio prints a receipt, and sees the paper out and the cover open', async () => {
  const printer = createEmulatedPrinter();
  const server = await serveEmulator(printer, 9_100, host);
  try {
    const print = (text: string) => receiptio.print(text, `-d ${host} -p escpos -c 42 -t 5`);
    expect(await print('^^^RECEIPT\n\nAsparagus | 1.00\n---\n')).toBe('success');
    const text = textOf(printer.paper);
    expect(text).toContain('RECEIPT');
    expect(text).toMatch(/Asparagus\s+1\.00/);

    const status = () => receiptio.print('', `-d ${host} -p escpos -q -t 5`);
    expect(await status()).toBe('online');
    printer.paperOut();
    expect(await status()).toBe('paperempty');
    printer.paperIn();
    printer.openCover();
    expect(await status()).toBe('coveropen');
  } finally {
    await server.close();
  }
});
