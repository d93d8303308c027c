// How many days the disk lasts at the growth of the last week, and the alarm before it is full.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { watchDisk } from '#assembly/watch/watch-disk.ts';
import type { JsonObject } from '#contract/data/json.ts';
import { daysLeft } from '#store/disk-room.ts';
import { aTill, archiveAll } from '#support/archived-till.ts';
import { startMs } from '#support/records.ts';
import { accept, anAccepted } from '#support/store-data.ts';
import { aFolder, opened } from '#support/store-folder.ts';

const dayMs = 86_400_000;
const record = (seq: number, atMs: number) => ({ seq, at: new Date(atMs).toISOString() });

/** A journal with these times. */
function journalAt(times: readonly number[]) {
  return {
    head: () => ({ seq: times.length, hash: '' }),
    archivedTo: () => 0,
    after: (seq: number, limit: number) =>
      times.slice(seq, seq + limit).map((at, index) => record(seq + index + 1, at) as never),
  };
}

const left = (times: readonly number[], databaseBytes: number, freeBytes: number) =>
  daysLeft({ journal: journalAt(times), databaseBytes, freeBytes, nowMs: 100 * dayMs });

it('lasts as long as the records of the last week say, each as large as one was so far', () => {
  // 30 records in the first days, 70 in the last week: ten a day, of 1,000 bytes each.
  const times = [
    ...Array.from({ length: 30 }, () => dayMs),
    ...Array.from({ length: 70 }, (_, n) => (93 + n / 10) * dayMs),
  ];
  expect(left(times, 100_000, 1_000_000)).toBe(100);
});

it('counts the records of a new folder as those of a day', () => {
  expect(left([99.99 * dayMs, 99.99 * dayMs], 2_000, 20_000)).toBe(10);
});

it('is not known where nothing was recorded in the last week, nor of an empty journal', () => {
  expect([left([dayMs], 1_000, 5_000), left([], 1_000, 5_000)]).toEqual([null, null]);
});

it('is an alarm before the disk is full, by days or by bytes', async () => {
  const dataDir = aFolder();
  const opening = opened(dataDir);
  await opening.store.transact((tx) => accept(tx, anAccepted('a')));
  const told = (free: number) =>
    watchDisk({ dataDir, opening, clock: { nowMs: () => startMs }, free: () => free }).addTo({ alarms: [] });
  const codes = (status: JsonObject) => (status['alarms'] as JsonObject[]).map(({ code }) => code);
  expect(codes(told(1e12))).toEqual([]);
  expect(told(1e12)['disk']).toMatchObject({ freeBytes: 1e12, daysLeft: expect.any(Number) });
  expect(codes(told(100_000_000))).toEqual(['disk-low']);
});

it('is known where an archive was deleted, and no archive is read for it', async () => {
  const till = await aTill();
  expect(await archiveAll(till)).toHaveLength(2);
  rmSync(join(till.dataDir, 'archives'), { recursive: true });
  const watch = watchDisk({ dataDir: till.dataDir, opening: till.folder, clock: { nowMs: () => startMs } });
  expect(watch.addTo({ alarms: [] })['disk']).toMatchObject({ daysLeft: expect.any(Number) });
});
