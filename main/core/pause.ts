// A data folder that was restored or copied starts paused: its twin, or the time since the backup, may have carried out
// what waits here. Everything unsettled is looked up, nothing is sent, and a person says when to go on.
import type { Command } from '#operations/define.ts';
import { commitChange, commitIntent } from './commit.ts';
import { type Moment, afterRestart } from './decide.ts';
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
