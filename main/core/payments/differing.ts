// A customer who pays a link or on a hosted page may pay another sum than was asked for. The shop must know before the
// goods leave, so it is an alarm until a person has seen it, or the whole was given back.
import type { Alarm } from '#contract/alarms.ts';
import { formatMoney } from '#contract/money.ts';
import { type Person, personOrNull } from '#contract/people.ts';
import type { DecisionResult } from '../operation/change.ts';
import type { EnginePorts } from '../ports/engine.ts';
import { knownPayment } from '../operation/lanes.ts';
import type { StoreReads, StoreWrites } from '../ports/store.ts';
import type { OperationRecord } from '../ports/record.ts';

/** From this number on the alarm says `200 or more`. */
const most = 200;

/** At most one alarm: how many, and which is the oldest. */
export function differingAlarms({ store, environment }: Pick<EnginePorts, 'store' | 'environment'>): Alarm[] {
  const differing = store.failure() === null ? differingUnseen(store, environment.id, most) : [];
  const [oldest] = differing;
  if (oldest === undefined) return [];
  const count = differing.length === most ? `${most} or more` : String(differing.length);
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
  return reads.differing(environmentId, limit).filter((record) => !isGivenBack(reads, record));
}

function isGivenBack(reads: StoreReads, { environmentId, payId }: OperationRecord): boolean {
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
