// How long a key may be sent again. The gateway forgets keys, and one that it may have forgotten is none: with it an
// operation would be carried out a second time.
import { sendings, unresolved } from './change.ts';
import type { Moment } from './moment.ts';
import type { OperationRecord } from '../ports/record.ts';

type KeyMoment = Pick<Moment, 'nowMs' | 'lateMs' | 'wallMs' | 'ageUnknownBeforeMs' | 'startedAtMs' | 'policy'>;

/**
 * Counted from the first sending that may have reached the gateway, by the late clock: a key that may be forgotten is
 * none. One that was proved not executed counts too: the gateway may know the key from it, and forget it as early.
 * After the clock was set back it is not known how long the machine was off.
 */
export function keyLives(record: OperationRecord, moment: KeyMoment): boolean {
  const { nowMs, lateMs, wallMs, ageUnknownBeforeMs, startedAtMs, policy } = moment;
  const [first] = sendings(record.attempts);
  if (first === undefined || first.sentAtMs < Math.min(startedAtMs, ageUnknownBeforeMs)) return false;
  // After a restart the late clock has forgotten how far it was ahead, and engine time how far the wall clock was
  // behind it. So all three are asked, and the oldest age counts.
  const lateAgeMs = lateMs - first.sentLateMs;
  const ageMs = Math.max(lateAgeMs, nowMs - first.sentAtMs, wallMs - first.sentWallMs);
  return lateAgeMs >= 0 && ageMs < policy.keyLifetimeMs;
}

/** Whether its key was sent before and may be forgotten by now: between an intent and the first byte a machine may sleep. */
export function keyOutlived(record: OperationRecord, moment: KeyMoment): boolean {
  return record.key !== null && unresolved(record.attempts).length > 1 && !keyLives(record, moment);
}
