// `bridge folder resume`: lifts a pause, after a person has made sure that no other copy of the data folder is in use.
// A running bridge goes on at once. `bridge folder compact`: rewrites the file of an older program, so that nothing that
// was erased is left in its free space; no bridge may run meanwhile. `bridge folder archive`: moves the records of closed
// shifts into archive files, also while the bridge sells.
import { type ArchiveStep, mostArchiveMonths } from '#contract/programs/control.ts';
import { backup, restore } from './backup.ts';
import { move } from './folder-move.ts';
import { withBridge } from './folder-access/bridge-calls.ts';
import { lockFolder } from '#store/folder/folder-lock.ts';
import { assertDataFolder, openPerhapsKeyed } from './folder-access/open-with-key.ts';
import { asNamed, refusedAs } from './io/persons.ts';
import { printJson } from './io/print-json.ts';
import { type Io, UsageError, dataDirOf, readOptions, required, wholeNumber, withActions } from './io/usage.ts';

export const folderCommand = withActions('folder', { backup, restore, resume, compact, move, archive });

async function resume(args: readonly string[], io: Io): Promise<number> {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    name: { type: 'string' },
    reason: { type: 'string' },
  });
  const dataDir = dataDirOf(options['data-dir']);
  const called = required(options.name, '--name');
  const reason = required(options.reason, '--reason');
  const resumed = await asNamed(called, io, (by) =>
    withBridge(dataDir, io, { use: 'changes', key: 'optional' }, (calls) => calls.resume({ by, called, reason })),
  );
  if (resumed.type === 'refused') return refusedAs(resumed);
  const was = resumed.reason;
  io.stderr(was === null ? 'The folder is not paused.\n' : `The folder goes on. It was paused because: ${was}\n`);
  return 0;
}

function compact(args: readonly string[], io: Io): number {
  const dataDir = dataDirOf(readOptions(args, { 'data-dir': { type: 'string' } })['data-dir']);
  assertDataFolder(dataDir);
  const lock = lockFolder(dataDir, true);
  try {
    const { opened } = openPerhapsKeyed(dataDir, io, true);
    try {
      const words = opened.clearSpace()
        ? 'The database was written anew: nothing that was erased is left in its free space.\n'
        : 'There is nothing to do: the free space of this database holds nothing that was erased.\n';
      io.stderr(words);
      return 0;
    } finally {
      opened.close();
    }
  } finally {
    lock.release();
  }
}

async function archive(args: readonly string[], io: Io): Promise<number> {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    months: { type: 'string' },
    'dry-run': { type: 'boolean' },
  });
  const dataDir = dataDirOf(options['data-dir']);
  const months = wholeNumber(options.months, '--months', mostArchiveMonths) ?? null;
  if (months === 0) throw new UsageError(`--months must be a whole number from 1 to ${mostArchiveMonths}`);
  const dryRun = options['dry-run'] === true;
  const done = await withBridge(dataDir, io, { use: 'changes', key: 'needed' }, async (calls) => {
    const archived: Omit<Archived, 'type'>[] = [];
    for (let after: number | null = null; ;) {
      const step: ArchiveStep = await calls.archive({ months, dryRun, after });
      if (step.type === 'nothing-due') return { dryRun, archived, why: step.why };
      const { type: _, ...shift } = step;
      archived.push(shift);
      if (dryRun) after = shift.shift;
      else
        io.stderr(
          `Shift ${shift.shift} of ${shift.closedAt}: ${shift.records} records lie in ${String(shift.file)}.\n`,
        );
    }
  });
  printJson(io, done);
  io.stderr(`${done.why}\n`);
  return 0;
}

type Archived = Extract<ArchiveStep, { readonly type: 'archived' }>;
