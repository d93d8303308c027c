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
export function hasRest(tender: TenderView | null): tender is TenderView {
  return tender !== null && tender.remaining > 0 && paidOf(tender) + tender.underWay > 0;
}

export function lookOfPart({ state, reversed }: TenderPart): Look {
  return reversed ? 'ended' : lookOf({ state, mayWait: false });
}
