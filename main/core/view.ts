// An operation as everybody outside the engine sees it.
import type { Doubt } from '#contract/failure.ts';
import type { OperationView } from '#contract/operation.ts';
import type { Clock } from './ports.ts';
import type { OperationRecord } from './record.ts';
import { adviceFor } from './words.ts';

export function viewOf(record: OperationRecord, clock: Pick<Clock, 'iso'>): OperationView {
  const doubt = doubtOf(record, clock);
  return {
    id: record.id,
    kind: record.kind,
    state: record.state,
    revision: record.revision,
    requestId: record.requestId,
    input: record.input,
    result: record.result,
    failure: record.failure,
    ...(doubt === null ? {} : { doubt }),
    attempts: record.attempts.length,
    createdAt: clock.iso(record.createdAtMs),
    updatedAt: clock.iso(record.updatedAtMs),
  };
}

function doubtOf(record: OperationRecord, clock: Pick<Clock, 'iso'>): Doubt | null {
  if (record.doubt === null || record.doubtSinceMs === null) return null;
  const { count, lastAtMs } = record.lookUps;
  return {
    reason: record.doubt,
    advice: adviceFor(record),
    since: clock.iso(record.doubtSinceMs),
    lookUps: count,
    lastLookUpAt: lastAtMs === null ? null : clock.iso(lastAtMs),
    nextLookUpAt: record.state === 'needs-person' ? null : clock.iso(record.nextAtMs),
  };
}
