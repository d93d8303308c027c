// Checks the database file after the start. Where it is damaged, the store fails as it does when the disk fails: nothing
// more is accepted or sent, and the status has an alarm.
import type { Background } from '#background/background.ts';
import type { JsonObject } from '#contract/data/json.ts';
import type { OpenedStore } from '#store/open.ts';
import type { BridgePorts } from '../base/ports.ts';
import { withAlarms } from './alarms.ts';

/** Reads a database whole behind the sales where the start did not. */
export function watchFile(
  { fileChecked, afterPowerCut, fail }: Pick<OpenedStore, 'fileChecked' | 'afterPowerCut' | 'fail'>,
  background: Pick<Background, 'checkFile'>,
  dataDir: string,
  log: BridgePorts['log'],
): { addTo(status: JsonObject): JsonObject } {
  let damage: string | null = null;
  if (!fileChecked) {
    background.checkFile({ dataDir, thorough: afterPowerCut }).then(
      (found) => {
        damage = found;
        if (found !== null) fail(`the file is damaged: ${found}`);
        log(found === null ? 'info' : 'error', 'database-checked', { damage: found });
      },
      (error: unknown) => {
        log('warn', 'database-not-checked', { error: error instanceof Error ? error.message : 'unknown' });
      },
    );
  }
  return {
    addTo(status) {
      if (damage === null) return status;
      const message = `The database is damaged (${damage}). Nothing more is accepted. Stop the bridge and start it again: it keeps a copy, saves what can be read and says what to do. Do not repeat a payment whose outcome you do not know.`;
      return withAlarms(status, { code: 'database-damaged', message });
    },
  };
}
