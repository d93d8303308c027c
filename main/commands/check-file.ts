// `bridge check-file`: what a running bridge starts to have its database file read whole (background/own-process.ts).
// It is in no usage text: a person has `journal verify`. It ends with its standard input, whose other end the bridge
// holds, so that no reader outlives a bridge that was killed.
import { createBackground } from '#background/background.ts';
import { printJson } from './io/print-json.ts';
import { type Io, dataDirOf, readOptions } from './io/usage.ts';

export async function checkFileCommand(args: readonly string[], io: Io): Promise<number> {
  const options = readOptions(args, { 'data-dir': { type: 'string' }, thorough: { type: 'boolean' } });
  const dataDir = dataDirOf(options['data-dir']);
  const { stdin } = process;
  const ended = () => process.kill(process.pid, 'SIGKILL');
  stdin.once('close', ended).resume();
  // In a thread, since a thread that is inside SQLite hears nothing.
  const found = await createBackground(io.worker).checkFile({ dataDir, thorough: options.thorough === true });
  stdin.off('close', ended).destroy();
  printJson(io, { found });
  return 0;
}
