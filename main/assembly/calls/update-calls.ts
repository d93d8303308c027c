// The window's answer where a till at which somebody always stands asks when a version may be installed. It lies beside
// the data folder like the command that holds a version, so it counts at a service's till and under a policy, too.
import type { Implementations } from '#contract/calls/table.ts';
import type { EngineEvents } from '#core/ports/engine.ts';
import { updateFolderOf } from '#updates/note.ts';

export type UpdateCalls = Pick<Implementations, 'giveUpdateMoment'>;

export function updateCalls({
  dataDir,
  log,
}: {
  readonly dataDir: string;
  readonly log: EngineEvents['log'];
}): UpdateCalls {
  return {
    giveUpdateMoment({ at }) {
      updateFolderOf(dataDir).giveMoment(at);
      log('info', 'update-moment-given', { at });
      return { at };
    },
  };
}
