// `bridge folder resume`: lifts a pause, after a person has made sure that no other copy of the data folder is in use.
// A running bridge goes on at once.
import { withBridge } from './folder-access/bridge-calls.ts';
import { asNamed, refusedAs } from './io/persons.ts';
import { type Io, dataDirOf, readOptions, required, withActions } from './io/usage.ts';

export const folderCommand = withActions('folder', { resume });

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
