// What a purchase that is paid in parts is to a person at the till.
import type { Money } from '#contract/money.ts';
import type { TenderPart, TenderView } from '#contract/tender.ts';
import { type Look, lookOf } from './operation-facts.ts';

export function restOf({ remaining, currency }: TenderView): Money {
  return { value: remaining, currency };
}

export function askedInAll({ asked, currency }: TenderView): Money {
  return { value: asked, currency };
}

/** What is paid of it: by cards and otherwise. */
export function paidOf({ asked, remaining, underWay }: TenderView): number {
  return Math.max(0, asked - remaining - underWay);
}

/** Something is left to pay, and something is paid: what was taken back whole is no open purchase. */
export function hasRest(tender: TenderView | null): tender is TenderView {
  return tender !== null && tender.remaining > 0 && paidOf(tender) + tender.underWay > 0;
}

export function lookOfPart({ state, reversed }: TenderPart): Look {
  return reversed ? 'ended' : lookOf({ state, mayWait: false });
}
