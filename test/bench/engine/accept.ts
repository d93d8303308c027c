// `npm run bench:accept [-- --operations N] [--sync-ms MS]`: what a durable acceptance with its journal record costs, next to a plain
// append and fsync of as many bytes as the acceptance writes, and what 16 callers gain by sharing commits. The two take
// turns, so that whatever else the disk does meets both.
import { closeSync, fsyncSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inFolder, judge, median, timed } from './figures.ts';
import { onDiskWithSyncsOf } from './slow-disk.ts';
import { openTill } from './till.ts';

const { values } = parseArgs({
  options: { operations: { type: 'string', default: '400' }, 'sync-ms': { type: 'string', default: '0' } },
});
onDiskWithSyncsOf(Number(values['sync-ms']));
const operations = Number(values.operations);
const callers = 16;

await inFolder(async (folder) => {
  const till = openTill(join(folder, 'data'), false);
  const wal = join(folder, 'data', 'tillbridge.db-wal');
  const file = openSync(join(folder, 'plain'), 'a');
  const append = (bytes: number): void => {
    writeSync(file, Buffer.alloc(bytes, 120));
    fsyncSync(file);
  };
  // The log grows from empty up to the first checkpoint: what it grows by is what an acceptance writes.
  const before = statSync(wal).size;
  for (let warm = 0; warm < 20; warm += 1) await till.accept(`warm-${warm}`);
  const bytes = Math.round((statSync(wal).size - before) / 20);
  for (let warm = 0; warm < 20; warm += 1) append(bytes);

  // Other work on the machine stretches the times; the processor's own time says more of the program.
  const busy = { alone: 0, shared: 0 };
  const processor = async (who: keyof typeof busy, work: () => Promise<unknown>): Promise<void> => {
    const begun = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(begun);
    busy[who] += (user + system) / 1_000;
  };

  const accepts: number[] = [];
  const appends: number[] = [];
  const smallAppends: number[] = [];
  for (let index = 0; index < operations; index += 1) {
    accepts.push(await timed(() => processor('alone', () => till.accept(`serial-${index}`))));
    appends.push(await timed(() => append(bytes)));
    smallAppends.push(await timed(() => append(2_048)));
  }

  const shared: number[] = [];
  const serial: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const each = Math.ceil(operations / 10);
    const all = (): Promise<unknown> =>
      Promise.all(
        Array.from({ length: callers }, async (_, caller) => {
          for (let index = 0; index < each; index += 1) await till.accept(`shared-${round}-${caller}-${index}`);
        }),
      );
    shared.push((each * callers * 1_000) / (await timed(() => processor('shared', all))));
    const ms = await timed(() => {
      for (let index = 0; index < each; index += 1) append(bytes);
    });
    serial.push((each * 1_000) / ms);
  }
  await till.close();
  closeSync(file);

  process.stdout.write(
    `acceptance ${median(accepts).toFixed(3)} ms, append and fsync of its ${bytes} bytes ${median(appends).toFixed(3)} ms, ` +
      `of 2,048 bytes ${median(smallAppends).toFixed(3)} ms (medians of ${operations})\n` +
      `${callers} callers ${median(shared).toFixed(0)} acceptances a second, serial fsyncs ${median(serial).toFixed(0)}\n` +
      `processor ${(busy.alone / operations).toFixed(2)} ms for an acceptance alone, ` +
      `${(busy.shared / (Math.ceil(operations / 10) * 10 * callers)).toFixed(2)} ms in shared commits\n`,
  );
  judge('durable acceptance, as a multiple of append + fsync', median(accepts) / median(appends), 'at most', 1.8);
  judge('16 callers, as a multiple of the serial fsync rate', median(shared) / median(serial), 'at least', 3);
});
