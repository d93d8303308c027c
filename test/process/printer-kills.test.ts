// Faults in the middle of print jobs of a whole bridge, at any byte: paper out, cover open, power, cable, and the bridge
// itself killed. No job is told as printed that is not on the paper, none comes out twice without COPY, none is lost, and
// each doubt is answered once.
import { expect, onTestFinished, test } from 'vitest';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import type { PrintDocument } from '#contract/devices/documents.ts';
import type { EmulatedPrinter } from '#peripherals/emulator/emulated-printer.ts';
import { textOf } from '#peripherals/emulator/paper.ts';
import type { EmulatorServer } from '#support/emulator-server.ts';
import { emulatedCounter } from '#support/emulated-counter.ts';
import { numbers } from '#support/numbers.ts';
import { serialLine } from '#support/serial-line.ts';
import { seedOfRun, share } from '#support/share.ts';
import { Shop } from '#support/shop.ts';
import { until } from '#support/until.ts';

const faults = ['kill', 'paperOut', 'openCover', 'powerOff', 'pullCable'] as const;
// Each fault once, on each line; then by chance.
const count = share({ small: faults.length, large: 40 });
const seed = seedOfRun();
type Fault = (typeof faults)[number];

/** The line to the emulated printer, and what plugs it in again where it was lost. */
interface Way {
  readonly address: string;
  readonly replug: () => Promise<void>;
}

const ways: { readonly [name: string]: (port: number) => Promise<Way> } = {
  network: async (port) => ({ address: `tcp://127.0.0.1:${port}`, replug: async () => undefined }),
  'serial line': async (port) => {
    const line = serialLine(`TCP:127.0.0.1:${port}`);
    onTestFinished(() => line[Symbol.asyncDispose]());
    await line.plug();
    return { address: `serial:${line.path}?baud=115200`, replug: line.plugIfGone };
  },
};

function receipt(name: string, length: number): PrintDocument {
  const lines = Array.from({ length }, (_line, at) => ({ type: 'text' as const, text: `${name} line ${at}.` }));
  return { blocks: [...lines, { type: 'cut' }] };
}

function begin(fault: Exclude<Fault, 'kill'>, printer: EmulatedPrinter, server: EmulatorServer): void {
  if (fault === 'paperOut' || fault === 'openCover') printer[fault]();
  else server[fault]();
}

function mend(printer: EmulatedPrinter, server: EmulatorServer): void {
  printer.paperIn();
  printer.closeCover();
  if (!printer.isOn()) server.powerOn();
  server.plugCable();
}

test.each(Object.keys(ways))('on a printer at a %s', { timeout: 900_000 }, async (name) => {
  const random = numbers(seed);
  const counter = await emulatedCounter({ bufferBytes: 256 });
  onTestFinished(counter.close);
  const { paper: printer, server } = counter;
  const way = await ways[name]!(server.port);
  const shop = new Shop({ bridgeArgs: ['--printer', `COUNTER=${way.address}`], samePort: true });
  onTestFinished(() => shop.close());
  await shop.open('status,print');
  const ask = async (method: 'GET' | 'POST', path: string, body?: object, key = ''): Promise<JsonObject> => {
    const headers = { authorization: `Bearer ${shop.token}`, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${shop.bridgeUrl}${path}`, {
      method,
      headers: key === '' ? headers : { ...headers, 'idempotency-key': key },
      ...sent,
    });
    return (await answer.json()) as JsonObject;
  };
  const isFree = () =>
    until(async () => {
      await way.replug();
      const { devices } = (await ask('GET', '/v1/devices')) as unknown as { devices: JsonObject[] };
      return devices[0]?.['obstacle'] === null || null;
    });
  const rest = (id: string) =>
    until(async () => {
      await way.replug();
      const job = await ask('GET', `/v1/print-jobs/${id}?wait=1`);
      return job['state'] === 'printed' || job['state'] === 'doubtful' ? job : null;
    });
  /** How often each line is on the paper, and the word COPY. */
  const seen = (job: string, length: number) => {
    const texts = textOf(printer.paper).split('\n');
    const lines = Array.from({ length }, (_line, at) => texts.filter((text) => text === `${job} line ${at}.`).length);
    return { lines, copies: texts.filter((text) => text.trim() === 'COPY').length };
  };
  const outcomes = { printed: 0, doubtful: 0, cameOut: 0 };

  for (let round = 0; round < count; round += 1) {
    const fault = round < faults.length ? faults[round]! : faults[random(faults.length)]!;
    const length = 3 + random(30);
    const at = 1 + random(length * 14 + 40);
    const what = `seed ${seed}, ${name}, round ${round}: ${fault} at byte ${at} of ${length} lines`;
    const job = `R${round}`;
    await isFree();
    let isStruck = false;
    printer.atByte(at, () => {
      if (fault === 'kill') process.kill(shop.program.child.pid ?? 0, 'SIGKILL');
      else begin(fault, printer, server);
      isStruck = true;
    });
    const body = { device: 'COUNTER', document: receipt(job, length) };
    // A bridge that is killed may take the answer with it: the same request finds the job.
    const asked = () => ask('POST', '/v1/print-jobs', body, job).catch(() => null);
    // Beyond its last byte nothing strikes.
    await until(async () => {
      const state = (await asked())?.['state'];
      return isStruck || state === 'printed' || state === 'doubtful' || null;
    });
    if (isStruck && fault === 'kill') {
      await shop.program.exited();
      await shop.startBridge();
    } else if (isStruck) {
      await until(async () => {
        const { devices } = (await ask('GET', '/v1/devices')) as unknown as { devices: JsonObject[] };
        const state = (await asked())?.['state'];
        return devices[0]?.['obstacle'] !== null || state !== 'sending' || null;
      });
    }
    printer.clearActions();
    mend(printer, server);
    const known = await until(asked);
    const id = textAt(known, 'id') ?? '';
    const { state } = await rest(id);
    const before = seen(job, length);
    const isWhole = before.lines.every((each) => each === 1);
    // Twice without COPY, and wrong claims.
    expect(Math.max(...before.lines), what).toBeLessThanOrEqual(1);
    if (state === 'printed') {
      expect(isWhole, what).toBe(true);
      outcomes.printed += 1;
      continue;
    }
    outcomes.doubtful += 1;
    if (isWhole) outcomes.cameOut += 1;
    await isFree();
    const said = { cameOut: isWhole, reprint: !isWhole };
    const decided = await ask('POST', `/v1/print-jobs/${id}/decide`, said);
    expect(decided['state'], what).toBe(isWhole ? 'printed' : 'cancelled');
    const opposite = { cameOut: !isWhole, reprint: false };
    expect(await ask('POST', `/v1/print-jobs/${id}/decide`, opposite), what).toMatchObject({ code: 'not-decidable' });
    if (isWhole) continue;
    const reprint = await rest(textAt(decided, 'reprint') ?? '');
    expect(reprint, what).toMatchObject({ state: 'printed', copy: true, reprintOf: id });
    const after = seen(job, length);
    expect(after.lines, what).toEqual(before.lines.map((each) => each + 1));
    expect(after.copies - before.copies, what).toBe(2);
  }
  const { printJobs } = (await ask('GET', '/v1/print-jobs?state=doubtful')) as unknown as { printJobs: unknown[] };
  expect(printJobs).toEqual([]);
  expect(outcomes.printed + outcomes.doubtful).toBe(count);
  process.stdout.write(`${count} faults at a ${name}, seed ${seed}: ${JSON.stringify(outcomes)}\n`);
});
