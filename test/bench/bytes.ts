// `npm run bench:bytes [-- --operations 2000]`: what an operation takes on the disk, of a mixture as a shop has it, through
// the real bridge and sandbox: sales at terminals with their receipts, some refunds, some authorizations with their
// captures, some declined. The goal: at most 3,000 bytes.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import type { JsonObject } from '#contract/data/json.ts';
import { Erp } from '#support/erp.ts';
import { Workbench } from '#support/processes.ts';
import { judge } from './engine/figures.ts';

const { values } = parseArgs({ options: { operations: { type: 'string', default: '2000' } } });
const operations = Number(values.operations);
const tills = 8;
const merchant = { id: 'BENCH-1', key: 'bench-api-key' };

const bench = new Workbench();
try {
  const dataDir = bench.folder();
  const ends = ['--port', '0', '--merchant-id', merchant.id, '--api-key', merchant.key];
  const gatewayArgs = [...ends, '--data-dir', bench.folder(), '--terminal-delay-ms', '1', '--token-seconds', '86400'];
  const gateway = await bench.start('main/sandbox/cli.ts', gatewayArgs).ready();
  const serve = ['serve', '--data-dir', dataDir, '--port', '0', '--gateway', gateway.url, '--merchant-id', merchant.id];
  const program = bench.start('main/cli.ts', serve, { TILLBRIDGE_API_KEY: merchant.key });
  const bridge = await program.ready();
  const scopes = 'status,sale,capture,refund';
  const made = bench.start('main/cli.ts', [
    'token',
    'create',
    '--data-dir',
    dataDir,
    '--name',
    'bench',
    '--scopes',
    scopes,
  ]);
  await made.exited();
  const erp = new Erp(bridge.url, made.stdoutLines[0] ?? '');

  let number = 0;
  const operate = async (kind: string, body: JsonObject) => {
    number += 1;
    const { result } = await erp.operate(kind, { ...body, transId: `2026-11-28-${number}` }, crypto.randomUUID());
    return result as JsonObject | null;
  };
  const one = async (till: number): Promise<void> => {
    const at = number % 20;
    const amount = { value: 100 + number, currency: 'EUR' };
    const atTerminal = { posTerminalId: `1000000${till}`, amount, refNr: `Order ${40_000 + number}` };
    const messageType = at === 7 ? 'AUTHORISATION_OR_RESERVATION' : 'SALE';
    const paid = await operate('cloud-pos', { ...atTerminal, messageType });
    const payId = paid?.['payId'];
    if (typeof payId !== 'string') return;
    if (at === 7) await operate('capture', { payId, amount });
    if (at === 13) await operate('refund', { payId, amount });
  };
  await Promise.all(
    Array.from({ length: tills }, async (_, till) => {
      for (let done = 0; done < operations / tills; done += 1) await one(till);
    }),
  );
  await program.kill('SIGTERM');

  const db = new DatabaseSync(join(dataDir, 'tillbridge.db'), { readOnly: true });
  const figure = (sql: string) => Number(Object.values(db.prepare(sql).get() ?? {})[0]);
  const count = figure('SELECT count(*) FROM operations');
  const bytes = figure('SELECT (SELECT page_count FROM pragma_page_count) * (SELECT page_size FROM pragma_page_size)');
  process.stdout.write(`${count} operations, ${figure('SELECT count(*) FROM journal')} records of the journal\n`);
  // With its indexes, where SQLite can tell.
  const trees = db
    .prepare(`SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name ORDER BY bytes DESC LIMIT 40`)
    .all();
  for (const { name, bytes: size } of trees) {
    process.stdout.write(`  ${String(name).padEnd(36)} ${Math.round(Number(size) / count)}\n`);
  }
  db.close();
  judge('bytes on disk for an operation', bytes / count, 'at most', 3_000);
} finally {
  await bench.close();
}
