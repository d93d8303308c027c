// Makes a report of a tally, for the X report, the Z report and the record that closes a shift.
import { readIsoTime } from '#contract/data/iso-time.ts';
import {
  type OpenCounts,
  type ShiftOpen,
  type ShiftReport,
  type ShiftSection,
  openShown,
} from '#contract/shift/shift.ts';
import type { BooksReads } from '../ports/books.ts';
import { takingSorts } from '#contract/money/taking-sorts.ts';
import type { OpenOperation, ShiftTally, TallySection } from './shift-tally.ts';
import { sortOf } from './shift-sort.ts';
import type { TakingRow } from './shift-takings.ts';

export type ReportEnd = Pick<ShiftReport, 'type' | 'at' | 'closedBy' | 'head'>;

/** `books`: read for what people know a payment by. */
export function reportOf(tally: ShiftTally, end: ReportEnd, books: Pick<BooksReads, 'labels'>): ShiftReport {
  const { number, firstSeq, lastSeq, openedAt, strays, drawerOpenings } = tally;
  const open = [...tally.open.values()];
  const sections = [...tally.sections.values()]
    .map((section) => ({ ...sectionOf(section, open, end.at, books), paidOtherwise: paidOtherwiseOf(tally, section) }))
    .toSorted((a, b) => compare([a.mode, a.environment], [b.mode, b.environment]));
  return { ...end, number, firstSeq, lastSeq, openedAt, sections, strays, drawerOpenings };
}

/** What is open over all sections. */
export function openCountsOf(tally: ShiftTally): OpenCounts {
  return countsOf([...tally.open.values()]);
}

function sectionOf(
  section: TallySection,
  all: readonly OpenOperation[],
  at: string,
  books: Pick<BooksReads, 'labels'>,
): Omit<ShiftSection, 'paidOtherwise'> {
  const { mode, environment, notDone } = section;
  const open = all.filter((each) => each.mode === mode && each.environment === environment);
  const sorts: readonly string[] = takingSorts;
  return {
    mode,
    training: mode === 'training',
    environment,
    ...takingsOf(section),
    ...authorizationsOf(section, at, books),
    totals: [...section.totals.values()].toSorted(
      (a, b) =>
        sorts.indexOf(a.sort) - sorts.indexOf(b.sort) ||
        compare([a.currency, a.terminalId, a.kind], [b.currency, b.terminalId, b.kind]),
    ),
    slots: [...section.slots.values()].toSorted((a, b) =>
      compare([a.from, a.sort, a.currency], [b.from, b.sort, b.currency]),
    ),
    notDone: { ...notDone },
    open: open
      .toSorted((a, b) => compare([a.acceptedAt, a.id], [b.acceptedAt, b.id]))
      .slice(0, openShown)
      .map((each) => openView(each, books)),
    openCounts: countsOf(open),
  };
}

function paidOtherwiseOf(tally: ShiftTally, { environment }: TallySection): ShiftSection['paidOtherwise'] {
  return [...tally.paidOtherwise.values()]
    .filter((each) => each.environment === environment)
    .map(({ currency, count, amountMinor }) => ({ currency, count, amountMinor }))
    .toSorted((a, b) => compare([a.currency], [b.currency]));
}

function takingsOf({ takings }: TallySection): Pick<ShiftSection, 'takings' | 'byPerson' | 'byBrand' | 'byEntry'> {
  const rows = <R extends TakingRow>(found: Map<string, R>) =>
    [...found]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, row]) => ({ ...row, leftMinor: row.takenMinor - row.givenBackMinor }));
  const { all, byPerson, byBrand, byEntry } = takings;
  return { takings: rows(all), byPerson: rows(byPerson), byBrand: rows(byBrand), byEntry: rows(byEntry) };
}

const dayMs = 86_400_000;

function daysBetween(from: string, to: string): number {
  const [began, ended] = [readIsoTime(from), readIsoTime(to)];
  return began === null || ended === null ? 0 : Math.max(0, Math.floor((ended.ms - began.ms) / dayMs));
}

function authorizationsOf(
  { environment, authorizations }: TallySection,
  reportedAt: string,
  books: Pick<BooksReads, 'labels'>,
): Pick<ShiftSection, 'authorized' | 'authorizations'> {
  const all = [...authorizations.values()].toSorted((a, b) => compare([a.at, a.payment], [b.at, b.payment]));
  const sums = new Map<string, ShiftSection['authorized'][number]>();
  for (const { currency, openMinor } of all) {
    const before = sums.get(currency) ?? { currency, count: 0, openMinor: 0 };
    sums.set(currency, { currency, count: before.count + 1, openMinor: before.openMinor + openMinor });
  }
  return {
    authorized: [...sums.values()].toSorted((a, b) => compare([a.currency], [b.currency])),
    authorizations: all.slice(0, openShown).map((each) => {
      const { payId, transId, terminalId, brand, currency, openMinor, at, carriedOver } = each;
      const ageDays = daysBetween(at, reportedAt);
      const labels = books.labels(environment, each);
      const [refNr, last4] = [each.refNr ?? labels.refNr, labels.last4];
      return { payId, transId, refNr, last4, terminalId, brand, currency, openMinor, at, ageDays, carriedOver };
    }),
  };
}

function openView(operation: OpenOperation, books: Pick<BooksReads, 'labels'>): ShiftOpen {
  const { id, kind, messageType, state, amount, terminalId, payId, transId } = operation;
  const { acceptedAt, doubtSince, carriedOver } = operation;
  const sort = sortOf(kind, messageType);
  const labels = books.labels(operation.environment, { payment: null, payId, transId });
  return {
    operationId: id,
    kind,
    sort,
    state,
    amount,
    terminalId,
    payId,
    transId,
    refNr: operation.refNr ?? labels.refNr,
    last4: labels.last4,
    acceptedAt,
    doubtSince,
    carriedOver,
  };
}

function countsOf(open: readonly OpenOperation[]): OpenCounts {
  let [waiting, inDoubt, needsPerson] = [0, 0, 0];
  for (const { state } of open) {
    if (state === 'accepted') waiting += 1;
    else if (state === 'needs-person') needsPerson += 1;
    else inDoubt += 1;
  }
  return { waiting, inDoubt, needsPerson };
}

function compare(a: readonly (string | null)[], b: readonly (string | null)[]): number {
  const [left, right] = [JSON.stringify(a), JSON.stringify(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}
