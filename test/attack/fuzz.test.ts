// Generated requests against the real process, thirty thousand in the large share. Nothing of it may end it, make it answer
// 500 or anything that is no HTTP, make its heap grow, or move money that no accepted operation stands for.
// TILLBRIDGE_PROPERTY_SEED=7 makes another run, TILLBRIDGE_PROPERTY_RUNS=10 one that is ten times as long.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OperationView } from '#contract/operation/operation.ts';
import { ledgerOf } from '#support/erp.ts';
import { createEmulatedPrinter } from '#peripherals/emulator/emulated-printer.ts';
import { serveEmulator } from '#support/emulator-server.ts';
import { Inspector, inspectable } from '#support/inspector.ts';
import { share } from '#support/share.ts';
import { merchantId } from '#support/shop.ts';
import { factor, seed } from '#support/specification/runs.ts';
import { until } from '#support/until.ts';
import { Crowd } from './fuzz/crowd.ts';
import { materials } from './fuzz/material.ts';
import { plans } from './fuzz/requests.ts';
import { Target, pageOrigin } from './target.ts';

const total = share({ small: 8_000, large: 30_000 }) * factor;
const perBatch = 2_000;
/** Shares of the run after which the heap is looked at. */
const measuredAt = [0.3, 0.6, 1];
/** What may be more at the end than at first: code that was compiled meanwhile, buffers that are kept. */
const growthBytes = 4 * 1024 * 1024;

const printer = await serveEmulator(createEmulatedPrinter());
const target = new Target({
  environment: inspectable,
  bridgeArgs: ['--printer', `COUNTER=tcp://127.0.0.1:${printer.port}`],
});
// In the gateway's language a caller is kept until its operation has an answer, or may no longer wait for its turn.
const timeouts = { sendDeadlineSeconds: 1, dropInSeconds: 1 };
beforeAll(async () => {
  writeFileSync(join(target.shop.dataDir, 'settings.json'), JSON.stringify({ timeouts }));
  await target.open();
});
afterAll(async () => {
  await target.close();
  await printer.close();
});

it(`${total} generated requests`, { timeout: 600_000 * Math.max(factor, 1) }, async () => {
  process.stdout.write(`generated requests: TILLBRIDGE_PROPERTY_SEED=${seed}\n`);
  const full: string[] = [];
  // Several programs: what one may send in a second is limited.
  for (const name of ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'])
    full.push(await target.newToken(name, everything));
  const tokens = {
    full,
    page: [target.pageToken],
    status: [await target.newToken('reader', 'status')],
    revoked: [target.revokedToken],
  };
  const crowd = new Crowd({ port: target.port, tokens, origin: pageOrigin, merchantId });
  const inspector = await Inspector.of(target.shop.program);
  const made = plans(materials(seed));
  const heaps: number[] = [];
  const begun = performance.now();

  for (let batch = 0; crowd.sent < total && crowd.wrong.length === 0; batch += 1) {
    await crowd.run(fc.sample(made, { seed: seed + batch, numRuns: perBatch }));
    if (crowd.sent < (measuredAt[heaps.length] ?? 1) * total) continue;
    heaps.push(await settledHeap(inspector));
    process.stdout.write(`${crowd.sent} after ${((performance.now() - begun) / 1_000).toFixed(0)} s\n`);
  }

  const seconds = (performance.now() - begun) / 1_000;
  const answers = [...crowd.told].toSorted(([, a], [, b]) => b - a).map(([told, count]) => `${count} x ${told}`);
  process.stdout.write(
    `${crowd.printed.size} print jobs; ${crowd.sent} requests in ${seconds.toFixed(0)} s (${(crowd.sent / seconds).toFixed(0)} a second); ` +
      `${crowd.accepted.size} operations\n${answers.join(', ')}\nheap after a tenth, after half and after all, MiB: ` +
      `${heaps.map((bytes) => (bytes / 1_048_576).toFixed(1)).join(' ')}\n`,
  );
  inspector.close();
  if (crowd.wrong.length > 0) process.stdout.write(`what the bridge said of the gateway:\n${ofTheGateway()}\n`);
  expect(crowd.wrong).toEqual([]);
  expect(crowd.printed.size).toBeGreaterThan(total / 1_000);
  expect(crowd.sent).toBeGreaterThanOrEqual(total);
  expect(heaps.at(-1)).toBeLessThan((heaps[0] ?? 0) + growthBytes);
});
const everything =
  'status,sale,capture,refund,refund-unreferenced,dcc,terminal,customers,export,print,display,drawer,scan';

/** When nothing is under way. */
async function settledHeap(inspector: Inspector): Promise<number> {
  await settled();
  return inspector.heapBytes();
}

/** The lines of the bridge's log that tell whether it could be reached. */
function ofTheGateway(): string {
  const lines = target.shop.program.stderrText.split('\n');
  return lines.filter((line) => /"event":"(?:gateway-|connection")/.test(line)).join('\n');
}

async function settled(): Promise<void> {
  await until(async () => {
    const { body } = await target.shop.erp.get('/v1/operations?state=sending&limit=1');
    const count = (list: unknown) => (Array.isArray(list) ? list.length : Number.NaN);
    return count(body['operations']) === 0 ? true : null;
  });
}

async function allOperations(): Promise<readonly OperationView[]> {
  const all: OperationView[] = [];
  for (let after = ''; ;) {
    const { body } = await target.shop.erp.get(`/v1/operations?limit=500&after=${after}`);
    all.push(...(body['operations'] as unknown as OperationView[]));
    if (body['next'] === null) return all;
    after = typeof body['next'] === 'string' ? body['next'] : '';
  }
}

it('the gateway carried out what was accepted, each once, and nothing else', { timeout: 120_000 }, async () => {
  const { executions } = await ledgerOf(target.shop.sandboxUrl);
  const operations = await allOperations();
  const transIdOf = ({ input }: OperationView) => (typeof input['transId'] === 'string' ? input['transId'] : '');
  const byTransId = Map.groupBy(operations, transIdOf);
  const wrong = [...Map.groupBy(executions, ({ transId }) => transId ?? '')].filter(([transId, done]) => {
    const of = byTransId.get(transId) ?? [];
    const refused = of.filter(({ state }) => state === 'cancelled' || state === 'expired');
    return done.length > of.length - refused.length;
  });
  expect(wrong).toEqual([]);
  process.stdout.write(`${operations.length} operations, ${executions.length} executions\n`);
  expect(executions.length).toBeGreaterThan(total / 1_000);
});

it('the journal is whole, and the bridge serves on', { timeout: 120_000 }, async () => {
  const { erp, program, dataDir } = target.shop;
  expect((await erp.get('/v1/status')).status).toBe(200);
  expect(program.child.exitCode).toBeNull();
  await program.kill('SIGTERM');
  await program.exited();
  // Throws where it finds anything.
  await target.shop.run(['journal', 'verify', '--data-dir', dataDir]);
});
