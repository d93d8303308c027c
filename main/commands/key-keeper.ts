// The API key of a headless bridge comes with each start. What it was given for is noted outside of the data folder, by
// the folder's place: whoever empties the folder, or puts another one there, does not make it a new key.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { KeyKeeper } from '#assembly/ports.ts';
import type { Log } from '#host/log.ts';
import { destinationSchema } from '#contract/destination.ts';
import { prepareFolder, writeDurably } from '#store/folder.ts';

export function keyKeeperOf(dataDir: string, seenDir: string, log: Log): KeyKeeper {
  const name = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 32);
  const file = join(seenDir, `destination-${name}.json`);
  return {
    boundTo() {
      try {
        return destinationSchema.parse(JSON.parse(readFileSync(file, 'utf8')), { jitless: true });
      } catch {
        // Never noted by this user, or not readable: then the data folder's own note decides.
        return null;
      }
    },
    async bind(destination) {
      try {
        prepareFolder(seenDir);
        writeDurably(file, `${JSON.stringify(destination)}\n`);
      } catch (error) {
        // It is a second witness; a system without such a place has the data folder's note.
        const reason = error instanceof Error ? error.message : 'unknown';
        log('warn', 'destination-not-noted', { file, reason });
      }
    },
  };
}
