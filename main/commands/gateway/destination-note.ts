// The API key of a headless bridge is given at each start. Its destination is noted outside of the data folder, named
// by the folder's path, so that emptying or replacing the folder does not unbind the key.
import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { DestinationNote } from '#assembly/base/ports.ts';
import type { Log } from '#host/log.ts';
import { destinationSchema } from '#contract/till/destination.ts';
import { writeDurably } from '#host/files/durable-files.ts';
import { readOrdinary } from '#host/files/read-ordinary.ts';
import { prepareFolder } from '#store/folder/folder.ts';

/** Two addresses, a merchant and a digest. */
const mostBytes = 65_536;

export function destinationNoteOf(dataDir: string, seenDir: string, log: Log): DestinationNote {
  const name = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 32);
  const file = join(seenDir, `destination-${name}.json`);
  return {
    boundTo() {
      try {
        return destinationSchema.parse(JSON.parse(readOrdinary(file, mostBytes) ?? ''), { jitless: true });
      } catch {
        // There is no note of this user, or it cannot be read: the data folder's own note decides.
        return null;
      }
    },
    async bind(destination) {
      try {
        prepareFolder(seenDir);
        writeDurably(file, `${JSON.stringify(destination)}\n`);
      } catch (error) {
        // The data folder's own note still holds where this one cannot be written.
        const reason = error instanceof Error ? error.message : 'unknown';
        log('warn', 'destination-not-noted', { file, reason });
      }
    },
  };
}
