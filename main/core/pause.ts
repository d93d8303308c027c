// A data folder that was restored or copied starts paused: its twin, or the time since the backup, may have carried out
// what waits here. Everything unsettled is looked up, nothing is sent, and a person says when to go on.
import type { Refusal } from '#contract/problems.ts';
import type { Command } from '#operations/define.ts';
import { commitChange, commitIntent } from './commit.ts';
import { type Moment, afterRestart } from './decide.ts';
import type { EnginePorts } from './ports/engine.ts';
import type { StoreWrites } from './ports/store.ts';
import type { OperationRecord } from './record.ts';

/**
 * What waits here may have been sent elsewhere under the same key. It becomes what it is, unknown, through an intent
 * that is never sent by this run; its key counts as old as the operation, since nobody knows when it was used.
 */
export function doubtWaiting(
  tx: StoreWrites,
  command: Command,
  record: OperationRecord,
  moment: Moment,
): OperationRecord {
  const { createdAtMs } = record;
  const intent = commitIntent(tx, command, record, moment, moment.policy);
  const attempts = intent.attempts.map((attempt, index) =>
    index === intent.attempts.length - 1
      ? { ...attempt, sentAtMs: createdAtMs, sentLateMs: createdAtMs, sentWallMs: createdAtMs }
      : attempt,
  );
  return commitChange(tx, command, { ...intent, attempts }, afterRestart(command, intent, moment), moment.nowMs);
}

/**
 * A backup knows nothing of what its folder began at a terminal after it, and the card may still be in there: each
 * terminal has its whole window first, counted from the start that found the pause. Null where it may be used.
 */
export function restingRefusal(
  { pause, clock, policy }: Pick<EnginePorts, 'pause' | 'clock' | 'policy'>,
  { terminalId }: Pick<OperationRecord, 'terminalId'>,
): Refusal | null {
  const sinceMs = terminalId === null ? null : pause.startedPausedMs();
  const leftMs = sinceMs === null ? 0 : sinceMs + policy.terminalWindowMs - clock.nowMs();
  if (leftMs <= 0) return null;
  const detail =
    `The folder was paused, and terminal ${terminalId} may still work on something that it does not know of. ` +
    `Nothing was stored. Try again in ${Math.ceil(leftMs / 60_000)} min.`;
  return { code: 'terminal-resting', detail };
}
