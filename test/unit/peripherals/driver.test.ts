// The driver over a line that is only a pair of functions: what a serial cable can do that sockets never do.
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { PrintDocument } from '#contract/devices/documents.ts';
import { defaultProfile } from '#peripherals/address/profile.ts';
import { type EmulatorOptions, createEmulatedPrinter } from '#peripherals/emulator/emulated-printer.ts';
import { textOf } from '#peripherals/emulator/paper.ts';
import type { Line } from '#peripherals/lines/line.ts';
import { printerLimits } from '#peripherals/printers/limits.ts';
import { createLinePrinter } from '#peripherals/printers/line-printer.ts';
import { escPosStatus } from '#peripherals/status/esc-pos-status.ts';
import { starStatus } from '#peripherals/status/star-status.ts';

const limits = {
  ...printerLimits,
  answerMs: 300,
  clearMs: 100,
  silenceMs: 700,
  askEveryMs: 20,
  pollMs: 20,
  reopenMs: 10,
  lineMs: 0,
};
const noWait = () => Promise.resolve();
const bytesPerSecond = 2_400;
const fastBytesPerSecond = 48_000;
/** Shorter than the receipt takes, and longer than the printer is left without a question. */
const outageMs = 400;

/**
 * Bytes go to `receive`, one after the other where it is `paced`; nothing ever breaks it. `speed`: where it is faster than
 * it says, which a busy machine makes up for.
 */
function bareLine(
  receive: (bytes: Uint8Array) => void,
  onSend: (listener: (bytes: Uint8Array) => void) => void,
  { paced = false, speed = bytesPerSecond } = {},
): Line {
  return {
    name: 'bare',
    keptOpen: true,
    losesBytes: true,
    holdsBack: false,
    bytesPerSecond,
    open: () => {
      let open = true;
      let queue = Promise.resolve();
      return Promise.resolve({
        write: (bytes: Uint8Array) => {
          if (!open) return Promise.reject(new Error('closed'));
          if (paced) return (queue = queue.then(() => byteByByte(bytes, receive, speed)));
          receive(bytes);
          return setTimeout((bytes.length * 1_000) / speed);
        },
        finish: () => Promise.resolve(),
        onBytes: (listener: (bytes: Uint8Array) => void) => onSend((bytes) => (open ? listener(bytes) : undefined)),
        onLost: () => undefined,
        isOpen: () => open,
        close: () => {
          open = false;
          return Promise.resolve();
        },
      });
    },
  };
}

/** As much at a time as the time since the last lets through: a busy machine does not slow the line down. */
async function byteByByte(bytes: Uint8Array, receive: (bytes: Uint8Array) => void, speed: number): Promise<void> {
  const startedMs = performance.now();
  for (let sent = 0; sent < bytes.length;) {
    await setTimeout(10);
    const due = Math.ceil(((performance.now() - startedMs) / 1_000) * speed);
    receive(bytes.subarray(sent, due));
    sent = due;
  }
}

const long: PrintDocument = {
  blocks: Array.from({ length: 100 }, (_, index) => ({
    type: 'text' as const,
    text: `line ${index} of a long receipt`,
  })),
};

test.each(['the cable is pulled and plugged', 'the power goes and comes'])(
  '%s in the middle, which no line notices: what was lost is not claimed',
  async (what) => {
    const paper = createEmulatedPrinter({ bufferBytes: 100_000 });
    let connected = true;
    const line = bareLine(
      (bytes) => (connected ? paper.receive(bytes) : undefined),
      (listener) => paper.onSend((bytes) => (connected ? listener(bytes) : undefined)),
    );
    const driver = createLinePrinter({
      id: 'x',
      line,
      profile: defaultProfile('esc-pos'),
      language: escPosStatus('process-id', 1),
      limits,
    });
    const outcome = driver.print(
      long,
      () => {
        paper.atByte(700, () => {
          if (what.includes('cable')) connected = false;
          else paper.powerOff();
          void setTimeout(outageMs).then(() => {
            connected = true;
            if (!paper.isOn()) paper.powerOn();
          });
        });
        return Promise.resolve();
      },
      false,
    );
    expect((await outcome).type).toBe('doubtful');
    expect(paper.paper.length).toBeLessThan(100);
    await expect.poll(async () => (await driver.state()).obstacle).toBe(null);
    const before = paper.paper.length;
    expect(await driver.print(long, noWait, false)).toEqual({ type: 'printed' });
    expect(paper.paper.length - before).toBe(100);
    await driver.close();
  },
);

test.each(['process-id', 'gs-r'] as const)(
  'a printer that prints slower than its line sends, and cannot hold it back, gets no more than it has room for (%s)',
  async (confirms) => {
    const paper = createEmulatedPrinter({ bufferBytes: 256, knowsProcessIds: confirms === 'process-id' });
    paper.slow(60);
    const line = bareLine(
      // What finds no room is lost, as on a line without flow control.
      (bytes) => bytes.forEach((byte) => paper.receive(Uint8Array.of(byte))),
      paper.onSend,
      { paced: true },
    );
    const driver = createLinePrinter({
      id: 'x',
      line,
      profile: { ...defaultProfile('esc-pos'), confirms },
      language: escPosStatus(confirms, 1),
      limits: { ...limits, answerMs: 2_000, stuckMs: 6_000, windowBytes: 128 },
    });
    const blocks = long.blocks.slice(0, 40);
    expect(await driver.print({ blocks }, noWait, false)).toEqual({ type: 'printed' });
    expect(paper.paper).toHaveLength(40);
    await driver.close();
  },
);

test('a document that waits for paper ends in doubt when the bridge ends', async () => {
  const paper = createEmulatedPrinter();
  const line = bareLine(paper.receive, paper.onSend);
  const language = escPosStatus('process-id', 1);
  const driver = createLinePrinter({ id: 'x', line, profile: defaultProfile('esc-pos'), language, limits });
  const outcome = driver.print(long, () => Promise.resolve(paper.atByte(100, paper.paperOut)), false);
  await expect.poll(async () => (await driver.state()).obstacle).toBe('paper-out');
  await driver.close();
  expect(await outcome).toEqual({ type: 'doubtful', reason: 'closed' });
});

/**
 * As much of Star as the driver asks for: a counter, a frame when asked, and all else is text. `bufferBytes`: what finds no
 * room is lost. `msPerLine`: how long it prints a line.
 */
function starPrinter({ bufferBytes = Number.POSITIVE_INFINITY, msPerLine = 0 } = {}) {
  const asked = '\u001b\u0006\u0001';
  const printer = { text: '', count: 30, held: '', paperOut: false, isSlow: false, drops: false, isBusy: false };
  let say: (bytes: Uint8Array) => void = () => undefined;
  const work = () => {
    while (!printer.paperOut && !printer.isBusy && printer.held !== '') {
      const [line] = /^.*?(?:\n|$)/s.exec(printer.held)!;
      const [part] = msPerLine === 0 ? [printer.held] : [line];
      printer.held = printer.held.slice(part.length);
      printer.text += part;
      printer.count = (printer.count + part.split('\u0017').length - 1) % 32;
      if (msPerLine === 0 || !part.endsWith('\n')) continue;
      printer.isBusy = true;
      void setTimeout(msPerLine).then(() => {
        printer.isBusy = false;
        work();
      });
    }
  };
  const line = bareLine(
    (bytes) => {
      const got = Buffer.from(bytes).toString('latin1');
      const room = Math.max(0, bufferBytes - printer.held.length);
      if (!printer.drops) printer.held += got.replaceAll(asked, '').slice(0, room);
      if (!printer.isSlow) work();
      const { count, paperOut } = printer;
      const counter = ((count & 0b111) << 1) | ((count >> 3) << 5);
      if (got.includes(asked))
        queueMicrotask(() => say(Uint8Array.of(0x23, 6, paperOut ? 8 : 0, 0, 0, paperOut ? 8 : 0, 0, counter, 0)));
    },
    (listener) => (say = listener),
    { paced: msPerLine > 0, speed: msPerLine > 0 ? 9_600 : fastBytesPerSecond },
  );
  const profile = defaultProfile('star-line');
  const language = starStatus('etb');
  const stuckMs = msPerLine > 0 ? 3_000 : 600;
  const driver = createLinePrinter({
    id: 'x',
    line,
    profile,
    language,
    limits: { ...limits, answerMs: 1_000, obstacleMs: 200, stuckMs, windowBytes: 128 },
  });
  return { printer, driver, work };
}

const slip = (text: string): PrintDocument => ({ blocks: [{ type: 'text', text }, { type: 'cut' }] });

test('a Star printer: its counter says that a document came out', async () => {
  const { printer, driver } = starPrinter();
  for (const word of ['first', 'second', 'third']) {
    expect(await driver.print(slip(word), noWait, false)).toEqual({ type: 'printed' });
    expect(printer.text).toContain(word);
  }
  await driver.close();
});

test('a Star printer that prints slower than its line sends, and cannot hold it back, gets no more than it has room for', async () => {
  const { printer, driver } = starPrinter({ bufferBytes: 256, msPerLine: 60 });
  const blocks = long.blocks.slice(0, 40);
  expect(await driver.print({ blocks }, noWait, false)).toEqual({ type: 'printed' });
  expect(printer.text.match(/line \d+ of a long receipt/g)).toHaveLength(40);
  await driver.close();
});

test('a Star printer that loses its power in the middle of a document that is sent in parts has not printed it', async () => {
  const { printer, driver } = starPrinter({ bufferBytes: 256, msPerLine: 20 });
  const blocks = long.blocks.slice(0, 40);
  const printing = driver.print({ blocks }, noWait, false);
  await expect.poll(() => printer.text).toContain('line 12 ');
  Object.assign(printer, { held: '', count: 0 });
  expect((await printing).type).toBe('doubtful');
  await driver.close();
});

test('a Star printer says that it got the pulse for the drawer', async () => {
  const { driver } = starPrinter();
  expect(await driver.openDrawer(noWait)).toBe('opened');
  await driver.close();
});

test('a Star printer: what was left of one document does not count for the next', async () => {
  const { printer, driver, work } = starPrinter();
  expect(await driver.print(slip('before'), noWait, false)).toEqual({ type: 'printed' });
  const late = driver.print(slip('late'), () => Promise.resolve(void (printer.paperOut = true)), false);
  expect(await late).toEqual({ type: 'doubtful', reason: 'waited-too-long' });
  // It goes on with it only when the next one is on its way, of which nothing arrives.
  Object.assign(printer, { paperOut: false, isSlow: true });
  const lost = driver.print(
    slip('lost'),
    () => {
      printer.drops = true;
      work();
      return noWait();
    },
    false,
  );
  expect(await lost).toEqual({ type: 'not-sent', obstacle: 'no-answer' });
  Object.assign(printer, { isSlow: false, drops: false });
  expect(await driver.print(slip('next'), noWait, false)).toEqual({ type: 'printed' });
  expect(printer.text).toContain('next');
  await driver.close();
});

/** A printer whose end is asked for by `GS r`, which it answers only where `answers` says so. */
function weakPrinter(answers: () => boolean, emulator: EmulatorOptions = {}) {
  const paper = createEmulatedPrinter({ knowsProcessIds: false, bufferBytes: 100_000, ...emulator });
  let say: (bytes: Uint8Array) => void = () => undefined;
  const hear = (listener: (bytes: Uint8Array) => void) => {
    say = listener;
    paper.onSend((bytes) => {
      const isWord = bytes.length === 1 && (bytes[0]! & 0b1001_0000) === 0;
      if (!isWord || answers()) listener(bytes);
    });
  };
  const line = bareLine(paper.receive, hear, { speed: fastBytesPerSecond });
  const profile = { ...defaultProfile('esc-pos'), confirms: 'gs-r' as const };
  const fast = { ...limits, stuckMs: 600 };
  const driver = createLinePrinter({ id: 'x', line, profile, language: escPosStatus('gs-r', 1), limits: fast });
  return { paper, driver, say: (...bytes: number[]) => say(Uint8Array.from(bytes)) };
}

test.each([
  ['while its text is sent', 700],
  ['after its end was asked for', 2_990],
])('a printer with the weaker word: a stray byte %s is not its word', async (_, at) => {
  const { paper, driver, say } = weakPrinter(() => false);
  const stray = () => Promise.resolve(paper.atByte(at, () => say(0x00)));
  expect(await driver.print(long, stray, false)).toEqual({ type: 'doubtful', reason: 'no-word' });
  await driver.close();
});

test('a printer with the weaker word that cannot clear its buffers is given nothing before it has worked them off', async () => {
  let answers = true;
  const { paper, driver } = weakPrinter(() => answers, { knowsClear: false });
  expect(await driver.print(slip('first'), noWait, false)).toEqual({ type: 'printed' });
  answers = false;
  expect(await driver.print(slip('second'), noWait, false)).toEqual({ type: 'doubtful', reason: 'no-word' });
  const never = () => Promise.reject(new Error('nothing may leave'));
  expect(await driver.print(slip('third'), never, false)).toEqual({ type: 'not-sent', obstacle: 'no-answer' });
  answers = true;
  expect(await driver.print(slip('fourth'), noWait, false)).toEqual({ type: 'printed' });
  expect(textOf(paper.paper).replaceAll(/\s|\[cut\]/g, '')).toBe('firstsecondfourth');
  await driver.close();
});

test('power that is lost and comes back in the middle of a picture on a slow line is noticed', async () => {
  const paper = createEmulatedPrinter({ bufferBytes: 100_000 });
  // The outage is as long as the line takes for so many bytes: a busy machine stretches both alike.
  let lost = 0;
  const receive = (bytes: Uint8Array) => {
    paper.receive(bytes);
    if (!paper.isOn() && (lost += bytes.length) >= (outageMs * bytesPerSecond) / 1_000) paper.powerOn();
  };
  const line = bareLine(receive, paper.onSend, { paced: true });
  const language = escPosStatus('process-id', 1);
  // Longer than a band of a picture takes where it is sent as a whole.
  const patient = { ...limits, silenceMs: 2_500 };
  const driver = createLinePrinter({ id: 'x', line, profile: defaultProfile('esc-pos'), language, limits: patient });
  const pbm = Buffer.concat([Buffer.from('P4\n576 64\n'), Buffer.alloc(72 * 64, 0x5a)]).toString('base64');
  const strike = () => Promise.resolve(paper.atByte(200, paper.powerOff));
  const outcome = await driver.print({ blocks: [{ type: 'picture', pbm }, ...long.blocks] }, strike, false);
  expect(outcome.type).toBe('doubtful');
  await driver.close();
});
