// The daily backup by schedule: when one is due, what a failure leads to, and when an alarm says that the last is too old.
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { watchBackups } from '#assembly/watch/watch-backups.ts';
import type { JsonObject } from '#contract/data/json.ts';
import type { BackupWish } from '#store/backup/backup.ts';
import { backUp, backupNote } from '#store/backup/note.ts';
import { startMs } from '#support/records.ts';
import { aFolder, opened } from '#support/store-folder.ts';

const hourMs = 3_600_000;

/** A till whose backups are due at 03:30, at ten in the morning of a day. */
function aTill(change: { to?: string | null; dataDir?: string; nowMs?: number } = {}) {
  const [dataDir, place] = [change.dataDir ?? aFolder(), aFolder()];
  const folder = opened(dataDir);
  folder.signer(startMs);
  const at = new Date(startMs);
  at.setHours(10, 0, 0, 0);
  const clock = { ms: change.nowMs ?? at.getTime(), nowMs: () => clock.ms };
  const made: BackupWish[] = [];
  const logged: string[] = [];
  const watch = watchBackups({
    dataDir,
    settings: { to: change.to === undefined ? place : change.to, at: '03:30', keep: 3, alarmDays: 3 },
    background: {
      async backup(wish) {
        made.push(wish);
        backUp(wish);
      },
    },
    folder: { folderId: folder.folder.folderId, createdAt: new Date(clock.ms).toISOString() },
    clock,
    version: '1.0.0',
    log: (_level, event) => logged.push(event),
    changed: () => undefined,
  });
  const alarms = () =>
    ((watch.addTo({})['alarms'] as JsonObject[] | undefined) ?? []).map(({ code, message }) => [code, message]);
  return { dataDir, place, clock, made, logged, look: () => watch.look(), told: () => watch.addTo({}), alarms };
}

it('is made once after each time of the day, also by a till that was off then', async () => {
  const till = aTill();
  await till.look();
  await till.look();
  expect(till.made).toHaveLength(1);
  expect(till.told()).toMatchObject({
    backup: { to: till.place, lastAt: new Date(till.clock.ms).toISOString(), failed: null },
  });
  till.clock.ms += 17 * hourMs;
  await till.look();
  expect(till.made).toHaveLength(1);
  till.clock.ms += hourMs;
  await till.look();
  expect(till.made.map(({ keep }) => keep)).toEqual([3, 3]);
});

it('is not made where no place is named, and no alarm comes', async () => {
  const till = aTill({ to: null });
  till.clock.ms += 240 * hourMs;
  await till.look();
  expect([till.made, till.alarms()]).toEqual([[], []]);
});

it('that failed is tried again after an hour, and is an alarm when the last one is three days old', async () => {
  const till = aTill();
  await till.look();
  rmSync(till.place, { recursive: true });
  till.clock.ms += 24 * hourMs;
  await till.look();
  till.clock.ms += hourMs / 2;
  await till.look();
  expect(till.logged).toEqual(['backed-up', 'not-backed-up']);
  expect(till.told()).toMatchObject({ backup: { failed: expect.stringContaining('is not there') } });
  expect(till.alarms()).toEqual([]);
  till.clock.ms += 48 * hourMs;
  await till.look();
  expect(till.alarms()).toEqual([['backup-old', expect.stringMatching(/3 days old .* is not there/)]]);
  mkdirSync(till.place, { mode: 0o700 });
  till.clock.ms += hourMs;
  await till.look();
  expect([till.logged.at(-1), till.alarms()]).toEqual(['backed-up', []]);
});

it('is not written where others can write', async () => {
  const till = aTill();
  rmSync(till.place, { recursive: true });
  mkdirSync(till.place);
  chmodSync(till.place, 0o777);
  await till.look();
  expect([till.made, till.logged]).toEqual([[], ['not-backed-up']]);
});

it('that a person made counts as well', async () => {
  const till = aTill();
  backUp({ dataDir: till.dataDir, to: aFolder(), keep: 1, version: '1.0.0', nowMs: till.clock.ms });
  await till.look();
  expect(till.made).toEqual([]);
  expect(backupNote(till.dataDir).failed).toBeNull();
});

it('that is dated ahead, because the clock was wrong, holds up no other one and no alarm', async () => {
  const till = aTill();
  await till.look();
  till.clock.ms -= 365 * 24 * hourMs;
  const again = aTill({ dataDir: till.dataDir, nowMs: till.clock.ms });
  await again.look();
  expect(again.made).toHaveLength(1);
  expect(again.told()).toMatchObject({ backup: { lastAt: new Date(again.clock.ms).toISOString() } });
});

it('that is dated ahead is an alarm where no other one can be made', async () => {
  const till = aTill();
  await till.look();
  rmSync(till.place, { recursive: true });
  const again = aTill({ dataDir: till.dataDir, nowMs: till.clock.ms - 365 * 24 * hourMs, to: till.place });
  await again.look();
  again.clock.ms += 72 * hourMs;
  await again.look();
  expect(again.alarms()).toEqual([['backup-old', expect.stringMatching(/clock that was ahead .* is not there/)]]);
});
