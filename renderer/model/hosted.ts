// A hosted payment for the till: the link in the gateway's answer, and the state that the gateway's record shows. The
// specification shows neither body, so both are read tolerantly, and an unreadable one is not guessed.
import { type Json, isJsonObject, textAt, valueAt } from '#contract/data/json.ts';
import type { OfferView, OperationView } from '#contract/operation/operation.ts';
import type { PaymentSummary } from '#contract/till/window.ts';
import { type Look, lookOf } from './operation-facts.ts';

/** Where a link may stand, the likeliest first (specification, "Session result", "Payment link"). */
const places = [
  '_links.redirect.href',
  '_links.redirect',
  '_links.payment.href',
  '_links.self.href',
  'paymentLink',
  'link',
  'redirectUrl',
  'url',
] as const;

/** The address that the customer opens; only a web address counts. */
export function linkOf(result: Json | null): string | null {
  if (!isJsonObject(result)) return null;
  const texts = places.map((path) => valueAt(result, path));
  const link = texts.find((each) => typeof each === 'string' && /^https?:\/\/[^\s/]+/i.test(each));
  return typeof link === 'string' ? link : null;
}

export type HostedState =
  | 'waiting'
  | 'paid'
  | 'twice'
  | 'differs'
  | 'authorized'
  | 'failed'
  | 'expired'
  | 'over'
  | 'back'
  | 'unclear';

/** Whether the state no longer changes by itself. */
export function isSettled(state: HostedState): boolean {
  return state !== 'waiting' && state !== 'unclear';
}

interface Shown {
  readonly look: Look;
  readonly key:
    | `look.${Look}`
    | (typeof offered)[OfferView['state']]['key']
    | 'link.row.unasked'
    | 'link.row.twice'
    | 'link.row.over';
}

/** The look by the offer's state: a link that was made successfully says nothing of its payment. */
const offered = {
  open: { look: 'waiting', key: 'link.row.open' },
  failed: { look: 'failed', key: 'link.row.failed' },
  authorized: { look: 'waiting', key: 'payment.onlyAuthorized' },
  paid: { look: 'succeeded', key: 'payment.paid' },
  expired: { look: 'ended', key: 'link.row.expired' },
  differs: { look: 'person', key: 'link.row.differs' },
} as const satisfies { readonly [state in OfferView['state']]: { readonly look: Look; readonly key: string } };

/** How an operation looks: a link or a hosted page looks as its payment does. */
export function shownOf(operation: Pick<OperationView, 'state' | 'mayWait' | 'offer'>): Shown {
  const { state, offer } = operation;
  if (state === 'succeeded' && offer !== undefined) return offerShown(offer);
  const look = lookOf(operation);
  return { look, key: `look.${look}` };
}

export function offerShown(offer: OfferView): Shown {
  if (offer.paidAgain !== undefined) return { look: 'person', key: 'link.row.twice' };
  if (offer.over === true) return { look: 'ended', key: 'link.row.over' };
  return isGivenUp(offer) ? { look: 'waiting', key: 'link.row.unasked' } : offered[offer.state];
}

/** Not seen paid, and the bridge has stopped looking it up: only a person who asks learns the outcome. */
export function isGivenUp({ state, nextLookUpAt }: OfferView): boolean {
  return nextLookUpAt === null && (state === 'open' || state === 'failed');
}

/** Whether a link that was made at the till ended unpaid, so that another one may be made for the same purchase. */
export function isMadeAnew({ state, origin, offer }: OperationView): boolean {
  if (state !== 'succeeded' || origin.type !== 'cashier' || offer === undefined || offer.paidAgain !== undefined) {
    return false;
  }
  return offer.state === 'expired' || offer.over === true;
}

/** Known sums outweigh the status word, because the gateway's list of statuses is open. */
export function hostedState(record: Json, known: PaymentSummary | null, offer: OfferView | null): HostedState {
  const status = textAt(record, 'status')?.toUpperCase() ?? '';
  if (status === 'REVERSED' || status === 'REFUNDED' || known?.reversed === true) return 'back';
  if (offer?.paidAgain !== undefined) return 'twice';
  // Another amount or currency than was asked for is never shown as paid.
  if (offer?.state === 'differs') return 'differs';
  if ((known?.captured ?? 0) > 0 || status === 'CAPTURED') return 'paid';
  if (status === 'FAILED') return 'failed';
  if (status === 'EXPIRED') return 'expired';
  if ((known?.authorized ?? 0) > 0 || status === 'AUTHORIZED') return 'authorized';
  if (status !== 'PENDING' && status !== 'CREATED') return 'unclear';
  return offer?.over === true ? 'over' : 'waiting';
}
