// The customer's display on a serial line that leads to a program which collects its bytes.
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { parseDisplayAddress } from '#peripherals/display/display-address.ts';
import { createTextDisplay, displayLimits } from '#peripherals/display/text-display.ts';
import { createSerialLine } from '#peripherals/lines/serial-line.ts';
import { serialLine } from '#support/serial-line.ts';

/** A display that keeps what it got since it was plugged in last. */
async function displayEnd() {
  let got = '';
  const server = createServer((socket) => {
    got = '';
    socket.setEncoding('latin1').on('data', (text: string) => (got += text));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const line = serialLine(`TCP:127.0.0.1:${(server.address() as AddressInfo).port}`);
  await line.plug();
  return {
    got: () => got,
    line,
    async [Symbol.asyncDispose]() {
      await line[Symbol.asyncDispose]();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function displayAt(path: string, query = '') {
  const found = parseDisplayAddress(`front=serial:${path}${query}`);
  if (found.type === 'invalid') throw new Error(found.reason);
  return createTextDisplay(found.address, createSerialLine(found.address.endpoint), {
    ...displayLimits,
    reopenMs: 20,
    showMs: 200,
  });
}

const lines = (upper: string, lower: string) => `\u001bQA${upper.padEnd(20)}\r\u001bQB${lower.padEnd(20)}\r`;

test('two lines of 20 characters; the newest is shown again when it is plugged in', async () => {
  await using end = await displayEnd();
  const display = displayAt(end.line.path);
  display.show({ upper: 'Käse aus dem Emmental und mehr', lower: 'Total 12,50 €' });
  const page = '\u000c\u001bt\u0000';
  await expect.poll(() => end.got()).toBe(`${page}${lines('K\u0084se aus dem Emmenta', 'Total 12,50 EUR')}`);
  await end.line.unplug();
  await expect.poll(() => display.state().obstacle).not.toBe(null);
  display.show({ upper: 'one', lower: '' });
  display.show({ upper: 'Thank you', lower: '' });
  await end.line.plug();
  await expect.poll(() => end.got()).toBe(lines('Thank you', ''));
  await display.close();
});

test('an amount as it is written needs no page: its space is one like another', async () => {
  await using end = await displayEnd();
  const display = displayAt(end.line.path);
  display.show({ upper: 'Total 12,50\u00a0€', lower: '1\u202f234,00\u00a0€' });
  await expect.poll(() => end.got()).toBe(lines('Total 12,50 EUR', '1 234,00 EUR'));
  await display.close();
});

test('both lines of a CD5220 have one page, the first that has all of it', async () => {
  await using end = await displayEnd();
  const display = displayAt(end.line.path, '?pages=cp437:0,windows1252:16');
  display.show({ upper: 'Süß', lower: '5,00 €' });
  await expect.poll(() => end.got()).toBe(`\u000c\u001bt\u0010${lines('S\u00fc\u00df', '5,00 \u0080')}`);
  display.show({ upper: 'Süß ½', lower: '' });
  await expect.poll(() => end.got()).toContain(`\u000c\u001bt\u0000${lines('S\u0081\u00e1 \u00ab', '')}`);
  await display.close();
});

test('the language of ESC/POS displays', async () => {
  await using end = await displayEnd();
  const display = displayAt(end.line.path, '?language=esc-pos');
  display.show({ upper: 'a', lower: 'b' });
  await expect.poll(() => end.got()).toBe(`\u001f$\u0001\u0001${'a'.padEnd(20)}\u001f$\u0001\u0002${'b'.padEnd(20)}`);
  await display.close();
});

test('a display that takes nothing stops no caller, and closing it ends', async () => {
  // The other end is opened by nobody.
  await using line = serialLine('pty,raw,echo=0');
  await line.plug();
  const display = displayAt(line.path);
  for (let count = 0; count < 1_000; count += 1) display.show({ upper: String(count), lower: '' });
  await expect.poll(() => display.state().obstacle).toBe(null);
  for (let count = 0; count < 1_000; count += 1) display.show({ upper: String(count), lower: 'x' });
  await display.close();
});
