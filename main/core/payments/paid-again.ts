// A customer may pay one link or page twice, or two customers pay it: each time the gateway makes a payment with a payId of
// its own. The second one counts among the takings like the first, and a person is told, who gives one of the two back.
import { commandOf } from '#operations/index.ts';
import type { PaymentView } from '#operations/payment-view.ts';
import { payIdLane } from '../operation/lanes.ts';
import type { EnginePorts } from '../ports/engine.ts';
import type { Offer, OperationRecord, PaidAgain } from '../ports/record.ts';
import type { StoreReads, StoreWrites } from '../ports/store.ts';
import { noteOfferMoney } from './offer-money.ts';
import { observationOf } from './offer-observation.ts';
import { storeLookedUpSums } from './seen/looked-up.ts';
import { isAnotherTills } from './seen/whose-record.ts';
import { inMerchantsCurrency, withoutOthersTotals } from './shown-sums.ts';

/** How many further payments of one offer are noted, and how many operations looked through, at most. */
const most = 20;

/**
 * The operation that made the offer, where the record is of a further payment by it: under its transId, and neither another
 * till's nor made by another operation here.
 */
export function furtherPayment(reads: StoreReads, environmentId: string, view: PaymentView): OperationRecord | null {
  const { payId, transId, terminalId } = view;
  const makerId = payId === null || transId === null ? null : reads.creatorOf(environmentId, transId);
  const maker = makerId === null ? null : reads.operation(makerId);
  if (payId === null || maker?.offer === undefined || maker.payId === null || maker.payId === payId) return null;
  // Only a customer pays a second time.
  if (commandOf(maker.kind)?.evidence(maker.input).openIsDone !== true) return null;
  if (terminalId !== null || isAnotherTills(maker, view) || isMadeHere(reads, environmentId, payId)) return null;
  return maker;
}

function isMadeHere(reads: StoreReads, environmentId: string, payId: string): boolean {
  const named = reads.list(environmentId, { payId, limit: most });
  return named.some(({ kind, input }) => commandOf(kind)?.createsPayment(input) === true);
}

/** Notes what the record shows of it, in the caller's transaction; null where that is nothing new. */
export function notePaidAgain(
  tx: StoreWrites,
  { environment, policy }: Pick<EnginePorts, 'environment' | 'policy'>,
  { id }: OperationRecord,
  view: PaymentView,
  nowMs: number,
): OperationRecord | null {
  const { payId } = view;
  // The caller may have written it since.
  const maker = tx.operation(id);
  if (payId === null || maker?.offer === undefined || maker.payId === payId) return null;
  const { differs: before, ...offer } = maker.offer;
  const noted = before?.again ?? [];
  const known = noted.find((each) => each.payId === payId);
  if (known?.state === 'paid' || known?.counted === true || (known === undefined && noted.length >= most)) return null;
  const shown = withoutOthersTotals(maker, tx.payment(environment.id, payId), inMerchantsCurrency(view));
  const seen: Offer = {
    ...offer,
    state: known?.state ?? 'open',
    ...(known === undefined ? {} : { differs: ofOwn(known) }),
  };
  // It is in no lane of the operation that made the offer.
  const own = { ...maker, payId, lanes: [payIdLane(environment.id, payId)], offer: seen };
  const observation = observationOf(tx, own, seen, shown, nowMs - policy.processingMs, policy.answers);
  if (observation === null) return null;
  const { state, differs, taken } = observation;
  // A try that was refused is no payment.
  if (known === undefined && (state === 'failed' || state === 'expired')) return null;
  storeLookedUpSums(tx, environment.id, view, nowMs);
  const isOpen = state === 'authorized' || observation.authorized > (shown.captured ?? taken ?? 0);
  // An open authorization is listed by the name of its payment, which it has once nothing holds its lane.
  if (isOpen && tx.payment(environment.id, payId) === null) return null;
  const paid: PaidAgain = {
    payId,
    state,
    shown: differs === undefined ? maker.amount : differs.shown,
    counted: differs?.counted ?? false,
  };
  // storeLookedUpSums may have written it anew.
  const record = tx.operation(id) ?? maker;
  const next: OperationRecord = {
    ...record,
    offer: {
      ...offer,
      differs: {
        shown: before?.shown ?? null,
        counted: before?.counted ?? false,
        unseenSinceMs: before?.unseenSinceMs ?? nowMs,
        again: [...noted.filter((each) => each !== known), paid],
        ...(before?.soFar === undefined ? {} : { soFar: before.soFar }),
      },
    },
    revision: record.revision + 1,
    updatedAtMs: nowMs,
  };
  tx.update(next);
  noteOfferMoney(tx, environment, { ...own, revision: next.revision }, observation, shown, nowMs);
  return next;
}

function ofOwn({ shown, counted }: PaidAgain): NonNullable<Offer['differs']> {
  return { shown, counted, unseenSinceMs: null };
}
