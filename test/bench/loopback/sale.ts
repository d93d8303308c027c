// `npm run bench:sale [-- --operations 1000000 --sales 400 --folders DIR]`: what the bridge itself takes for a durable sale at a
// terminal, with four programs that sell at once and a folder of so many operations, on a gateway that answers at once:
// the time until the program has the outcome, less what the same command takes at the gateway itself. The goal: p99 at
// most 10 ms. The folder is made once, in DIR, where the bench then sells in it: a copy of it would be paused.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { environmentId } from '#host/chance.ts';
import { openDataKey, withSubKey } from '#secrets/data-key.ts';
import { createSeal } from '#store/database/seal.ts';
import { openStore } from '#store/open.ts';
import { latestVersion } from '#store/schema/migrations.ts';
import { fill } from '#support/large-folder.ts';
import { ownPort } from '#support/port.ts';
import { Workbench } from '#support/processes.ts';
import { judge, median } from '../engine/figures.ts';
import { syncTimes } from './disk.ts';
import { Caller, load } from './load.ts';
import { type Way, gatewayToken } from './ways.ts';

const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '1000000' },
    sales: { type: 'string', default: '400' },
    rounds: { type: 'string', default: '5' },
    folders: { type: 'string', default: join(tmpdir(), 'tillbridge-years') },
  },
});
const operations = Number(values.operations);
const sales = Number(values.sales);
const programs = 4;
const goalMs = 10;
const merchant = { id: 'BENCH-1', key: 'bench-api-key' };

const bench = new Workbench();
try {
  const { folder, port } = await made();
  const environment = { TILLBRIDGE_KEY_FILE: join(folder, 'key') };
  const dataDir = join(folder, 'data');
  const gatewayArgs = ['--port', String(port), '--merchant-id', merchant.id, '--api-key', merchant.key];
  const gateway = await bench
    .start('main/sandbox/cli.ts', [...gatewayArgs, '--terminal-delay-ms', '0', '--token-seconds', '86400'])
    .ready();
  const serve = ['serve', '--data-dir', dataDir, '--port', '0', '--gateway', gateway.url, '--merchant-id', merchant.id];
  const program = bench.start('main/cli.ts', serve, { ...environment, TILLBRIDGE_API_KEY: merchant.key });
  const bridge = await program.ready();
  const command = async (...args: string[]) => {
    const running = bench.start('main/cli.ts', [...args, '--data-dir', dataDir], environment);
    if ((await running.exited()) !== 0) throw new Error(running.stderrText);
    return running.stdoutLines[0] ?? '';
  };
  // Names of an earlier run are taken, and trace numbers of a terminal that the folder knows would begin anew.
  const run = Date.now().toString(36);
  const tokens: string[] = [];
  for (let index = 0; index < programs; index += 1) {
    tokens.push(`Bearer ${await command('token', 'create', '--name', `${run}-${index}`, '--scopes', 'status,sale')}`);
  }
  const common = { read: () => never(), capture: () => never() };
  const authorization = `Bearer ${await gatewayToken(gateway.url, merchant)}`;
  const direct: Way = { name: 'direct', port, pid: gateway.pid, authorization, ...common };
  const bridgePort = Number(new URL(bridge.url).port);
  const ways = tokens.map((token): Way => ({ ...direct, name: 'bridge', port: bridgePort, authorization: token }));
  let number = 0;
  const body = (terminal: number) => {
    number += 1;
    const amount = { value: 100 + (number % 9_000), currency: 'EUR' };
    return { messageType: 'SALE', transId: `bench-${run}-${number}`, posTerminalId: `${run}-${terminal}`, amount };
  };
  const atGateway = (terminal: number) => ({
    method: 'POST' as const,
    path: '/api/v2/cloudpos',
    body: JSON.stringify({ ...body(terminal), localDateTime: '2026-01-31T18:05:00' }),
  });
  const atBridge = (terminal: number) => {
    const sale = body(terminal);
    return {
      method: 'POST' as const,
      path: '/v1/operations/cloud-pos?wait=30',
      body: JSON.stringify(sale),
      key: sale.transId,
    };
  };
  const sell = async (how: readonly Way[], request: typeof atGateway | typeof atBridge, count: number) => {
    const callers = how.map((way) => new Caller(way));
    const measured = await load(how[0]?.pid ?? 0, callers, count, request);
    for (const caller of callers) caller.close();
    return measured;
  };
  const bridges = ways.map((way) => ({ ...way, pid: bridge.pid }));
  const directs = bridges.map(() => direct);
  await sell(bridges, atBridge, sales);
  const own: number[] = [];
  const processor: number[] = [];
  const syncs: number[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    syncs.push(...syncTimes(dataDir, 20));
    const gatewayMs = median((await sell(directs, atGateway, sales)).latencies);
    const { latencies, processorMs } = await sell(bridges, atBridge, sales);
    own.push(...latencies.map((ms) => ms - gatewayMs));
    if (processorMs !== null) processor.push(processorMs / sales);
  }
  await program.kill('SIGTERM');
  const sorted = own.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  process.stdout.write(
    `${operations} operations, ${programs} programs, ${own.length} sales: p50 ${at(0.5).toFixed(2)} ms, p95 ${at(0.95).toFixed(2)} ms, ` +
      `processor ${median(processor).toFixed(2)} ms a sale; a sync of 4 KiB ${median(syncs).toFixed(2)} ms\n`,
  );
  judge("a durable sale's own work, ms (p99)", at(0.99), 'at most', goalMs);
} finally {
  await bench.close();
}

function never(): never {
  throw new Error('not asked for');
}

/** A folder with so many operations at the gateway of this port. */
async function made(): Promise<{ readonly folder: string; readonly port: number }> {
  const folder = join(values.folders, `sales-${latestVersion}-${operations}`);
  const portFile = join(folder, 'port');
  if (existsSync(portFile)) return { folder, port: Number(readFileSync(portFile, 'utf8')) };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const port = await ownPort();
  const root = `http://127.0.0.1:${port}`;
  const dataDir = join(folder, 'data');
  const environment = { TILLBRIDGE_KEY_FILE: join(folder, 'key') };
  const serve = ['serve', '--data-dir', dataDir, '--port', '0', '--gateway', root, '--merchant-id', merchant.id];
  const first = bench.start('main/cli.ts', serve, { ...environment, TILLBRIDGE_API_KEY: merchant.key });
  await first.ready();
  await first.kill('SIGTERM');
  const dataKey = openDataKey({ dataDir, environment });
  if (dataKey.type !== 'open') throw new Error(dataKey.reason);
  const seal = withSubKey(dataKey.key, 'seal', createSeal);
  const opened = openStore({ dataDir, seal, now: Date.now, use: 'bridge' });
  await fill(opened, operations, 0, environmentId(root, merchant.id, 'test'));
  await opened.catchUpTexts();
  opened.close();
  writeFileSync(portFile, String(port));
  return { folder, port };
}
