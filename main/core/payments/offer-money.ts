// What money a look-up shows that a customer paid: written to what is known of the payment, and recorded in the
// journal.
import type { JsonObject } from '#contract/data/json.ts';
import type { PaymentView } from '#operations/payment-view.ts';
import { payIdLane } from '../operation/lanes.ts';
import type { Environment, KnownPayment, OperationRecord } from '../ports/record.ts';
import type { StoreWrites } from '../ports/store.ts';
import { type Moved, brandShown, movedData, offerSeen, seenPaid } from './moved.ts';
import type { OfferObservation } from './offer-observation.ts';
import { emptyPayment } from './payments.ts';

/** `record`: with the payId of the payment that was seen. Its row is written, and the journal says what it came to. */
export function noteOfferMoney(
  tx: StoreWrites,
  environment: Environment,
  record: OperationRecord,
  observation: OfferObservation,
  view: PaymentView,
  nowMs: number,
): void {
  const moved = movedByLookUp(tx, record, observation, view, nowMs);
  const { operator } = record.origin;
  const data: JsonObject = {
    kind: record.kind,
    state: record.state,
    revision: record.revision,
    mode: environment.mode,
    environment: environment.id,
    offer: observation.state,
    payId: record.payId,
    transId: record.transId ?? view.transId,
    person: operator?.name ?? null,
    ...(moved === null ? {} : { moved: movedData(moved) }),
  };
  tx.journal({ type: moved === null ? offerSeen : seenPaid, operationId: record.id, atMs: nowMs, data });
}

function movedByLookUp(
  tx: StoreWrites,
  { environmentId, payId, amount }: OperationRecord,
  { state, taken, before, givenBack, authorized, released }: OfferObservation,
  view: PaymentView,
  nowMs: number,
): Moved | null {
  if (payId === null) return null;
  const row = tx.payment(environmentId, payId);
  const isOther = row !== null && state === 'differs' && (taken ?? 0) > 0;
  const named = isOther ? inPaidCurrency(row, view, taken) : row;
  // What a customer paid counts when it is seen, also where a refund waits in its lane and it cannot be named yet.
  const known = named ?? emptyPayment(environmentId, payIdLane(environmentId, payId), false);
  const isOurs = state !== 'differs' || ((taken ?? 0) > 0 && known.currency === view.currency);
  const isKnown = taken !== null && isOurs;
  const least = before === 0 ? 0 : before + (taken ?? 0);
  const captured = isKnown ? Math.max(known.captured ?? taken, least, view.captured ?? 0) : known.captured;
  const sums: KnownPayment = {
    ...known,
    authorized: known.authorized ?? (authorized > 0 ? authorized : null),
    captured,
    brand: known.brand ?? brandShown(view.raw),
  };
  // A look-up may lag behind our own reversal.
  const isOver = known.reversed || released > 0 || state === 'differs' || sums.authorized === null;
  const open = isOver ? 0 : Math.max(0, (sums.authorized ?? 0) - (captured ?? 0));
  if (named !== null) tx.putPayment({ ...sums, openSinceMs: open > 0 ? (known.openSinceMs ?? nowMs) : null });
  if (taken === 0 && authorized === 0 && released === 0) return null;
  return {
    currency: view.currency ?? known.currency ?? amount?.currency ?? null,
    taken,
    givenBack,
    released,
    authorized,
    tip: 0,
    open,
    payment: known.lane,
    brand: sums.brand ?? null,
  };
}

/** It was asked for in another currency than it was paid in, and what goes back goes back in that. */
function inPaidCurrency(row: KnownPayment, { currency, authorized }: PaymentView, taken: number | null): KnownPayment {
  const isEmpty = (row.captured ?? 0) === 0 && (row.refunded ?? 0) === 0;
  return row.currency === currency || !isEmpty ? row : { ...row, currency, authorized, captured: taken };
}
