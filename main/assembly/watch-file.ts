// The database file after the start: what is found wrong with it becomes an alarm of the status.
import type { Background } from '#background/background.ts';
import type { JsonObject } from '#contract/json.ts';
import type { OpenedStore } from '#store/open.ts';
import type { BridgePorts } from './ports.ts';

/** A large database that ended cleanly is read whole only after the start; what is wrong with it becomes an alarm. */
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
      const { alarms } = status;
      return { ...status, alarms: [...(Array.isArray(alarms) ? alarms : []), { code: 'database-damaged', message }] };
    },
  };
}
