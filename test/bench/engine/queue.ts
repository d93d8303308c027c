// `npm run bench:queue [-- --short 1000 --long 100000]`: opening a folder with a long queue next to a short one, and
// how fast it drains, at its full length and near its end.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { cleanKey } from '#store/integrity/health.ts';
import { inFolder, judge, median, timed } from './figures.ts';
import { type BenchTill, openTill } from './till.ts';

const { values } = parseArgs({
  options: { short: { type: 'string', default: '1000' }, long: { type: 'string', default: '100000' } },
});
const [short, long] = [Number(values.short), Number(values.long)];
const sample = 500;

await inFolder(async (folder) => {
  const lengths = [short, long];
  for (const length of lengths) {
    const dataDir = join(folder, String(length));
    const till = openTill(dataDir, false);
    for (let filled = 0; filled < length; filled += 500) {
      const some = Math.min(500, length - filled);
      await Promise.all(Array.from({ length: some }, (_, index) => till.accept(`${filled + index}`)));
    }
    await till.close();
  }
  const times = new Map<string, number[]>();
  for (let round = 0; round < 7; round += 1) {
    for (const ending of ['clean', 'killed'] as const) {
      for (const length of lengths) {
        const dataDir = join(folder, String(length));
        if (ending === 'killed') forgetCleanEnd(dataDir);
        let till: BenchTill | null = null;
        const ms = await timed(async () => {
          till = openTill(dataDir, false);
          await till.start();
        });
        const name = `${ending} ${length}`;
        times.set(name, [...(times.get(name) ?? []), ms]);
        await till!.close();
      }
    }
  }
  const openingAfter = (ending: string, length: number): number => median(times.get(`${ending} ${length}`) ?? []);

  // The same number of operations is drained from the long queue and from the short one, in turns.
  const rates = new Map<number, number[]>(lengths.map((length) => [length, []]));
  const tills = lengths.map((length) => ({ length, till: openTill(join(folder, String(length)), true) }));
  for (const { length, till } of tills) {
    const done = till.succeeded(sample);
    const ms = await timed(async () => {
      await till.start();
      await done;
    });
    rates.get(length)?.push((sample * 1_000) / ms);
    await till.close();
  }
  const [atShort = 0, atLong = 0] = lengths.map((length) => median(rates.get(length) ?? []));
  for (const ending of ['clean', 'killed']) {
    const [few, many] = [openingAfter(ending, short), openingAfter(ending, long)];
    process.stdout.write(
      `opening after a ${ending} end: with ${short} waiting ${few.toFixed(1)} ms, with ${long} ${many.toFixed(1)} ms (medians of 7)\n`,
    );
  }
  process.stdout.write(
    `draining with ${short} waiting ${atShort.toFixed(0)} a second, with ${long} ${atLong.toFixed(0)}\n`,
  );
  judge(
    `opening with ${long} waiting, as a multiple of ${short}`,
    openingAfter('clean', long) / openingAfter('clean', short),
    'at most',
    5,
  );
  judge('the same after a kill', openingAfter('killed', long) / openingAfter('killed', short), 'at most', 5);
  judge('drain rate of the long queue, as a multiple of the short one', atLong / atShort, 'at least', 0.8);
});

/** What a kill leaves: the note that the last run ended cleanly is missing. */
function forgetCleanEnd(dataDir: string): void {
  const db = new DatabaseSync(join(dataDir, 'tillbridge.db'));
  db.prepare('UPDATE meta SET value = ? WHERE key = ?').run('no', cleanKey);
  db.close();
}
