// Reports rows of people and programs, and a list of the office's people, that do not match the journal: in the log when
// the till first sees one, and as an alarm while it is there. Such a row gives no rights.
import type { JsonObject } from '#contract/data/json.ts';
import { StorageFailed } from '#store/database/errors.ts';
import type { OpenedStore } from '#store/open.ts';
import type { BridgePorts } from '../base/ports.ts';
import { withAlarms } from './alarms.ts';

export interface RightsWatch {
  /** Logs rows that are new since the last look. */
  look(): void;
  addTo(status: JsonObject): JsonObject;
}

const file = 'tillbridge.db';

export function watchRights({ rights }: Pick<OpenedStore, 'rights'>, log: BridgePorts['log']): RightsWatch {
  let said: ReadonlySet<string> = new Set();
  const look = () => {
    const problems = readable(rights);
    for (const { kind, id, what } of problems) {
      if (!said.has(what)) log('error', 'rights-changed', { file, kind, id, what });
    }
    said = new Set(problems.map(({ what }) => what));
    return problems;
  };
  look();
  return {
    look: () => void look(),
    addTo(status) {
      const problems = look();
      if (problems.length === 0) return status;
      const which = problems.map(({ what }) => what).join('; ');
      const message =
        `Somebody changed in the database what people or programs may do: ${which}. They are refused. Find out who can ` +
        'write the data folder; then put back a backup, or give the person a new PIN and revoke the program. People from ' +
        'the office sign in again once the till has heard of its office.';
      return withAlarms(status, { code: 'rights-changed', message });
    },
  };
}

/** Ignores a failing disk, for which the status has an alarm already. */
function readable(rights: Pick<OpenedStore['rights'], 'problems'>): ReturnType<OpenedStore['rights']['problems']> {
  try {
    return rights.problems();
  } catch (error) {
    if (error instanceof StorageFailed) return [];
    throw error;
  }
}
