// What money an operation moved, as the journal keeps it and as reports add it up: the difference that the operation
// made to the payment's known sums. What was captured is taken, whatever was authorized before.
import { type Json, type JsonObject, isJsonObject, textAt } from '#contract/data/json.ts';
import type { Effect } from '#operations/define.ts';
import type { KnownPayment, OperationRecord } from '../ports/record.ts';
import { tipOf } from '../sale/tip.ts';

/** Minor units of one currency. Null: the bridge does not know how much, because the payment's sums are not known. */
export interface Moved {
  readonly currency: string | null;
  readonly taken: number | null;
  readonly givenBack: number | null;
  /** Of an authorization, and never taken. */
  readonly released: number | null;
  readonly authorized: number;
  /** Of what was taken: what was approved beyond what is sold. */
  readonly tip: number;
  /** What is left to capture of the payment's authorization afterwards; null where that is not known. */
  readonly open: number | null;
  /** The payment's lane: its one name in this journal. */
  readonly payment: string;
  /** The card's brand in capitals, where an answer showed one. */
  readonly brand: string | null;
}

/** The journal's name for an authorization of which others captured or released something. */
export const authorizationSeen = 'authorization-seen';

/** `before` and `after`: what is known of the payment without and with the operation. */
export function movedBy(
  effect: Effect,
  record: Pick<OperationRecord, 'input' | 'amount' | 'approved'>,
  before: KnownPayment,
  after: KnownPayment,
): Moved {
  const own = effect.currency ?? record.amount?.currency ?? null;
  const more = {
    // An operation's sum is in the operation's currency, also where the payment is known in the card's. A reversal takes
    // back the payment's sums, which are in the payment's currency.
    currency: effect.reversed ? (after.currency ?? own) : (own ?? after.currency),
    authorized: effect.authorized,
    payment: after.lane,
    brand: after.brand ?? null,
  };
  if (effect.reversed) return { ...more, ...takenBack(before), taken: 0, tip: 0, open: 0 };
  const left = openOf(after);
  const released = effect.releasesRest ? left : 0;
  return {
    ...more,
    taken: effect.captured,
    givenBack: effect.refunded,
    released,
    tip: effect.captured > 0 ? tipOf(record) : 0,
    open: left === null || released === null ? null : left - released,
  };
}

/** A reversal gives back what was captured and not refunded yet, and releases the rest of the authorization. */
function takenBack({ reversed, authorized, captured, refunded }: KnownPayment): Pick<Moved, 'givenBack' | 'released'> {
  if (reversed) return { givenBack: 0, released: 0 };
  return {
    givenBack: captured === null ? null : captured === 0 ? 0 : refunded === null ? null : atLeast0(captured - refunded),
    released: authorized === null || captured === null ? null : atLeast0(authorized - captured),
  };
}

/** What of an authorization can still be captured; null where that is not known. */
export function openOf({ reversed, authorized, captured }: KnownPayment): number | null {
  if (reversed) return 0;
  return authorized === null || captured === null ? null : atLeast0(authorized - captured);
}

function atLeast0(value: number): number {
  return Math.max(0, value);
}

const brandPaths = [
  'paymentMethods.card.brand',
  'paymentMethods.card.cardBrand',
  'card.brand',
  'cardBrand',
  'brand',
] as const;
const brandName = /^[A-Z][A-Z0-9 _-]{0,23}$/;

/** The brand that an answer or a record shows, in capitals; null where it shows none that looks like one. */
export function brandShown(body: JsonObject): string | null {
  const shown = brandPaths.map((path) => textAt(body, path)?.trim().toUpperCase() ?? '');
  return shown.find((each) => brandName.test(each)) ?? null;
}

const lastFourPaths = ['paymentMethods.card.last4Digits', 'card.last4Digits', 'last4Digits'] as const;

/** The card's last four digits, where an answer or a record shows them. */
export function lastFourShown(body: Json): string | null {
  const shown = lastFourPaths.map((path) => textAt(body ?? undefined, path));
  return shown.find((each) => each !== null && /^\d{4}$/.test(each)) ?? null;
}

/** The issuer's approval code, where an answer shows it. */
export function approvalCodeShown(body: Json): string | null {
  return (
    textAt(body ?? undefined, 'approvalCode') ?? textAt(body ?? undefined, 'paymentMethods.card.providerApprovalCode')
  );
}

/** The journal says "authorised": that name stays, so that records of all versions read alike. */
export function movedData({ authorized, ...moved }: Moved): JsonObject {
  return { ...moved, authorised: authorized };
}

/** Null for a record of an older version, which did not journal it yet. */
export function movedIn(data: JsonObject): Moved | null {
  const { moved } = data;
  if (!isJsonObject(moved)) return null;
  const sum = (name: string): number | null => {
    const value = moved[name];
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
  };
  return {
    currency: textAt(moved, 'currency'),
    taken: sum('taken'),
    givenBack: sum('givenBack'),
    released: sum('released'),
    authorized: sum('authorised') ?? 0,
    tip: sum('tip') ?? 0,
    open: sum('open'),
    payment: textAt(moved, 'payment') ?? '',
    brand: textAt(moved, 'brand'),
  };
}

/** The journal's name for a customer's payment that a look-up showed as paid. */
export const seenPaid = 'payment-seen-paid';
/** And for a look-up of such a payment that showed news but no money moved. */
export const offerSeen = 'offer-seen';
