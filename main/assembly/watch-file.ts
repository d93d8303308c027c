// Checks the database file after the start, and adds an alarm to the status where it is damaged.
import type { Background } from '#background/background.ts';
import type { JsonObject } from '#contract/json.ts';
import type { OpenedStore } from '#store/open.ts';
import type { BridgePorts } from './ports.ts';
import { withAlarms } from './alarms.ts';

/** Reads a large database that was closed cleanly whole after the start; damage becomes an alarm. */
export function watchFile(
  { fileChecked }: OpenedStore,
  background: Background,
  dataDir: string,
  log: BridgePorts['log'],
): { told(status: JsonObject): JsonObject } {
  let damage: string | null = null;
  if (!fileChecked) {
    background.run('checkFile', { dataDir }).then(
      (found) => {
        damage = found;
        log(found === null ? 'info' : 'error', 'database-checked', { damage: found });
      },
      (error: unknown) => {
        log('warn', 'database-not-checked', { error: error instanceof Error ? error.message : 'unknown' });
      },
    );
  }
  return {
    told(status) {
      if (damage === null) return status;
      const message = `The database is damaged (${damage}). Close the shift, stop the bridge and put back a backup.`;
      return withAlarms(status, { code: 'database-damaged', message });
    },
  };
}
