// `npm run bench:devices [-- --sales N]`: how soon a receipt begins and is known to be printed at 115200 baud, how soon an
// adapter that was pulled out is at work again, and whether a printer that hangs makes a sale slower. Needs socat.
import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { JsonObject } from '#contract/data/json.ts';
import { serveEmulator } from '#support/emulator-server.ts';
import { serialLine } from '#support/serial-line.ts';
import { Shop, sale } from '#support/shop.ts';
import { judge, median } from '../engine/figures.ts';
import { createPacedPrinter } from './paced-printer.ts';

const { values } = parseArgs({ options: { sales: { type: 'string', default: '40' } } });
const sales = Number(values.sales);
const bytesPerSecond = 11_520;

const paper = createPacedPrinter(bytesPerSecond);
const server = await serveEmulator(paper);
// Without nodelay socat holds small writes back for 40 ms, which no serial line does.
const line = serialLine(`TCP:127.0.0.1:${server.port},nodelay`);
await line.plug();
const shop = new Shop({
  bridgeArgs: ['--printer', `COUNTER=serial:${line.path}?baud=115200`, '--terminal', 'T1'],
  terminalDelayMs: 0,
});

async function ask(method: 'GET' | 'POST', path: string, body?: object, key?: string): Promise<JsonObject> {
  const headers = {
    authorization: `Bearer ${shop.token}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
  const answer = await fetch(`${shop.bridgeUrl}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as JsonObject;
}

async function until(what: () => Promise<boolean> | boolean, stepMs = 2): Promise<void> {
  while (!(await what())) await pause(stepMs);
}

const isReady = async () => {
  const { devices } = (await ask('GET', '/v1/devices')) as unknown as { devices: { obstacle: string | null }[] };
  return devices[0]?.obstacle === null;
};

let count = 0;
/** Charges; ms from the request to the approval, and when that came. */
async function charge(): Promise<{ readonly tookMs: number; readonly approvedMs: number }> {
  count += 1;
  const begun = performance.now();
  const answer = await ask('POST', '/v1/operations/cloud-pos?wait=30', sale(`B-${count}`, 1_234), `B-${count}`);
  if (answer['state'] !== 'succeeded') throw new Error(`the sale is ${JSON.stringify(answer['state'])}`);
  const approvedMs = performance.now();
  return { tookMs: approvedMs - begun, approvedMs };
}

const cuts = () => paper.paper.filter(({ type }) => type === 'cut').length;
const p95 = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.ceil(numbers.length * 0.95) - 1] ?? Number.NaN;

const say = (what: string, numbers: readonly number[]) =>
  process.stdout.write(`       ${what}: p50 ${median(numbers).toFixed(1)} ms, p95 ${p95(numbers).toFixed(1)} ms\n`);

try {
  await shop.open('status,sale,print,drawer');
  await shop.killBridge();
  writeFileSync(`${shop.dataDir}/settings.json`, JSON.stringify({ devices: { receipts: { customer: 'always' } } }));
  await shop.startBridge();
  await until(isReady);

  const firstBytes: number[] = [];
  for (let round = 0; round < sales; round += 1) {
    paper.forget();
    const before = cuts();
    const { approvedMs } = await charge();
    // The next sale finds the printer idle: nobody pays while a receipt is still on the line.
    await until(() => cuts() > before);
    firstBytes.push((paper.seen().firstMs ?? Number.NaN) - approvedMs);
  }
  say('first byte of the receipt after the approval', firstBytes);
  judge('first byte of the receipt after the approval, p95, ms', p95(firstBytes), 'at most', 25);

  const beyond: number[] = [];
  for (let round = 0; round < sales; round += 1) {
    paper.forget();
    const blocks = Array.from({ length: 30 }, (_, index) => ({ type: 'text', text: `Line ${index} of a receipt` }));
    const document = { blocks: [...blocks, { type: 'cut' }] };
    const job = await ask('POST', '/v1/print-jobs?wait=30', { device: 'COUNTER', document }, `J-${round}`);
    const toldMs = performance.now();
    if (job['state'] !== 'printed') throw new Error(`the job is ${JSON.stringify(job['state'])}`);
    const { firstMs, bytes } = paper.seen();
    beyond.push(toldMs - (firstMs ?? Number.NaN) - (bytes / bytesPerSecond) * 1_000);
  }
  say('confirmed after the line time', beyond);
  judge('confirmed after the line time, p95, ms', p95(beyond), 'at most', 25);

  const reopened: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    await line.unplug();
    await until(async () => !(await isReady()), 20);
    await line.plug();
    const begun = performance.now();
    await until(isReady, 10);
    reopened.push(performance.now() - begun);
  }
  judge('open again after the adapter is back, slowest of 10, ms', Math.max(...reopened), 'at most', 1_000);

  // In turns, so that whatever else the machine does meets both alike.
  const took = { free: [] as number[], hanging: [] as number[] };
  for (let round = 0; round < sales; round += 1) {
    took.free.push((await charge()).tookMs);
    server.hang();
    took.hanging.push((await charge()).tookMs);
    server.goOn();
    await until(isReady, 20);
  }
  const [free, hanging] = [median(took.free), median(took.hanging)];
  process.stdout.write(`a sale: ${free.toFixed(1)} ms; while the printer hangs: ${hanging.toFixed(1)} ms\n`);
  judge('a sale while the printer hangs, next to one while it prints', hanging / free, 'at most', 1.2);
} finally {
  await shop.close();
  await line[Symbol.asyncDispose]();
  await server.close();
}
