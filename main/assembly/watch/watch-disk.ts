// Says how much room the disk of the data folder has, in days at today's growth, and warns early.
import type { JsonObject } from '#contract/data/json.ts';
import type { Clock } from '#core/ports/clock.ts';
import { databaseBytesIn, daysLeft, freeBytesAt } from '#store/disk-room.ts';
import type { OpenedStore } from '#store/open.ts';
import { withAlarms } from './alarms.ts';
import { unlessStorageFails } from './watch-operations.ts';

/** Time enough to have a larger disk put in. */
const alarmDays = 60;
/** What a day's work and a safe end take at the very least. */
const alarmBytes = 250 * 1024 ** 2;

interface Watched {
  readonly dataDir: string;
  readonly opening: Pick<OpenedStore, 'journal'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly free?: (dir: string) => number;
}

interface Room {
  readonly freeBytes: number;
  readonly daysLeft: number | null;
}

export function watchDisk({ dataDir, opening, clock, free = freeBytesAt }: Watched) {
  let room: Room | null = null;
  const look = (): void =>
    unlessStorageFails(() => {
      const freeBytes = free(dataDir);
      const databaseBytes = databaseBytesIn(dataDir);
      const { journal } = opening;
      room = { freeBytes, daysLeft: daysLeft({ journal, databaseBytes, freeBytes, nowMs: clock.nowMs() }) };
    });
  look();
  return {
    look,
    addTo(status: JsonObject): JsonObject {
      if (room === null) return { ...status, disk: null };
      const shown = { ...status, disk: { ...room } };
      const days = room.daysLeft;
      if (room.freeBytes >= alarmBytes && (days === null || days >= alarmDays)) return shown;
      const megabytes = Math.floor(room.freeBytes / 1_000_000);
      const lasts = days === null ? '' : `, enough for ${days} days at today's growth`;
      const message = `${megabytes} MB are free on the disk of the data folder${lasts}. Make room, or have a larger disk put in.`;
      return withAlarms(shown, { code: 'disk-low', message });
    },
  };
}
