// Whose payment a gateway's record is: the one that was made here under its transId, another till's, or not certain.
import type { Facts } from '#operations/define.ts';
import { isOlder } from '#operations/evidence/reading.ts';
import { commandOf } from '#operations/index.ts';
import type { Observation } from '#operations/observation.ts';
import { isOfAnotherSum } from '#operations/payment-evidence.ts';
import type { PaymentView } from '#operations/payment-view.ts';
import { factsOf } from '../../operation/facts.ts';
import type { KnownPayment, OperationRecord } from '../../ports/record.ts';
import type { StoreReads } from '../../ports/store.ts';
import { makerOf } from '../../sale/credits.ts';
import { decidedSale, perhapsSale } from '../../sale/same-sale.ts';

/**
 * Whether a record is the payment that was made here under its transId: tills choose transIds by themselves, and two may
 * choose the same one. What is known of ours must not be taken from another's; and what may yet turn out to be ours is
 * not taken for another payment beside it.
 */
export function ownerOf(
  reads: StoreReads,
  environmentId: string,
  seen: PaymentView,
): 'ours' | 'others' | 'not-certain' {
  const makerId = seen.transId === null ? null : reads.creatorOf(environmentId, seen.transId);
  const maker = makerId === null ? null : reads.operation(makerId);
  if (maker === null) return isAnothers(reads, environmentId, seen) ? 'others' : 'ours';
  if (maker.payId !== null) return maker.payId === seen.payId ? 'ours' : 'others';
  const facts = factsOf(reads, maker);
  // No terminal makes what was asked for elsewhere, nor pays a link; a gateway may name one of its own for the web.
  const isAtTerminal =
    maker.terminalId === null && seen.terminalId !== null && !(facts.refNrIsOurs && seen.refNr === facts.refNr);
  const isOthers = isAtTerminal || isAnotherTills(maker, seen);
  if (maker.decisions.length === 0) return isOthers ? 'others' : isByOrderAlone(facts, seen) ? 'not-certain' : 'ours';
  const row = decidedSale(reads, environmentId, seen.transId)?.row ?? null;
  if (maker.state !== 'succeeded' || (row?.payId ?? seen.payId) !== seen.payId) return 'others';
  if (showsDecided(reads, maker, row, seen)) return 'ours';
  return isOthers ? 'others' : 'not-certain';
}

/**
 * Whether the caller's order number alone speaks for a record: of a terminal's it shows neither terminal nor time, of
 * another's another sum, or the gateway heard of the number before.
 */
function isByOrderAlone({ terminalId, refNrIsOurs, amount, conflict }: Facts, seen: PaymentView): boolean {
  if (seen.refNr === null || refNrIsOurs) return false;
  if (terminalId !== null) return seen.terminalId === null && seen.created === null;
  return conflict || isOfAnotherSum(seen, amount);
}

/**
 * Whether the transId is that of another payment here: of two payments made elsewhere with one transId, the first seen
 * has it.
 */
function isAnothers(reads: StoreReads, environmentId: string, { payId, transId }: PaymentView): boolean {
  const named = transId === null ? null : reads.paymentByTransId(environmentId, transId);
  return named !== null && named.payId !== null && named.payId !== payId;
}

/**
 * Whether the record of a payment under our transId is another till's all the same: ours is not sent yet, or the record
 * shows another terminal, another reference, or a time before our first sending.
 */
export function isAnotherTills({ state, terminalId, refNr, attempts }: OperationRecord, seen: PaymentView): boolean {
  if (state === 'accepted' && attempts.length === 0) return true;
  if (terminalId !== null && seen.terminalId !== null && seen.terminalId !== terminalId) return true;
  // Hosts cut long references.
  if (refNr !== null && seen.refNr !== null && !refNr.startsWith(seen.refNr)) return true;
  return isOlder(seen.created, attempts[0]?.sentWallMs, seen);
}

/**
 * Whether a record is for certain the sale that a person decided without its payId, for the amount that they named:
 * what is taken over from it limits refunds.
 */
export function showsDecided(
  reads: StoreReads,
  maker: OperationRecord,
  known: KnownPayment | null,
  seen: PaymentView,
): boolean {
  const command = commandOf(maker.kind);
  if (command === null || maker.state !== 'succeeded') return false;
  const facts = decidedFacts(reads, maker);
  const observation = command.observe(facts, seen);
  const named = seen.value ?? seen.authorized;
  // Without a currency it may be the cardholder's sum. An increment by its number raises what is authorized.
  if (seen.currency === null && named !== null && named !== facts.amount?.value && named !== known?.authorized)
    return false;
  return (observation === 'applied' || observation === 'not-open') && command.approved(facts, seen) === null;
}

function decidedFacts(reads: StoreReads, maker: OperationRecord): Facts {
  return { ...factsOf(reads, maker), amount: maker.approved ?? maker.amount };
}

/** Whether a record is for certain a decided sale, and says that it was not carried out. */
export function showsRefused(reads: StoreReads, environmentId: string, seen: PaymentView): boolean {
  const maker = decidedSale(reads, environmentId, seen.transId)?.maker ?? null;
  return maker !== null && observationOfMaker(reads, maker, seen) === 'refused';
}

function observationOfMaker(reads: StoreReads, maker: OperationRecord, seen: PaymentView): Observation {
  return commandOf(maker.kind)?.observe(decidedFacts(reads, maker), seen) ?? 'cannot-tell';
}

/**
 * The sale that a record is for certain of, with what the record says newly of whether it was refused; null where that
 * is known, or cannot be told.
 */
export function saleSeen(reads: StoreReads, environmentId: string, seen: PaymentView): OperationRecord | null {
  const makerId = seen.transId === null ? null : reads.creatorOf(environmentId, seen.transId);
  const maker = makerId === null ? null : reads.operation(makerId);
  if (maker?.state !== 'succeeded') return null;
  const observation = observationOfMaker(reads, maker, seen);
  const { shownRefused, ...others } = maker;
  if (observation === 'refused') return shownRefused === undefined ? { ...maker, shownRefused: true } : null;
  return observation === 'applied' && shownRefused !== undefined ? others : null;
}

/**
 * The operation that made the payment, with whether the record shows a sum as given back that cannot be read; null where
 * that is nothing new. A record that shows no such sum says nothing of it.
 */
export function backSeen(
  reads: StoreReads,
  environmentId: string,
  { payId, refunded, refundUnread: isUnread }: PaymentView,
): OperationRecord | null {
  const row = payId === null ? null : reads.payment(environmentId, payId);
  const maker = row === null || perhapsSale(reads, row) !== null ? null : makerOf(reads, row);
  if (maker === null) return null;
  const { refundUnread, ...others } = maker;
  if (isUnread) return refundUnread === true ? null : { ...maker, refundUnread: true };
  return refundUnread === true && refunded !== null ? others : null;
}
