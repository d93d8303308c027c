// A data folder that was restored or copied starts paused: what waits here may have been carried out by the other copy,
// or by this folder after the backup. Everything open is looked up, nothing is sent, and a person says when to go on.
import type { Refusal } from '#contract/programs/problems.ts';
import type { EnginePorts } from '../ports/engine.ts';
import type { StoreReads } from '../ports/store.ts';
import type { OperationRecord } from '../ports/record.ts';

/**
 * A backup does not know the commands that its folder began at a terminal after it, and a card may still be in there:
 * each terminal waits for a whole window first, counted from the last start while paused. Null where it may be used.
 */
export function restingRefusal(
  reads: Pick<StoreReads, 'startedPausedMs'>,
  { clock, policy }: Pick<EnginePorts, 'clock' | 'policy'>,
  { terminalId }: Pick<OperationRecord, 'terminalId'>,
): Refusal | null {
  const sinceMs = terminalId === null ? null : reads.startedPausedMs();
  const leftMs = sinceMs === null ? 0 : sinceMs + policy.terminalWindowMs - clock.nowMs();
  if (leftMs <= 0) return null;
  const detail =
    `The folder was paused, and terminal ${terminalId} may still work on something that it does not know of. ` +
    `Nothing was stored. Try again in ${Math.ceil(leftMs / 60_000)} min.`;
  return { code: 'terminal-resting', detail, retryAfterSeconds: Math.ceil(leftMs / 1_000) };
}
