// What the Shift screen draws from a report: sums by hour of the till's clock, by operation, by terminal, and open
// authorizations by age. All sums are minor units of one currency.
import type { ShiftOpen, ShiftReport, ShiftSection, ShiftTaking } from '#contract/shift/shift.ts';
import { type TakingSort, takingSorts } from '#contract/money/taking-sorts.ts';

/** Money that came in, and money that went out again. Authorizations are neither until they are captured. */
const comesIn: readonly TakingSort[] = ['sale', 'payment', 'capture'];
const goesOut: readonly TakingSort[] = ['refund', 'manual-refund', 'reversal'];

/** Money that goes out of the shop has a minus, as everywhere. */
export function signed(sort: TakingSort | null, amountMinor: number): number {
  return sort !== null && goesOut.includes(sort) ? -amountMinor : amountMinor;
}

export interface Bar {
  readonly key: string;
  readonly count: number;
  readonly amountMinor: number;
}

/** The currencies of a section, the one with most operations first. */
export function currenciesOf(section: ShiftSection): string[] {
  const counts = new Map<string, number>();
  for (const { currency, count } of section.totals) {
    if (currency !== null) counts.set(currency, (counts.get(currency) ?? 0) + count);
  }
  for (const { currency } of [...section.takings, ...section.authorized, ...section.paidOtherwise]) {
    if (!counts.has(currency)) counts.set(currency, 0);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([currency]) => currency);
}

/** The section that is shown first: the one of the till's own mode, else the first. */
export function sectionIndex(report: ShiftReport, mode: string | null): number {
  return Math.max(
    0,
    report.sections.findIndex((each) => each.mode === mode),
  );
}

/** What the shift took in a currency, as the journal says; nothing where it took nothing. */
export function takingOf({ takings }: ShiftSection, currency: string): ShiftTaking {
  const none = { currency, takenMinor: 0, givenBackMinor: 0, leftMinor: 0, tipMinor: 0 };
  return takings.find((each) => each.currency === currency) ?? none;
}

export interface NamedTaking extends ShiftTaking {
  /** Null for takings without a name. */
  readonly name: string | null;
}

/** Takings by person, card brand or entry in a currency; empty where there is nothing to tell apart. */
export function namedTakings(section: ShiftSection, by: 'person' | 'brand' | 'entry', currency: string): NamedTaking[] {
  const rows: readonly NamedTaking[] =
    by === 'person'
      ? section.byPerson.map((each) => ({ ...each, name: each.person }))
      : by === 'brand'
        ? section.byBrand.map((each) => ({ ...each, name: each.brand }))
        : section.byEntry.map((each) => ({ ...each, name: each.entry }));
  const mine = rows.filter((each) => each.currency === currency);
  return mine.every(({ name }) => name === null) ? [] : mine;
}

/** Takings (in less out) for each hour between the first and the last; the key is the hour's beginning, local time. */
export function byHour(section: ShiftSection, currency: string): Bar[] {
  const bars = new Map<number, Bar>();
  for (const { from, sort, currency: of, count, amountMinor } of section.slots) {
    const sign = comesIn.includes(sort) ? 1 : goesOut.includes(sort) ? -1 : 0;
    if (of !== currency || sign === 0) continue;
    const begins = new Date(from);
    begins.setMinutes(0, 0, 0);
    const at = begins.getTime();
    const before = bars.get(at) ?? { key: begins.toISOString(), count: 0, amountMinor: 0 };
    bars.set(at, added(before, { count, amountMinor: sign * amountMinor }));
  }
  return [...bars].toSorted(([a], [b]) => a - b).map(([, bar]) => bar);
}

export function byOperation(section: ShiftSection, currency: string): Bar[] {
  return takingSorts.flatMap((sort) => {
    const mine = section.totals.filter((each) => each.sort === sort && (each.currency ?? currency) === currency);
    if (mine.length === 0) return [];
    return [
      mine.reduce<Bar>((sum, { count, amountMinor }) => added(sum, { count, amountMinor: signed(sort, amountMinor) }), {
        key: sort,
        count: 0,
        amountMinor: 0,
      }),
    ];
  });
}

/** Takings by terminal; the empty key stands for takings without a terminal. */
export function byTerminal(section: ShiftSection, currency: string): Bar[] {
  const bars = new Map<string, Bar>();
  for (const { terminalId, currency: of, sort, count, amountMinor } of section.totals) {
    const sign = comesIn.includes(sort) ? 1 : goesOut.includes(sort) ? -1 : 0;
    if (of !== currency || sign === 0) continue;
    const key = terminalId ?? '';
    bars.set(
      key,
      added(bars.get(key) ?? { key, count: 0, amountMinor: 0 }, { count, amountMinor: sign * amountMinor }),
    );
  }
  return [...bars.values()].toSorted((a, b) => a.key.localeCompare(b.key));
}

const minuteMs = 60_000;
export const ages = ['fresh', 'hour', 'day', 'old'] as const;
export type Age = (typeof ages)[number];

function ageOf({ acceptedAt, doubtSince }: ShiftOpen, at: string): Age {
  const minutes = (Date.parse(at) - Date.parse(doubtSince ?? acceptedAt)) / minuteMs;
  if (minutes < 15) return 'fresh';
  if (minutes < 60) return 'hour';
  return minutes < 24 * 60 ? 'day' : 'old';
}

/** How many authorizations are open, by age: counts, because their amounts are no takings. */
export function byAge(section: ShiftSection, at: string): Bar[] {
  return ages.map((key) => ({
    key,
    count: section.open.filter((each) => ageOf(each, at) === key).length,
    amountMinor: 0,
  }));
}

function added<B extends Bar>(bar: B, { count, amountMinor }: Pick<Bar, 'count' | 'amountMinor'>): B {
  return { ...bar, count: bar.count + count, amountMinor: bar.amountMinor + amountMinor };
}
