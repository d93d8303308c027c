// `bridge folder resume`: a person has made sure that no other copy of a paused data folder is in use. It may be said
// beside the running bridge, which goes on within a minute.
import { openStore } from '#store/open.ts';
import { liftPause } from '#store/place.ts';
import { type Io, dataDirOf, readOptions, required, withActions } from './usage.ts';

export const folderCommand = withActions('folder', { resume });

function resume(args: readonly string[], io: Io): number {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    name: { type: 'string' },
    reason: { type: 'string' },
  });
  const by = required(options.name, '--name');
  const why = required(options.reason, '--reason');
  const opened = openStore({
    dataDir: dataDirOf(options['data-dir']),
    seal: null,
    now: Date.now,
    use: 'command',
    mustExist: true,
  });
  try {
    const was = liftPause(opened, by, why, Date.now());
    io.stderr(was === null ? 'The folder is not paused.\n' : `The folder goes on. It was paused because: ${was}\n`);
    return 0;
  } finally {
    opened.close();
  }
}
