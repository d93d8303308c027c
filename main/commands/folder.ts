// `bridge folder resume`: lifts a pause, after a person has made sure that no other copy of the data folder is in use.
// A running bridge goes on at once. `bridge folder compact`: rewrites the file of an older program, so that nothing that
// was erased is left in its free space; no bridge may run meanwhile.
import { backup, restore } from './backup.ts';
import { move } from './folder-move.ts';
import { withBridge } from './folder-access/bridge-calls.ts';
import { lockFolder } from '#store/folder/folder-lock.ts';
import { assertDataFolder, openPerhapsKeyed } from './folder-access/open-with-key.ts';
import { asNamed, refusedAs } from './io/persons.ts';
import { type Io, dataDirOf, readOptions, required, withActions } from './io/usage.ts';

export const folderCommand = withActions('folder', { backup, restore, resume, compact, move });

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
