// Faults in the middle of receipts: paper out, cover open, power, cable, at any byte. Nothing is said to be printed that
// is not on the paper, nothing comes out twice, and the receipt after a fault is whole.
import { expect, test } from 'vitest';
import type { PrintDocument } from '#contract/devices/documents.ts';
import type { PrintOutcome } from '#core/ports/printers.ts';
import { createEmulatedPrinter, type EmulatedPrinter } from '#peripherals/emulator/emulated-printer.ts';
import { type EmulatorServer, serveEmulator } from '#support/emulator-server.ts';
import { driverAt, noWait } from '#support/printer-bench.ts';
import { serialLine } from '#support/serial-line.ts';
import { numbers } from '#support/numbers.ts';
import { seedOfRun, share } from '#support/share.ts';

const count = share({ small: 24, large: 80 });
const seed = seedOfRun();

const picture = Buffer.concat([Buffer.from('P4\n384 96\n'), Buffer.alloc(48 * 96, 0x5a)]).toString('base64');

function receipt(name: string, length: number, withPicture: boolean): PrintDocument {
  const lines = Array.from({ length }, (_, index) => ({
    type: 'text' as const,
    text: `${name} line ${index} of ${length}`,
  }));
  return { blocks: [...(withPicture ? [{ type: 'picture' as const, pbm: picture }] : []), ...lines, { type: 'cut' }] };
}

/** How often each line of this receipt is on the paper. */
function copies(printer: EmulatedPrinter, name: string, length: number): number[] {
  const counts = Array.from({ length }, () => 0);
  for (const item of printer.paper) {
    const found = item.type === 'line' ? new RegExp(`^${name} line (\\d+) of ${length}$`).exec(item.text) : null;
    if (found !== null) counts[Number(found[1])]! += 1;
  }
  return counts;
}

const faults = ['paperOut', 'openCover', 'powerOff', 'pullCable', 'hang'] as const;
type Fault = (typeof faults)[number];

function begin(fault: Fault, printer: EmulatedPrinter, server: EmulatorServer): void {
  if (fault === 'paperOut' || fault === 'openCover') printer[fault]();
  else server[fault]();
}

function mend(fault: Fault, printer: EmulatedPrinter, server: EmulatorServer): void {
  switch (fault) {
    case 'paperOut':
      printer.paperIn();
      return;
    case 'openCover':
      printer.closeCover();
      return;
    case 'powerOff':
      server.powerOn();
      return;
    case 'pullCable':
      server.plugCable();
      return;
    case 'hang':
      server.goOn();
  }
}

async function suffer(connect: (port: number) => Promise<{ place: string; replug: () => Promise<void> }>) {
  const random = numbers(seed);
  const printer = createEmulatedPrinter({ bufferBytes: 1_024 });
  const server = await serveEmulator(printer);
  const { place, replug } = await connect(server.port);
  const limits = { silenceMs: 400, answerMs: 1_000, clearMs: 1_000 };
  const { printer: driver, close } = driverAt(place, limits);
  const outcomes: Record<PrintOutcome['type'], number> = { printed: 0, 'handed-over': 0, doubtful: 0, 'not-sent': 0 };
  /** A line that breaks is noticed at any time; then it is plugged in again. */
  const ready = async () => {
    await expect
      .poll(async () => {
        await replug();
        return (await driver.state()).obstacle;
      })
      .toBe(null);
  };
  let whenSeen: () => void = () => undefined;
  driver.onState(({ obstacle }) => {
    if (obstacle !== null) whenSeen();
  });
  for (let round = 0; round < count; round += 1) {
    const fault = faults[random(faults.length)]!;
    const length = 3 + random(40);
    const withPicture = random(3) === 0;
    const at = 1 + random(length * 24 + (withPicture ? 4_700 : 0) + 60);
    const what = `seed ${seed}, round ${round}: ${fault} at byte ${at} of ${length} lines`;
    const name = `R${round}`;
    await ready();

    let struck = false;
    const ended = driver.print(
      receipt(name, length, withPicture),
      () =>
        Promise.resolve(
          printer.atByte(at, () => {
            struck = true;
            begin(fault, printer, server);
          }),
        ),
      false,
    );
    const waits = fault === 'paperOut' || fault === 'openCover';
    // It is mended once the driver has seen it.
    if (waits) whenSeen = () => mend(fault, printer, server);
    const outcome = await ended;
    whenSeen = () => undefined;
    outcomes[outcome.type] += 1;
    const whole = copies(printer, name, length).every((each) => each === 1);
    if (outcome.type === 'printed') expect(whole, what).toBe(true);
    else expect(outcome.type, what).toBe('doubtful');
    if (waits) expect(outcome.type, what).toBe('printed');

    printer.clearActions();
    if (struck) mend(fault, printer, server);
    await ready();
    // A line that broke at the very end may be noticed only now; then nothing was sent. A busy machine may be silent for
    // as long as a printer may here; then it is in doubt, and the one after it is printed.
    let next = `N${round}`;
    let after = await driver.print(receipt(next, 5, false), noWait, false);
    for (let tries = 0; after.type !== 'printed' && tries < 20; tries += 1) {
      expect(Math.max(...copies(printer, next, 5)), what).toBeLessThanOrEqual(1);
      await ready();
      if (after.type === 'doubtful') next = `N${round}-${tries}`;
      after = await driver.print(receipt(next, 5, false), noWait, false);
    }
    expect(after, what).toEqual({ type: 'printed' });
    expect(copies(printer, next, 5), what).toEqual([1, 1, 1, 1, 1]);
    expect(Math.max(...copies(printer, name, length)), what).toBeLessThanOrEqual(1);
  }
  await close();
  await server.close();
  return outcomes;
}

test(`${count} faults in the network`, async () => {
  const outcomes = await suffer((port) =>
    Promise.resolve({ place: `tcp://127.0.0.1:${port}`, replug: () => Promise.resolve() }),
  );
  expect(outcomes.printed + outcomes.doubtful).toBe(count);
  expect(outcomes.printed).toBeGreaterThan(0);
  expect(outcomes.doubtful).toBeGreaterThan(0);
});

test('on a serial line', async () => {
  const lines: AsyncDisposable[] = [];
  const outcomes = await suffer(async (port) => {
    const line = serialLine(`TCP:127.0.0.1:${port}`);
    lines.push(line);
    await line.plug();
    return { place: `serial:${line.path}?baud=115200`, replug: line.plugIfGone };
  });
  for (const line of lines) await line[Symbol.asyncDispose]();
  expect(outcomes.printed + outcomes.doubtful).toBe(count);
  expect(outcomes.doubtful).toBeGreaterThan(0);
});
