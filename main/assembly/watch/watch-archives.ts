// Moves closed shifts out of the database by itself, where the settings say after how long, and for the command that asks
// for it. Beside the sales; what the end of the bridge interrupts goes on at the next look. An alarm names the archive that
// is missing or has another length: nothing that sells reads them, so it would be seen at the next report only.
import type { Asked, BridgeCalls, ControlInput } from '#contract/programs/control.ts';
import type { JsonObject } from '#contract/data/json.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Settings } from '#settings/settings.ts';
import type { Archiver } from '#store/archive/archive.ts';
import { archiveAsked } from '#store/archive/archive-wish.ts';
import type { JournalReads } from '#store/journal/journal.ts';
import type { BridgePorts } from '../base/ports.ts';
import { withAlarms } from './alarms.ts';
import { unlessStorageFails } from './watch-operations.ts';

export interface ArchiveWatch {
  readonly archive: BridgeCalls['archive'];
  /** Archives what is due, once an hour at most, and resolves when that was done or has failed. */
  look(): Promise<void>;
  /** Looks for the files of all archives: at times, and at each look while one is lost. */
  lookForFiles(): void;
  addTo(status: JsonObject): JsonObject;
  /** Begins no further shift. */
  end(): void;
}

interface Watched {
  readonly archiver: Archiver;
  readonly journal: Pick<JournalReads, 'archiveTrouble'>;
  readonly settings: Pick<Settings['retention'], 'archiveMonths'>;
  readonly clock: Pick<Clock, 'nowMs' | 'wallMs'>;
  readonly log: BridgePorts['log'];
}

const retryMs = 3_600_000;
/** A shop of ten years has some thousand files. */
const filesMs = 600_000;

export function watchArchives({ archiver, journal, settings, clock, log }: Watched): ArchiveWatch {
  const { archiveMonths } = settings;
  let lookedMs = Number.NEGATIVE_INFINITY;
  let filesSeenMs = Number.NEGATIVE_INFINITY;
  let trouble: string | null = null;
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
    lookForFiles() {
      if (trouble === null && clock.nowMs() - filesSeenMs < filesMs) return;
      filesSeenMs = clock.nowMs();
      unlessStorageFails(() => {
        trouble = journal.archiveTrouble();
      });
    },
    addTo: (status) => (trouble === null ? status : withAlarms(status, { code: 'archive-lost', message: trouble })),
    end() {
      bridge.hasEnded = true;
    },
  };
}
