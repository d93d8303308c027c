// The shift from the command line: its report (X, or the Z of one that was closed), and closing it. Beside a running
// bridge or without one; closing signs, so it needs the folder's key.
import { userInfo } from 'node:os';
import type { OpenCounts } from '#contract/shift.ts';
import { closedReport, currentTally } from '#core/shift-books.ts';
import { reportOf } from '#core/shift-report.ts';
import { type LongReads, createShifts } from '#core/shifts.ts';
import { openJournal } from '#store/open-journal.ts';
import { openWithKey } from './open-with-key.ts';
import { StartProblem } from './problems.ts';
import { type Io, dataDirOf, readOptions, wholeNumber, withActions } from './usage.ts';

export const shiftCommand = withActions('shift', { report, close });

function report(args: readonly string[], io: Io): number {
  const options = readOptions(args, { 'data-dir': { type: 'string' }, number: { type: 'string' } });
  const number = wholeNumber(options.number, '--number', 2 ** 31);
  const opened = openJournal(dataDirOf(options['data-dir']), Date.now);
  try {
    const at = new Date().toISOString();
    const found = opened.snapshot(() =>
      number === undefined
        ? reportOf(currentTally(opened.books), { type: 'X', at, closedBy: null, head: null })
        : closedReport(opened.books, number),
    );
    if (found === null) throw new StartProblem(`There is no closed shift ${number ?? ''}.`);
    io.stdout(`${JSON.stringify(found)}\n`);
    return 0;
  } finally {
    opened.close();
  }
}

async function close(args: readonly string[], io: Io): Promise<number> {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    'even-if-open': { type: 'boolean' },
    by: { type: 'string' },
  });
  const dataDir = dataDirOf(options['data-dir']);
  const by = `command: ${options.by ?? userInfo().username}`;
  const opened = openWithKey(dataDir, io);
  try {
    const { books } = opened;
    // This process does nothing else, so it may read for as long as it takes.
    const reads: LongReads = {
      currentShift: async () => currentTally(books),
      closedShift: async (number) => closedReport(books, number),
    };
    const clock = { nowMs: () => Date.now(), iso: (ms: number) => new Date(ms).toISOString() };
    const shifts = createShifts({ books, reads, signer: opened.signer(clock.nowMs()), clock });
    const closing = await shifts.close({ by, evenIfOpen: options['even-if-open'] === true });
    if (closing.type === 'still-open') throw new StartProblem(openWords(closing.open));
    io.stdout(`${JSON.stringify(closing.report)}\n`);
    return 0;
  } finally {
    opened.close();
  }
}

function openWords({ waiting, inDoubt, needsPerson }: OpenCounts): string {
  return (
    `The shift was not closed: ${waiting} operations wait to be sent, ${inDoubt} are in doubt, ${needsPerson} need a ` +
    'person. With --even-if-open it is closed, and they are named and carried over to the next shift.'
  );
}
