// A customer who pays a link or on a hosted page may pay another sum than was asked for, or pay twice. The shop must know
// before the goods leave, so it is an alarm until a person has seen it, or the whole was given back.
import type { Alarm } from '#contract/till/alarms.ts';
import { formatMoney } from '#contract/money/money.ts';
import { type Person, personOrNull } from '#contract/people/people.ts';
import type { DecisionResult } from '../operation/change.ts';
import type { EnginePorts } from '../ports/engine.ts';
import { knownPayment } from '../operation/lanes.ts';
import type { StoreReads, StoreWrites } from '../ports/store.ts';
import type { OperationRecord } from '../ports/record.ts';

/** From this number on the alarm says `200 or more`. */
const most = 200;

/** At most one alarm of each sort: how many, and which is the oldest. */
export function differingAlarms({ store, environment }: Pick<EnginePorts, 'store' | 'environment'>): Alarm[] {
  const unseen = store.failure() === null ? differingUnseen(store, environment.id, most) : [];
  const twice = unseen.filter(({ offer }) => offer?.differs?.again !== undefined);
  const differing = unseen.filter((each) => !twice.includes(each));
  const count = ({ length }: readonly unknown[]) => (unseen.length === most ? `${length} or more` : String(length));
  return [...differingAlarm(differing, count(differing)), ...twiceAlarm(twice, count(twice))];
}

function twiceAlarm([oldest]: readonly OperationRecord[], count: string): Alarm[] {
  if (oldest === undefined) return [];
  const { id, payId, transId, offer } = oldest;
  const again = (offer?.differs?.again ?? []).map((each) => {
    return `${each.payId} of ${each.shown === null ? 'a sum that cannot be told' : formatMoney(each.shown)}`;
  });
  const message =
    `${count} links or hosted pages were paid again by a further payment; the oldest (${id}, transId ${transId ?? 'unknown'}): ` +
    `beside the payment ${payId ?? 'unknown'} also ${again.join(', ')}. Refund what was paid twice, by its payId. ` +
    'The alarm ends when all but one were refunded whole, or a person has seen it at the till.';
  return [{ code: 'paid-twice', message }];
}

function differingAlarm([oldest]: readonly OperationRecord[], count: string): Alarm[] {
  if (oldest === undefined) return [];
  const { amount, offer, transId } = oldest;
  const asked = amount === null ? 'what was asked for' : formatMoney(amount);
  const shown = offer?.differs?.shown ?? null;
  const message =
    `${count} payments by link or hosted page were not for the sum that was asked for; the oldest (${oldest.id}, transId ` +
    `${transId ?? 'unknown'}): ${shown === null ? 'a sum that cannot be told' : formatMoney(shown)} instead of ${asked}. ` +
    'Keep the goods until a person has seen it at the till. A refund of the whole settles it too.';
  return [{ code: 'payment-differs', message }];
}

/** The longest unseen first. */
export function differingUnseen(reads: StoreReads, environmentId: string, limit: number): OperationRecord[] {
  return reads.differing(environmentId, limit).filter((record) => !isSettled(reads, record));
}

/** Whether the difference was given back. Of two payments of one offer, one for the sum that was asked for stays. */
function isSettled(reads: StoreReads, { environmentId, payId, offer }: OperationRecord): boolean {
  const isFirstBack = isGivenBack(reads, environmentId, payId);
  const again = offer?.differs?.again ?? [];
  const kept = again.filter((each) => !isGivenBack(reads, environmentId, each.payId));
  if (kept.length === 0) return isFirstBack || (again.length > 0 && offer?.state !== 'differs');
  return isFirstBack && kept.length === 1 && kept.every(({ state }) => state !== 'differs');
}

function isGivenBack(reads: StoreReads, environmentId: string, payId: string | null): boolean {
  const known = payId === null ? null : knownPayment(reads, environmentId, { by: 'payId', payId });
  if (known === null) return false;
  const { captured, refunded, reversed } = known;
  return reversed || (captured !== null && captured > 0 && (refunded ?? 0) >= captured);
}

/** A person has seen it: the alarm of this payment ends. */
export function seeDiffering(
  tx: StoreWrites,
  record: OperationRecord,
  by: Person | null,
  atMs: number,
): DecisionResult {
  const { offer } = record;
  if (offer?.differs === undefined || offer.differs.unseenSinceMs === null) {
    const detail =
      'It was not paid with another sum than was asked for, or somebody has seen that. Nothing was changed.';
    return { type: 'refused', refusal: { code: 'not-decidable', detail, operationId: record.id } };
  }
  const differs = { ...offer.differs, unseenSinceMs: null };
  const next = { ...record, offer: { ...offer, differs }, revision: record.revision + 1, updatedAtMs: atMs };
  tx.update(next);
  const data = { by: personOrNull(by), revision: next.revision };
  tx.journal({ type: 'differing-sum-seen', operationId: next.id, atMs, data });
  return { type: 'decided', record: next };
}
