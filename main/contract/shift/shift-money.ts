// A shift's report as programs and commands get it: every sum is there as money, `{value, currency}`, like everywhere else
// in the API. The sums in minor units alone stay beside it under the names that they have in the journal's signed records.
import type { Money } from '../money/money.ts';
import type { ShiftReport, ShiftSection, PublicReport, PublicSection } from './shift.ts';

export function inMoney(report: ShiftReport): PublicReport {
  return { ...report, sections: report.sections.map(sectionInMoney) };
}

function sectionInMoney(section: ShiftSection): PublicSection {
  return {
    ...section,
    takings: section.takings.map(taking),
    byPerson: section.byPerson.map(taking),
    byBrand: section.byBrand.map(taking),
    byEntry: section.byEntry.map(taking),
    authorized: section.authorized.map(opened),
    authorizations: section.authorizations.map(opened),
    paidOtherwise: section.paidOtherwise.map(noted),
    totals: section.totals.map(amounted),
    slots: section.slots.map(amounted),
  };
}

interface Taken {
  readonly currency: string;
  readonly takenMinor: number;
  readonly givenBackMinor: number;
  readonly leftMinor: number;
  readonly tipMinor: number;
}

function taking<R extends Taken>(row: R): R & Readonly<Record<'taken' | 'givenBack' | 'left' | 'tip', Money>> {
  const { currency, takenMinor, givenBackMinor, leftMinor, tipMinor } = row;
  const money = (value: number): Money => ({ value, currency });
  return {
    ...row,
    taken: money(takenMinor),
    givenBack: money(givenBackMinor),
    left: money(leftMinor),
    tip: money(tipMinor),
  };
}

function opened<R extends { readonly currency: string; readonly openMinor: number }>(row: R) {
  return { ...row, open: { value: row.openMinor, currency: row.currency } };
}

function noted<R extends { readonly currency: string; readonly amountMinor: number }>(row: R) {
  return { ...row, amount: { value: row.amountMinor, currency: row.currency } };
}

/** Null where the journal knows no amount, and so no currency. */
function amounted<R extends { readonly currency: string | null; readonly amountMinor: number }>(row: R) {
  const { currency, amountMinor: value } = row;
  return { ...row, amount: currency === null ? null : { value, currency } };
}
