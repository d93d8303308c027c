// `npm run bench:years [-- --sizes 10000,100000,1000000] [--folders DIR] [--only TEXT]`: what a till costs with the
// operations of years in its folder, through the store, engine and eraser as they run in the product, next to what it
// costs with the first of the sizes: at most 1.5 times as much, a search at most 20 ms. Times are processor time of this process where nothing else is said.
//
// The folders are made once, each from the one before, and stay in DIR (the system's folder for temporary files, if none
// is named) for the next run: a million operations take 3 GB and, to make, 20 minutes of processor. What is
// measured works on copies, which are removed. `--only`: what has this text in its name.
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createBackground } from '#background/background.ts';
import { workerSource } from '#host/worker-source.ts';
import { defaultAnswerReading } from '#operations/evidence/reading.ts';
import { createSeal } from '#store/database/seal.ts';
import { checkFile } from '#store/integrity/health.ts';
import { type OpenedStore, openStore } from '#store/open.ts';
import { latestVersion } from '#store/schema/migrations.ts';
import { fill, largeFolderStepMs } from '#support/large-folder.ts';
import { startMs } from '#support/records.ts';
import { testKey } from '#support/store-data.ts';
import { judge, median, processorTime, timed } from './engine/figures.ts';
import { openTill } from './engine/till.ts';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    folders: { type: 'string', default: join(tmpdir(), 'tillbridge-years') },
    only: { type: 'string', default: '' },
  },
});
const sizes = values.sizes.split(',').map(Number);
const sales = 60;
/** The oldest: the walk goes over all of them in any case. */
const mostErased = 2_000;

/** Goals at the last of the sizes: of a search, ms; of what else does not read the whole folder, next to the first size. */
const mostOfSearch = 20;
const mostRatio = 1.5;
/** What reads the whole folder takes as long as it is; how long the slowest of some sales took is chance. */
const isLinear = /whole check|a backup, read again|slowest/;

/** What was measured, one value for each size. */
const rows = new Map<string, number[]>();
const note = (what: string, value: number) => {
  rows.set(what, [...(rows.get(what) ?? []), value]);
  process.stderr.write(`${what}: ${inFigures(value)}\n`);
};
const inFigures = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(0));
const isAsked = (what: string) => what.includes(values.only);

const open = (dataDir: string, boot: string, checkedBytes = 0): OpenedStore =>
  openStore({ dataDir, seal: createSeal(testKey), now: Date.now, use: 'bridge', boot, checkedBytes });

/** Runs `work` with a copy of a folder. */
async function withCopy<T>(dataDir: string, work: (copy: string) => T | Promise<T>): Promise<T> {
  const copy = mkdtempSync(join(values.folders, 'copy-'));
  try {
    cpSync(dataDir, copy, { recursive: true });
    return await work(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

mkdirSync(values.folders, { recursive: true, mode: 0o700 });
let before: { readonly size: number; readonly folder: string } | null = null;
for (const size of sizes) {
  const folder = await made(size, before);
  before = { size, folder };
  await measure(folder, size);
}
print();

/** The folder of this size, made from the one before where it is not there yet. */
async function made(size: number, from: typeof before): Promise<string> {
  const folder = join(values.folders, `${latestVersion}-${size}`);
  if (existsSync(folder)) return folder;
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  if (from !== null) cpSync(from.folder, part, { recursive: true });
  const filling = open(part, 'first');
  const begun = from?.size ?? 0;
  const ms = await timed(() => fill(filling, size - begun, begun));
  await filling.catchUpTexts();
  filling.close();
  renameSync(part, folder);
  process.stderr.write(`${size} operations, filled at ${Math.round(((size - begun) * 1_000) / ms)} a second\n`);
  return folder;
}

async function measure(folder: string, size: number): Promise<void> {
  note('bytes on disk for an operation', statSync(join(folder, 'tillbridge.db')).size / size);
  if (isAsked('start')) await starts(folder);
  if (isAsked('whole check')) {
    note('whole check behind, ms elapsed', await timed(() => void checkFile(folder, false)));
  }
  if (['Payments', 'Activity'].some((list) => list.includes(values.only) || values.only.includes(list))) {
    await withCopy(folder, (copy) => searches(copy, size));
  }
  if (isAsked('erasure')) await withCopy(folder, (copy) => erasing(copy, size));
  if (isAsked('backup')) await withCopy(folder, backingUp);
}

async function starts(folder: string): Promise<void> {
  const opening = (what: string, dataDir: string, boot: string) => {
    let opened: OpenedStore | null = null;
    note(
      what,
      processorTime(() => {
        opened = open(dataDir, boot);
      }),
    );
    (opened as OpenedStore | null)?.close();
  };
  await withCopy(folder, async (copy) => {
    opening('start after a clean end, ms', copy, 'first');
    // What a kill leaves.
    const running = open(copy, 'first');
    await fill(running, 1, 1e9);
    await withCopy(copy, (killed) => opening('start after a kill, the computer ran on, ms', killed, 'first'));
    await withCopy(copy, (killed) => opening('start after a power cut, ms', killed, 'second'));
    running.close();
  });
}

function searches(dataDir: string, size: number): void {
  const opened = open(dataDir, 'first');
  const { store } = opened;
  const middle = Math.floor(size / 2) + 1;
  /** The least of five: other work on the machine only adds. */
  const least = (work: () => unknown) => Math.min(...Array.from({ length: 5 }, () => processorTime(() => void work())));
  const payments = (what: string, search: object) =>
    note(
      `Payments: ${what}, ms`,
      least(() => store.payments('env', { ...search, limit: 50 })),
    );
  const activity = (what: string, search: object) =>
    note(
      `Activity: ${what}, ms`,
      least(() => store.search('env', { ...search, limit: 50 })),
    );
  payments('first page', {});
  payments('a page from the middle', { before: `payment:env:trans:S-${middle}` });
  payments('a reference', { text: `R-${middle}` });
  payments('a piece of a reference', { text: `-${middle}` });
  payments('a text that is nowhere', { text: 'nowhere' });
  payments('the last four digits', { text: '0777' });
  payments('an amount', { text: '12.34', amounts: [1_234] });
  const began = startMs + middle * largeFolderStepMs;
  payments('a day', { text: 'that day', begun: { fromMs: began, beforeMs: began + 100 * largeFolderStepMs } });
  payments('a person who began none', { text: 'a person', by: { people: ['person'], clients: [] } });
  payments('a program', { text: 'a program', by: { people: [], clients: ['client-1'] } });
  activity('first page', {});
  activity('several states', { states: ['succeeded', 'failed', 'unknown'] });
  activity('a piece of a reference', { text: `-${middle}` });
  activity('a text that is nowhere', { text: 'nowhere' });
  opened.close();
}

/** A capture, from its acceptance to its outcome, at rest and beside an erasure, in one process as in a bridge. */
async function erasing(dataDir: string, size: number): Promise<void> {
  const { till, sale, atRest } = await selling(dataDir, 'erasing');
  const slips = { days: 1, reading: defaultAnswerReading };
  const target = { type: 'older', beforeMs: startMs + Math.min(size, mostErased) * largeFolderStepMs } as const;
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
  note(`erasing the oldest ${count}, ms elapsed`, ms);
  note('a sale at rest, ms elapsed (median)', median(atRest));
  note('a sale beside an erasure, ms elapsed (median)', median(beside));
  note('a sale beside an erasure, ms elapsed (slowest)', Math.max(...beside));
  judge('a sale beside an erasure, as a multiple of one at rest', median(beside) / median(atRest), 'at most', 2);
}

/** The same beside a backup, which a process of its own makes. */
async function backingUp(dataDir: string): Promise<void> {
  const { till, sale, atRest } = await selling(dataDir, 'backing-up');
  const to = mkdtempSync(join(values.folders, 'copy-'));
  const background = createBackground(workerSource(), [process.execPath, 'main/cli.ts']);
  const making = { isOver: false };
  const begunMs = performance.now();
  const backup = background.backup({ dataDir, to, keep: 1, version: 'bench', nowMs: Date.now() }).then(() => {
    making.isOver = true;
    return performance.now() - begunMs;
  });
  const beside: number[] = [];
  for (let index = 0; !making.isOver; index += 1) {
    beside.push(await sale(`backup-${index}`));
    await setImmediate();
  }
  const ms = await backup;
  await background.close();
  await till.close();
  rmSync(to, { recursive: true, force: true });
  note('a backup, read again, ms elapsed', ms);
  note('a sale beside a backup, ms elapsed (median)', median(beside));
  note('a sale beside a backup, ms elapsed (slowest)', Math.max(...beside));
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

/** The table of docs/performance.md; each ratio is that of the last size to the first. */
function print(): void {
  const line = (cells: readonly string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
  line(['', ...sizes.map(String), 'ratio']);
  line(['---', ...sizes.map(() => '---:'), '---:']);
  for (const [what, found] of rows) {
    const ratio = (found.at(-1) ?? Number.NaN) / (found[0] ?? Number.NaN);
    line([what, ...found.map(inFigures), `**${ratio.toFixed(2)}**`]);
  }
  for (const [what, found] of rows) {
    const last = found.at(-1) ?? Number.NaN;
    if (/^(?:Payments|Activity): /.test(what)) judge(what, last, 'at most', mostOfSearch);
    else if (!isLinear.test(what)) judge(`${what}, next to ${sizes[0]}`, last / (found[0] ?? 1), 'at most', mostRatio);
  }
}
