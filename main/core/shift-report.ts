// A tally as people read it. The same words serve the X report, the Z report and the record that closes a shift.
import {
  type OpenCounts,
  type ShiftOpen,
  type ShiftReport,
  type ShiftSection,
  openShown,
  takingSorts,
} from '#contract/shift.ts';
import type { OpenOperation, ShiftTally, TallySection } from './shift-tally.ts';
import { sortOf } from './shift-sort.ts';

export type ReportEnd = Pick<ShiftReport, 'type' | 'at' | 'closedBy' | 'head'>;

export function reportOf(tally: ShiftTally, end: ReportEnd): ShiftReport {
  const { number, firstSeq, lastSeq, openedAt, strays } = tally;
  const open = [...tally.open.values()];
  const sections = [...tally.sections.values()]
    .map((section) => sectionOf(section, open))
    .toSorted((a, b) => compare([a.mode, a.environment], [b.mode, b.environment]));
  return { ...end, number, firstSeq, lastSeq, openedAt, sections, strays };
}

/** What is open over all sections. */
export function openCountsOf(tally: ShiftTally): OpenCounts {
  return countsOf([...tally.open.values()]);
}

function sectionOf(section: TallySection, all: readonly OpenOperation[]): ShiftSection {
  const { mode, environment, notDone } = section;
  const open = all.filter((each) => each.mode === mode && each.environment === environment);
  const sorts: readonly string[] = takingSorts;
  return {
    mode,
    training: mode === 'training',
    environment,
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
      .map(openView),
    openCounts: countsOf(open),
  };
}

function openView(operation: OpenOperation): ShiftOpen {
  const { id, kind, messageType, state, amount, terminalId, payId, transId } = operation;
  const { acceptedAt, doubtSince, carriedOver } = operation;
  const sort = sortOf(kind, messageType);
  return {
    operationId: id,
    kind,
    sort,
    state,
    amount,
    terminalId,
    payId,
    transId,
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
