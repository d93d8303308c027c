// What somebody changes in the data folder beside a running bridge: said in the log once for each change, by the name of
// the file. What it does to the bridge, each file's own guard says; who looks into it later needs to know when it began.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '#core/ports/clock.ts';
import type { BridgePorts } from './ports.ts';

const lookEveryMs = 30_000;

/** Those that nobody but a start or a stop of the bridge writes. The database is looked at by its rows. */
const files = ['settings.json', 'key.json', 'bridge.control.json'];

interface Watched {
  readonly dataDir: string;
  readonly log: BridgePorts['log'];
  readonly clock: Pick<Clock, 'after'>;
  /** What else is looked at then, and says itself what it finds. */
  readonly also: () => void;
}

/** As the files are now, they are right. The function returned ends it. */
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
  // A folder that cannot be looked at for a while (another user's rights, a lost disk in the network) ends no bridge.
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

/** Another one with each change of the content, the name or the rights; null where there is no such file. */
function markOf(file: string): string | null {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? null : [stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs].join(':');
}
