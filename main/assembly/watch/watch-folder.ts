// Logs each change of a file in the data folder that the running bridge did not make, by the file's name. The parts
// that read the file report what the change means; the log says when it happened, for a later investigation.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '#core/ports/clock.ts';
import type { BridgePorts } from '../base/ports.ts';

const lookEveryMs = 30_000;

/** Files that only a start or a stop of the bridge writes. The database is checked by its rows. */
const files = ['settings.json', 'key.json', 'bridge.control.json'];

interface Watched {
  readonly dataDir: string;
  readonly log: BridgePorts['log'];
  readonly clock: Pick<Clock, 'after'>;
  /** A further check that runs at the same times and logs its own findings. */
  readonly also: () => void;
}

/** Starts watching from the files as they are now. Returns a function that ends it. */
export function watchFolder({ dataDir, log, clock, also }: Watched): () => void {
  const marks = new Map(files.map((file) => [file, markOf(join(dataDir, file))]));
  const look = () => {
    for (const [file, before] of marks) {
      const now = markOf(join(dataDir, file));
      if (now === before) continue;
      marks.set(file, now);
      log('warn', 'data-folder-changed', { file, gone: now === null });
    }
    also();
  };
  let isSaid = false;
  // The bridge goes on where the folder cannot be read for a while (another user's rights, a lost network drive).
  const tryLook = () => {
    try {
      look();
      isSaid = false;
    } catch (error) {
      if (!isSaid) log('warn', 'data-folder-not-looked-at', { reason: String(error) });
      isSaid = true;
    }
  };
  let cancel = () => {};
  const plan = () => {
    cancel = clock.after(lookEveryMs, () => {
      try {
        tryLook();
      } finally {
        plan();
      }
    });
  };
  plan();
  return () => cancel();
}

/** A text that differs after each change of the content, the name or the rights; null where there is no such file. */
function markOf(file: string): string | null {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? null : [stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs].join(':');
}
