// Moves closed shifts out of the database by itself, where the settings say after how long, and for the command that asks
// for it. Beside the sales; what the end of the bridge interrupts goes on at the next look.
import type { Asked, BridgeCalls, ControlInput } from '#contract/programs/control.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Settings } from '#settings/settings.ts';
import type { Archiver } from '#store/archive/archive.ts';
import { archiveAsked } from '#store/archive/archive-wish.ts';
import type { BridgePorts } from '../base/ports.ts';

export interface ArchiveWatch {
  readonly archive: BridgeCalls['archive'];
  /** Archives what is due, once an hour at most, and resolves when that was done or has failed. */
  look(): Promise<void>;
  /** Begins no further shift. */
  end(): void;
}

interface Watched {
  readonly archiver: Archiver;
  readonly settings: Pick<Settings['retention'], 'archiveMonths'>;
  readonly clock: Pick<Clock, 'nowMs' | 'wallMs'>;
  readonly log: BridgePorts['log'];
}

const retryMs = 3_600_000;

export function watchArchives({ archiver, settings, clock, log }: Watched): ArchiveWatch {
  const { archiveMonths } = settings;
  let lookedMs = Number.NEGATIVE_INFINITY;
  const bridge = { hasEnded: false };
  const archive = (wish: ControlInput<'archive'>, asked?: Asked) =>
    archiveAsked(wish, { archiver, clock, archiveMonths }, asked);
  return {
    archive,
    async look() {
      if (archiveMonths === null || bridge.hasEnded || clock.nowMs() - lookedMs < retryMs) return;
      lookedMs = clock.nowMs();
      try {
        while (!bridge.hasEnded) {
          const step = await archive({ months: null, dryRun: false, after: null });
          if (step.type === 'nothing-due') return;
          log('info', 'shift-archived', { shift: step.shift, file: step.file });
        }
      } catch (error) {
        if (bridge.hasEnded) return;
        log('warn', 'shift-not-archived', { error: error instanceof Error ? error.message : 'unknown' });
      }
    },
    end() {
      bridge.hasEnded = true;
    },
  };
}
