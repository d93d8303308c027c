// Rows of people and programs that do not agree with the journal: said at the start, and an alarm for as long as they
// are there. They count for nothing meanwhile.
import type { JsonObject } from '#contract/json.ts';
import { StorageFailed } from '#store/errors.ts';
import type { OpenedStore } from '#store/open.ts';
import type { BridgePorts } from './ports.ts';

export function watchRights(
  { rights }: Pick<OpenedStore, 'rights'>,
  log: BridgePorts['log'],
): { told(status: JsonObject): JsonObject } {
  for (const { kind, id, what } of rights.problems()) log('error', 'rights-changed', { kind, id, what });
  return {
    told(status) {
      const problems = readable(rights);
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
