// The driver on a serial line: a pseudo terminal that leads to an emulated printer.
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { PrintDocument } from '#contract/devices/documents.ts';
import { createEmulatedPrinter } from '#peripherals/emulator/emulated-printer.ts';
import { textOf } from '#peripherals/emulator/paper.ts';
import { serveEmulator } from '#support/emulator-server.ts';
import type { PrinterLimits } from '#peripherals/printers/limits.ts';
import { serialLine } from '#support/serial-line.ts';
import { driverAt, noWait } from '#support/printer-bench.ts';

async function serialBench(limits: Partial<PrinterLimits> = {}, query = '?baud=115200') {
  const paper = createEmulatedPrinter();
  const server = await serveEmulator(paper);
  const line = serialLine(`TCP:127.0.0.1:${server.port}`);
  await line.plug();
  const { printer, close } = driverAt(`serial:${line.path}${query}`, limits);
  return {
    paper,
    server,
    line,
    printer,
    async [Symbol.asyncDispose]() {
      await close();
      await line[Symbol.asyncDispose]();
      await server.close();
    },
  };
}

const long: PrintDocument = {
  blocks: [
    ...Array.from({ length: 60 }, (_, index) => ({
      type: 'columns' as const,
      left: `Article ${index}`,
      right: `${index},00 €`,
    })),
    { type: 'cut' },
  ],
};
const lines = (text: string) => text.split('\n').length;

test('a long receipt comes out over a serial line, and the printer says so', async () => {
  await using all = await serialBench();
  expect(await all.printer.print(long, noWait, false)).toEqual({ type: 'printed' });
  expect(lines(textOf(all.paper.paper))).toBe(61);
});

test('a change at the printer is seen without a job', async () => {
  await using all = await serialBench();
  const states: (string | null)[] = [];
  all.printer.onState(({ obstacle }) => states.push(obstacle));
  await expect.poll(() => states.at(-1)).toBe(null);
  all.paper.openCover();
  await expect.poll(() => states.at(-1)).toBe('cover-open');
  all.paper.closeCover();
  await expect.poll(() => states.at(-1)).toBe(null);
});

test('the switch of a drawer that chatters counts once it has stayed', async () => {
  await using all = await serialBench({}, '?baud=115200&drawerOpenIs=high');
  const told: (boolean | null)[] = [];
  all.printer.onState(({ drawerOpen }) => told.push(drawerOpen));
  // From its first document on it tells of changes by itself.
  await all.printer.print(long, noWait, false);
  for (let count = 0; count <= 20; count += 1) all.paper.drawer(count % 2 === 0);
  await expect.poll(() => told.at(-1)).toBe(true);
  for (let count = 0; count <= 20; count += 1) all.paper.drawer(count % 2 === 1);
  await expect.poll(() => told.at(-1)).toBe(false);
  expect(told.filter((each, index) => each !== told[index - 1])).toEqual([false, true, false]);
});

test('unplugged in the middle: doubtful; plugged in again it is found, and the next receipt is whole', async () => {
  await using all = await serialBench();
  const states: (string | null)[] = [];
  all.printer.onState(({ obstacle }) => states.push(obstacle));
  const outcome = await all.printer.print(
    long,
    () => Promise.resolve(all.paper.atByte(900, () => void all.line.unplug())),
    false,
  );
  expect(outcome).toEqual({ type: 'doubtful', reason: 'line-lost' });
  await expect.poll(() => states.at(-1)).toBe('no-answer');
  expect(await all.printer.print(long, noWait, false)).toEqual({ type: 'not-sent', obstacle: 'no-answer' });
  await all.line.plug();
  await expect.poll(() => states.at(-1)).toBe(null);
  const before = all.paper.paper.length;
  expect(await all.printer.print(long, noWait, false)).toEqual({ type: 'printed' });
  expect(lines(textOf(all.paper.paper.slice(before)))).toBe(61);
});

test('a line without a reader: no answer, in bounded time, and closing it ends', async () => {
  // The other end is opened by nobody.
  const line = serialLine('pty,raw,echo=0');
  await line.plug();
  const { printer, close } = driverAt(`serial:${line.path}`, { answerMs: 200 });
  expect(await printer.print(long, noWait, false)).toEqual({ type: 'not-sent', obstacle: 'no-answer' });
  await close();
  const oneWay = driverAt(`serial:${line.path}?answers=no`, { handOverMs: 200, stuckMs: 200 });
  const much = { blocks: Array.from({ length: 400 }, () => ({ type: 'text' as const, text: 'x'.repeat(2_000) })) };
  expect((await oneWay.printer.print(much, noWait, false)).type).toBe('doubtful');
  await oneWay.close();
  await line[Symbol.asyncDispose]();
});

test('a printer that never answers, on a one-way line, takes the receipt', async () => {
  await using all = await serialBench({}, '?answers=no');
  expect(await all.printer.print(long, noWait, false)).toEqual({ type: 'handed-over' });
  await expect.poll(() => lines(textOf(all.paper.paper))).toBe(61);
});

test('plugged in again many times: it is found each time, and no descriptor is left behind', async () => {
  await using all = await serialBench();
  const states: (string | null)[] = [];
  all.printer.onState(({ obstacle }) => states.push(obstacle));
  const open = () => readdirSync('/proc/self/fd').length;
  await expect.poll(() => states.at(-1)).toBe(null);
  const before = open();
  for (let round = 0; round < 10; round += 1) {
    await all.line.unplug();
    await expect.poll(() => states.at(-1)).toBe('no-answer');
    await all.line.plug();
    await expect.poll(() => states.at(-1)).toBe(null);
  }
  expect(open()).toBeLessThanOrEqual(before + 2);
});

test('a line that does not open says why, and no more once it is there', async () => {
  await using all = await serialBench();
  await all.line.unplug();
  const { printer, close } = driverAt(`serial:${all.line.path}`);
  expect(await printer.state()).toMatchObject({
    obstacle: 'no-answer',
    trouble: { code: 'not-found', path: all.line.path, command: 'ls -l /dev/serial/by-id/' },
  });
  await close();
  await expect.poll(async () => (await all.printer.state()).trouble?.code).toBe('not-found');
  await all.line.plug();
  await expect.poll(async () => (await all.printer.state()).obstacle).toBe(null);
  expect((await all.printer.state()).trouble).toBeUndefined();
});
