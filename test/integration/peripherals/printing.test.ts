// A document on an emulated printer in the network: what comes out, and what the driver says about it.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { PrintDocument } from '#contract/devices/documents.ts';
import { textOf } from '#peripherals/emulator/paper.ts';
import { bench, noWait } from '#support/printer-bench.ts';

const receipt: PrintDocument = {
  blocks: [
    { type: 'text', text: 'Bäckerei Möller', align: 'center', bold: true },
    { type: 'columns', left: '3 × Brötchen', right: '1,20 €' },
    { type: 'rule' },
    { type: 'qr', data: 'https://shop.example/r/ä1' },
    { type: 'barcode', symbology: 'code128', data: 'T-{1}' },
    { type: 'cut' },
  ],
};

const onPaper = [
  '                Bäckerei Möller',
  '3 x Brötchen                              1,20 €',
  '-'.repeat(48),
  '[qr https://shop.example/r/ä1]',
  '[code128 T-{1}]',
  '[cut]',
].join('\n');

test('a receipt comes out, and the printer says so', async () => {
  await using all = await bench();
  let saved = false;
  const outcome = await all.printer.print(
    receipt,
    async () => {
      expect(all.paper.paper).toEqual([]);
      saved = true;
    },
    false,
  );
  expect(outcome).toEqual({ type: 'printed' });
  expect(saved).toBe(true);
  expect(textOf(all.paper.paper)).toBe(onPaper.replace('3 x', '3 ×'));
});

test('a copy says so at both ends', async () => {
  await using all = await bench();
  await all.printer.print({ blocks: [{ type: 'text', text: 'x' }, { type: 'cut' }] }, noWait, true);
  expect(
    textOf(all.paper.paper)
      .split('\n')
      .map((line) => line.trim()),
  ).toEqual(['COPY', 'x', 'COPY', '[cut]']);
});

test.each([
  ['paper-out', 'paperOut', 'paperIn'],
  ['cover-open', 'openCover', 'closeCover'],
] as const)('%s: nothing is sent before, and it goes on by itself in the middle', async (obstacle, begin, end) => {
  await using all = await bench();
  all.paper[begin]();
  const never = () => Promise.reject(new Error('Nothing may be made durable.'));
  expect(await all.printer.print(receipt, never, false)).toEqual({ type: 'not-sent', obstacle });
  all.paper[end]();

  const states: (string | null)[] = [];
  const stop = all.printer.onState(({ obstacle: now }) => states.push(now));
  const outcome = all.printer.print(receipt, () => Promise.resolve(all.paper.atByte(60, all.paper[begin])), false);
  await expect.poll(() => states.at(-1)).toBe(obstacle);
  all.paper[end]();
  expect(await outcome).toEqual({ type: 'printed' });
  expect(textOf(all.paper.paper).match(/cut/g)).toHaveLength(1);
  stop();
});

test('a save that fails sends nothing', async () => {
  await using all = await bench();
  const full = new Error('disk full');
  await expect(all.printer.print(receipt, () => Promise.reject(full), false)).rejects.toBe(full);
  expect(await all.printer.print({ blocks: [{ type: 'text', text: 'next' }] }, noWait, false)).toEqual({
    type: 'printed',
  });
  expect(textOf(all.paper.paper)).toBe('next');
});

test.each(['powerOff', 'pullCable'] as const)(
  '%s in the middle: doubtful, and the next receipt is whole',
  async (fault) => {
    await using all = await bench();
    const outcome = await all.printer.print(
      receipt,
      () => Promise.resolve(all.paper.atByte(100, all.server[fault])),
      false,
    );
    expect(outcome.type).toBe('doubtful');
    expect((await all.printer.state()).obstacle).toBe('no-answer');
    expect(await all.printer.print(receipt, noWait, false)).toEqual({ type: 'not-sent', obstacle: 'no-answer' });
    if (fault === 'powerOff') all.server.powerOn();
    else all.server.plugCable();
    const before = all.paper.paper.length;
    expect(await all.printer.print(receipt, noWait, false)).toEqual({ type: 'printed' });
    expect(textOf(all.paper.paper.slice(before))).toBe(onPaper.replace('3 x', '3 ×'));
  },
);

test('a buffer that is dropped: no word comes, and none is made up', async () => {
  await using all = await bench({ limits: { stuckMs: 300 } });
  const outcome = all.printer.print(receipt, () => Promise.resolve(all.paper.atByte(60, all.paper.paperOut)), false);
  await expect.poll(async () => (await all.printer.state()).obstacle).toBe('paper-out');
  all.paper.dropBuffer();
  all.paper.paperIn();
  expect((await outcome).type).toBe('doubtful');
});

test('a slow printer has time for a long document, which the network took at once', async () => {
  await using all = await bench({ emulator: { bufferBytes: 100_000 }, limits: { stuckMs: 300 } });
  all.paper.slow(15);
  const blocks = Array.from({ length: 60 }, (_, index) => ({ type: 'text' as const, text: `line ${index}` }));
  expect(await all.printer.print({ blocks }, noWait, false)).toEqual({ type: 'printed' });
  expect(all.paper.paper).toHaveLength(60);
});

test('a printer that hangs: doubtful in bounded time', async () => {
  await using all = await bench({ limits: { silenceMs: 200 } });
  const outcome = await all.printer.print(receipt, () => Promise.resolve(all.server.hang()), false);
  expect(outcome).toEqual({ type: 'doubtful', reason: 'silent' });
  all.server.goOn();
});

test('a printer that goes silent while its paper is out, as when its power is switched off: doubtful in bounded time', async () => {
  await using all = await bench({ limits: { silenceMs: 200 } });
  const outcome = all.printer.print(receipt, () => Promise.resolve(all.paper.atByte(60, all.paper.paperOut)), false);
  await expect.poll(async () => (await all.printer.state()).obstacle).toBe('paper-out');
  all.server.hang();
  expect(await outcome).toEqual({ type: 'doubtful', reason: 'silent' });
  all.server.goOn();
});

test('a picture cut off in the middle does not eat the next receipt, whether the printer can clear its buffers or not', async () => {
  const rows = Buffer.alloc(72 * 64, 0xff);
  const picture = Buffer.concat([Buffer.from('P4\n576 64\n'), rows]).toString('base64');
  for (const knowsClear of [true, false]) {
    await using all = await bench({ emulator: { knowsClear }, limits: { clearMs: 100 } });
    await all.printer.print({ blocks: [{ type: 'text', text: 'first' }] }, noWait, false);
    const cut = all.printer.print(
      { blocks: [{ type: 'picture', pbm: picture }] },
      () => Promise.resolve(all.paper.atByte(1_000, all.server.pullCable)),
      false,
    );
    expect((await cut).type).toBe('doubtful');
    all.server.plugCable();
    expect(await all.printer.print(receipt, noWait, false)).toEqual({ type: 'printed' });
    expect(textOf(all.paper.paper)).toContain(onPaper.replace('3 x', '3 ×'));
  }
});

test('the weaker fence, and a printer that never says anything', async () => {
  await using weaker = await bench({ emulator: { knowsProcessIds: false }, query: '?confirms=gs-r' });
  expect(await weaker.printer.print(receipt, noWait, false)).toEqual({ type: 'printed' });

  await using silent = await bench({ query: '?answers=no' });
  expect(silent.printer.info.confirms).toBe(false);
  expect(await silent.printer.print(receipt, noWait, false)).toEqual({ type: 'handed-over' });
  expect(textOf(silent.paper.paper)).toBe(onPaper.replace('3 x', '3 ×'));
});

test('the drawer gets one pulse, also with the paper out, and where the line breaks it is not said to have opened', async () => {
  await using all = await bench({ query: '?drawerOpenIs=high', limits: { pulseMs: 300 } });
  expect(await all.printer.openDrawer(noWait)).toBe('opened');
  await expect.poll(async () => (await all.printer.state()).drawerOpen).toBe(true);
  all.paper.drawer(false);
  all.paper.paperOut();
  expect(await all.printer.openDrawer(noWait)).toBe('opened');
  all.paper.paperIn();
  expect(all.paper.drawerKicks()).toBe(2);
  expect(await all.printer.openDrawer(() => Promise.resolve(all.server.pullCable()))).not.toBe('opened');
  expect(await all.printer.openDrawer(noWait)).toBe('not-sent');
  expect(all.paper.drawerKicks()).toBe(2);
});

test('two documents at once come out one after the other', async () => {
  await using all = await bench();
  const outcomes = await Promise.all(
    ['a', 'b', 'c'].map((text) =>
      all.printer.print({ blocks: [{ type: 'text', text }, { type: 'cut' }] }, noWait, false),
    ),
  );
  expect(outcomes.map(({ type }) => type)).toEqual(['printed', 'printed', 'printed']);
  expect(textOf(all.paper.paper)).toBe('a\n[cut]\nb\n[cut]\nc\n[cut]');
});

test('the drawer opens while a receipt waits for paper, and the receipt still comes out', async () => {
  await using all = await bench({ query: '?drawerOpenIs=high' });
  const outcome = all.printer.print(receipt, () => Promise.resolve(all.paper.atByte(60, all.paper.paperOut)), false);
  await expect.poll(async () => (await all.printer.state()).obstacle).toBe('paper-out');
  expect(await all.printer.openDrawer(noWait)).toBe('opened');
  expect(all.paper.drawerKicks()).toBe(1);
  all.paper.paperIn();
  expect(await outcome).toEqual({ type: 'printed' });
  expect(textOf(all.paper.paper)).toBe(onPaper.replace('3 x', '3 ×'));
  expect(all.paper.drawerKicks()).toBe(1);
});

test('a pulse whose turn comes too late is not sent any more', async () => {
  await using all = await bench({ limits: { turnMs: 50 } });
  all.paper.slow(30);
  const outcome = all.printer.print(receipt, noWait, false);
  expect(await all.printer.openDrawer(noWait)).toBe('not-sent');
  expect(await outcome).toEqual({ type: 'printed' });
  await all.printer.state();
  expect(all.paper.drawerKicks()).toBe(0);
});

test('a pulse whose record comes too late is not sent', async () => {
  await using all = await bench({ limits: { turnMs: 20 } });
  const slow = () => pause(60);
  expect(await all.printer.openDrawer(slow)).toBe('not-sent');
  expect(all.paper.drawerKicks()).toBe(0);
});

test('a printer that never answers is not said to have opened the drawer: it may keep the pulse', async () => {
  await using all = await bench({ query: '?answers=no', limits: { pulseMs: 100 } });
  expect(await all.printer.openDrawer(noWait)).toBe('unknown');
});

test('a printer without a drawer gets no pulse', async () => {
  await using all = await bench({ query: '?drawer=no' });
  expect(await all.printer.openDrawer(() => Promise.reject(new Error('Nothing may be journalled.')))).toBe('not-sent');
  expect(all.paper.drawerKicks()).toBe(0);
});
