// What the window shows of a purchase that is paid in parts.
import type { Money } from '#contract/money/money.ts';
import type { TenderPart, TenderView } from '#contract/operation/tender.ts';
import { type Look, lookOf } from './operation-facts.ts';

export function restOf({ remaining, currency }: TenderView): Money {
  return { value: remaining, currency };
}

export function askedInAll({ asked, currency }: TenderView): Money {
  return { value: asked, currency };
}

/** What is paid and was not given back: by cards and otherwise. */
export function paidOf({ asked, remaining, underWay, returned }: TenderView): number {
  return Math.max(0, asked - remaining - underWay - returned);
}

/** Partly paid. A purchase that was taken back whole is not open. */
export function hasRest(tender: TenderView | null): boolean {
  return tender !== null && tender.remaining > 0 && paidOf(tender) + tender.underWay > 0;
}

/** Of parts whose outcome is not known: it may have been charged. */
export function inDoubtOf({ parts }: TenderView): number {
  return sum(parts.filter(isDoubtful), ({ amount }) => amount);
}

export function goingBackOf({ parts }: TenderView): number {
  return sum(parts, ({ goingBack }) => goingBack);
}

export function lookOfPart({ state, reversed, goingBack }: TenderPart): Look {
  if (reversed) return 'ended';
  return goingBack > 0 ? 'waiting' : lookOf({ state, mayWait: false });
}

/** Of all of it in one row: what is in doubt comes before what is open. `own`: how the payment of the row looks. */
export function lookOfPurchase(tender: TenderView, own: Look): Look {
  const looks = tender.parts.map(lookOfPart);
  const doubt = (['person', 'unknown'] as const).find((look) => looks.includes(look));
  if (doubt !== undefined) return doubt;
  return hasRest(tender) || tender.underWay > 0 || goingBackOf(tender) > 0 ? 'waiting' : own;
}

function isDoubtful(part: TenderPart): boolean {
  const look = lookOfPart(part);
  return look === 'person' || look === 'unknown';
}

function sum(parts: readonly TenderPart[], valueOf: (part: TenderPart) => number): number {
  return parts.reduce((total, part) => total + valueOf(part), 0);
}
