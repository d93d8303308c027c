// Whether the sums that a gateway's record shows are the shop's: a card that was charged in its own currency has other
// sums, and the record may show them beside the shop's amount, or without a currency. Sums that may be the cardholder's
// are left out.
import type { Money } from '#contract/money/money.ts';
import type { PaymentMoney } from '#contract/money/payment-money.ts';
import { cardholderAmount } from '#contract/operation/dcc-choice.ts';
import { type Conversion, conversionShown } from '#contract/operation/dcc-conversion.ts';
import { commandOf } from '#operations/index.ts';
import type { PaymentView } from '#operations/payment-view.ts';
import { approvedInput } from '../operation/approved-input.ts';
import type { StoreReads } from '../ports/store.ts';
import type { KnownPayment, OperationRecord } from '../ports/record.ts';

/**
 * A record without a currency of a payment that was charged in the card's: its sums may be the cardholder's. They are
 * ours where it names the sum that we asked for as the payment's own, and the cardholder's sum nowhere. Where no choice
 * is known, they are not where it names another sum than ours.
 */
export function inKnownCurrency(
  reads: StoreReads,
  environmentId: string,
  known: KnownPayment | null,
  shown: PaymentView,
): PaymentView {
  const seen = inMerchantsCurrency(shown);
  const transId = known?.transId ?? seen.transId;
  const makerId = transId === null ? null : reads.creatorOf(environmentId, transId);
  const maker = makerId === null ? null : reads.operation(makerId);
  // This bridge does not know what was asked for, so only a currency says whose sums they are.
  if (maker === null) return seen.currency === null ? withoutSums(seen) : seen;
  if (seen.currency !== null) return withoutOthersTotals(maker, known, seen);
  const [charged, asked] = [cardholderAmount(maker.dcc), maker.approved ?? maker.amount];
  if (asked === null || charged?.value === asked.value) return seen;
  const { value, authorized, captured, refunded } = seen;
  const named = value ?? authorized;
  const isOurs = named === asked.value || (named !== null && named === known?.authorized);
  // The gateway's page, or a terminal by itself, may have converted it although the bridge knows of no choice.
  const mayBeOurs = charged === null ? isOurs || named === null || named === 0 : isOurs;
  const isShown = charged !== null && [value, authorized, captured, refunded].includes(charged.value);
  if (mayBeOurs && !isShown) return withoutOthersTotals(maker, known, seen);
  return withoutSums(seen);
}

function withoutSums(seen: PaymentView): PaymentView {
  return { ...seen, value: null, authorized: null, captured: null, refunded: null };
}

/**
 * The record as it would be in the shop's currency, where it is in the card's and tells both amounts of the conversion. A
 * part in the card's currency tells no sum of the shop's.
 */
export function inMerchantsCurrency(seen: PaymentView): PaymentView {
  const conversion = conversionOf(seen);
  if (conversion === null) return seen;
  const sum = (each: number | null) => inShops(each, conversion);
  const sums = { authorized: sum(seen.authorized), captured: sum(seen.captured), refunded: sum(seen.refunded) };
  return { ...seen, ...sums, value: sum(seen.value), currency: conversion.merchant.currency };
}

/** Null where it is not the payment itself that the record shows in the currency of the card. */
function conversionOf({ raw, currency, value, authorized }: PaymentView): Conversion | null {
  const conversion = currency === null ? null : conversionShown(raw);
  const isCards = conversion?.cardholder.currency === currency && conversion.cardholder.value === (value ?? authorized);
  return isCards ? conversion : null;
}

function inShops(sum: number | null, { merchant, cardholder }: Conversion): number | null {
  return sum === cardholder.value ? merchant.value : sum === 0 ? 0 : null;
}

/**
 * Sums that were known in the card's currency only, in the shop's: once a record tells both amounts, and only where no
 * part was taken or given back.
 */
export function rebased(known: KnownPayment, { raw, currency }: PaymentView): KnownPayment {
  const conversion = known.currency === null || known.currency === currency ? null : conversionShown(raw);
  if (conversion?.merchant.currency !== currency || conversion.cardholder.currency !== known.currency) return known;
  const sums = [known.authorized, known.captured, known.refunded];
  if (sums.some((each) => each !== null && each !== 0 && each !== conversion.cardholder.value)) return known;
  const [authorized = null, captured = null, refunded = null] = sums.map((each) => inShops(each, conversion));
  return { ...known, currency, authorized, captured, refunded };
}

/**
 * Totals without a currency beside the very amount that was asked for: not believed where one of them is what the card
 * was charged, or more than the payment can have come to.
 */
export function withoutOthersTotals(
  maker: OperationRecord,
  known: KnownPayment | null,
  seen: PaymentView,
): PaymentView {
  const asked = maker.approved ?? maker.amount;
  if (!seen.bareTotals || asked === null || seen.value !== asked.value) return seen;
  const { authorized, captured, refunded } = seen;
  const totals = [authorized, captured, refunded];
  const charged = cardholderAmount(maker.dcc) ?? conversionShown(seen.raw)?.cardholder ?? null;
  const isCharged = charged !== null && charged.value !== asked.value && totals.includes(charged.value);
  const most = Math.max(asked.value, known?.authorized ?? 0);
  const isBeyond = !mayGrow(maker) && totals.some((each) => each !== null && each > most);
  if (!isCharged && !isBeyond) return seen;
  const nothing = (each: number | null) => (each === 0 ? 0 : null);
  return { ...seen, authorized: nothing(authorized), captured: nothing(captured), refunded: nothing(refunded) };
}

/** An authorization that others may have raised by an increment. What a customer paid, or a sale took, is not raised. */
function mayGrow(maker: OperationRecord): boolean {
  return maker.offer === undefined && commandOf(maker.kind)?.effect(approvedInput(maker), {})?.captured === 0;
}

/**
 * The sums of a payment's record as money, for callers who read it: those that the guards go by. Null for a sum that the
 * record does not show, or that may be the cardholder's.
 */
export function paymentMoney(reads: StoreReads, environmentId: string, shown: PaymentView): PaymentMoney {
  const { payId, transId } = shown;
  const known =
    (payId === null ? null : reads.payment(environmentId, payId)) ??
    (transId === null ? null : reads.paymentByTransId(environmentId, transId));
  const seen = inKnownCurrency(reads, environmentId, known, shown);
  const currency = seen.currency ?? known?.currency ?? null;
  const money = (value: number | null): Money | null =>
    value === null || currency === null ? null : { value, currency };
  return { authorized: money(seen.authorized), captured: money(seen.captured), refunded: money(seen.refunded) };
}
