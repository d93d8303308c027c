// `npm run bench:years [-- --operations 10000]`: what a till costs with the operations of years in its folder, through the
// store, engine and eraser as they run in the product. Times are processor time of this process where nothing else is
// said. The folder is made in TMPDIR and removed.
import { cpSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createBackground } from '#background/background.ts';
import { workerSource } from '#host/worker-source.ts';
import { defaultAnswerReading } from '#operations/evidence/reading.ts';
import { createSeal } from '#store/database/seal.ts';
import { checkFile } from '#store/integrity/health.ts';
import { type OpenedStore, openStore } from '#store/open.ts';
import { fill, largeFolderStepMs } from '#support/large-folder.ts';
import { startMs } from '#support/records.ts';
import { testKey } from '#support/store-data.ts';
import { inFolder, judge, median, processorTime, timed } from './engine/figures.ts';
import { openTill } from './engine/till.ts';

const { values } = parseArgs({ options: { operations: { type: 'string', default: '10000' } } });
const operations = Number(values.operations);
const sales = 60;
/** The oldest: the walk goes over all of them in any case. */
const mostErased = 2_000;

const print = (what: string, value: string) => process.stdout.write(`${what.padEnd(62)} ${value}\n`);
const inMs = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;

const open = (dataDir: string, boot: string, checkedBytes = 0): OpenedStore =>
  openStore({ dataDir, seal: createSeal(testKey), now: Date.now, use: 'bridge', boot, checkedBytes });

/** The least of five: other work on the machine only adds. */
function processorOf(work: () => unknown): string {
  const rounds = Array.from({ length: 5 }, () => processorTime(() => void work()));
  return inMs(Math.min(...rounds));
}

await inFolder(async (folder) => {
  const dataDir = join(folder, 'full');
  const filling = open(dataDir, 'first');
  const fillMs = await timed(() => fill(filling, operations));
  // What a kill leaves.
  filling.store.counts('env');
  const killed = join(folder, 'killed');
  cpSync(dataDir, killed, { recursive: true });
  filling.close();
  print(`operations (filled at ${Math.round((operations * 1_000) / fillMs)} a second)`, `${operations}`);
  print('bytes on disk for an operation', `${Math.round(statSync(join(dataDir, 'tillbridge.db')).size / operations)}`);
  starts(dataDir, killed, folder);
  print('the whole check behind (elapsed)', inMs(await timed(() => void checkFile(dataDir, false))));
  searches(dataDir);
  await erasing(dataDir);
  await backingUp(dataDir, folder);
});

function starts(dataDir: string, killed: string, folder: string): void {
  const opening = (from: string, boot: string, name: string) => {
    const copy = join(folder, name);
    cpSync(from, copy, { recursive: true });
    let opened: OpenedStore | null = null;
    const ms = processorTime(() => {
      opened = open(copy, boot);
    });
    (opened as OpenedStore | null)?.close();
    return inMs(ms);
  };
  print('start after a clean end', opening(dataDir, 'first', 'clean'));
  print('start after a kill, the computer ran on', opening(killed, 'first', 'same-boot'));
  print('start after a power cut', opening(killed, 'second', 'power-cut'));
}

function searches(dataDir: string): void {
  const opened = open(dataDir, 'first');
  const { store } = opened;
  const middle = Math.floor(operations / 2) + 1;
  const payments = (what: string, search: object) =>
    print(
      `Payments, ${what}`,
      processorOf(() => store.payments('env', { ...search, limit: 50 })),
    );
  const activity = (what: string, search: object) =>
    print(
      `Activity, ${what}`,
      processorOf(() => store.search('env', { ...search, limit: 50 })),
    );
  payments('first page', {});
  payments('a page from the middle', { before: `payment:env:trans:S-${middle}` });
  payments('a reference', { text: `R-${middle}` });
  payments('a text that is nowhere', { text: 'nowhere' });
  const began = startMs + middle * largeFolderStepMs;
  payments('a day', { text: 'that day', begun: { fromMs: began, beforeMs: began + 100 * largeFolderStepMs } });
  payments('a person', { text: 'a person', by: { people: ['person'], clients: [] } });
  activity('first page', {});
  activity('several states', { states: ['succeeded', 'failed', 'unknown'] });
  activity('a text that is nowhere', { text: 'nowhere' });
  opened.close();
}

/** A capture, from its acceptance to its outcome, at rest and beside an erasure, in one process as in a bridge. */
async function erasing(dataDir: string): Promise<void> {
  const { till, sale, atRest } = await selling(dataDir, 'erasing');
  const slips = { days: 1, reading: defaultAnswerReading };
  const target = { type: 'older', beforeMs: startMs + Math.min(operations, mostErased) * largeFolderStepMs } as const;
  const erasure = { isOver: false };
  const begunMs = performance.now();
  const erased = till.eraser
    .erase(target, { atMs: Date.now(), by: 'bench', reason: 'a measurement', slips })
    .then(({ erased: count }) => {
      erasure.isOver = true;
      return { count, ms: performance.now() - begunMs };
    });
  const beside: number[] = [];
  for (let index = 0; index < sales && !erasure.isOver; index += 1) {
    beside.push(await sale(`beside-${index}`));
    await setImmediate();
  }
  const { count, ms } = await erased;
  await till.close();
  print(`erasing the oldest ${count} (elapsed)`, `${(ms / 1_000).toFixed(1)} s`);
  print('a sale at rest, median (elapsed)', inMs(median(atRest)));
  print(
    'a sale beside an erasure, median and slowest (elapsed)',
    `${inMs(median(beside))}, ${inMs(Math.max(...beside))}`,
  );
  judge('a sale beside an erasure, as a multiple of one at rest', median(beside) / median(atRest), 'at most', 2);
}

/** The same beside a backup, which a process of its own makes. */
async function backingUp(dataDir: string, folder: string): Promise<void> {
  const { till, sale, atRest } = await selling(dataDir, 'backing-up');
  const to = join(folder, 'backups');
  mkdirSync(to, { mode: 0o700 });
  const background = createBackground(workerSource(), [process.execPath, 'main/cli.ts']);
  const making = { isOver: false };
  const begunMs = performance.now();
  const made = background.backup({ dataDir, to, keep: 1, version: 'bench', nowMs: Date.now() }).then(() => {
    making.isOver = true;
    return performance.now() - begunMs;
  });
  const beside: number[] = [];
  for (let index = 0; !making.isOver; index += 1) {
    beside.push(await sale(`backup-${index}`));
    await setImmediate();
  }
  const ms = await made;
  await background.close();
  await till.close();
  print('a backup, read again (elapsed)', `${(ms / 1_000).toFixed(1)} s`);
  print(
    'a sale beside a backup, median and slowest (elapsed)',
    `${inMs(median(beside))}, ${inMs(Math.max(...beside))}`,
  );
  judge('a sale beside a backup, as a multiple of one at rest', median(beside) / median(atRest), 'at most', 2);
}

/** A till with the folder, and what its sales take at rest, ms. */
async function selling(dataDir: string, name: string) {
  const till = openTill(dataDir, true);
  await till.start();
  const sale = async (each: string) => {
    const done = till.succeeded(1);
    return timed(async () => {
      await till.accept(`${name}-${each}`);
      await done;
    });
  };
  for (let index = 0; index < 20; index += 1) await sale(`warm-${index}`);
  const atRest: number[] = [];
  for (let index = 0; index < sales; index += 1) atRest.push(await sale(`rest-${index}`));
  return { till, sale, atRest };
}
