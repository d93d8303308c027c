// `bridge shift`: reports a shift (X, or the Z of a closed one) and closes it. A running bridge carries it out; while
// none runs this process does, and needs the folder's key to sign.
import type { OpenCounts } from '#contract/shift/shift.ts';
import { forShell } from '#host/started-as.ts';
import { inMoney } from '#contract/shift/shift-money.ts';
import { withBridge } from './folder-access/bridge-calls.ts';
import { asNamed, refusedAs } from './io/persons.ts';
import { printJson } from './io/print-json.ts';
import { StartProblem } from './io/problems.ts';
import { type Io, dataDirOf, readOptions, wholeNumber, withActions } from './io/usage.ts';

export const shiftCommand = withActions('shift', { report, close });

async function report(args: readonly string[], io: Io): Promise<number> {
  const options = readOptions(args, { 'data-dir': { type: 'string' }, number: { type: 'string' } });
  const number = wholeNumber(options.number, '--number', 2 ** 31) ?? null;
  const found = await withBridge(dataDirOf(options['data-dir']), io, { use: 'reads', key: 'optional' }, (calls) =>
    calls.shiftReport({ number }),
  );
  if (found.report === null) throw new StartProblem(`There is no closed shift ${number ?? ''}.`);
  printJson(io, inMoney(found.report));
  return 0;
}

async function close(args: readonly string[], io: Io): Promise<number> {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    'even-if-open': { type: 'boolean' },
    by: { type: 'string' },
  });
  const dataDir = dataDirOf(options['data-dir']);
  const evenIfOpen = options['even-if-open'] === true;
  const called = options.by ?? null;
  const closing = await asNamed(options.by, io, (by) =>
    withBridge(dataDir, io, { use: 'changes', key: 'needed' }, (calls) => calls.closeShift({ by, called, evenIfOpen })),
  );
  if (closing.type === 'refused') return refusedAs(closing);
  if (closing.type === 'still-open') throw new StartProblem(openWords(closing.open, dataDir, io.program));
  printJson(io, inMoney(closing.report));
  return 0;
}

/** What is still open, and how it is listed and decided. */
export function openWords({ waiting, inDoubt, needsPerson }: OpenCounts, dataDir: string, program: string): string {
  const operation = `  ${program} operation`;
  const folder = `--data-dir ${forShell(dataDir)}`;
  return [
    `The shift was not closed. Waiting to be sent: ${waiting}, in doubt: ${inDoubt}, in need of a person: ${needsPerson}. ` +
      'With --even-if-open it is closed, and they are named and carried over to the next shift.',
    'What is open is listed, and what needs a person decided, by:',
    ...(waiting === 0 ? [] : [`${operation} list ${folder}`]),
    ...(inDoubt === 0 ? [] : ['unknown', 'pending'].map((state) => `${operation} list ${folder} --state ${state}`)),
    ...(needsPerson === 0
      ? []
      : [
          `${operation} list ${folder} --state needs-person`,
          `${operation} decide ID ${folder} --outcome succeeded|failed --reason TEXT --evidence TEXT`,
        ]),
  ].join('\n');
}
