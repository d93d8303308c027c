// Rows of people and programs that do not agree with the journal: said in the log when they are seen first, and an
// alarm for as long as they are there. They count for nothing meanwhile.
import type { JsonObject } from '#contract/json.ts';
import { StorageFailed } from '#store/errors.ts';
import type { OpenedStore } from '#store/open.ts';
import type { BridgePorts } from './ports.ts';

export interface RightsWatch {
  /** Says in the log what is new since it looked last. */
  look(): void;
  told(status: JsonObject): JsonObject;
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
    told(status) {
      const problems = look();
      if (problems.length === 0) return status;
      const which = problems.map(({ what }) => what).join('; ');
      const message =
        `Somebody changed in the database what people or programs may do: ${which}. They are refused. Find out who can ` +
        'write the data folder; then put back a backup, or give the person a new PIN and revoke the program.';
      const { alarms } = status;
      return { ...status, alarms: [...(Array.isArray(alarms) ? alarms : []), { code: 'rights-changed', message }] };
    },
  };
}

/** Of a disk that fails the status has an alarm already. */
function readable(rights: Pick<OpenedStore['rights'], 'problems'>): ReturnType<OpenedStore['rights']['problems']> {
  try {
    return rights.problems();
  } catch (error) {
    if (error instanceof StorageFailed) return [];
    throw error;
  }
}
