// `bridge update status` and `check` ask the running bridge what it knows of a newer version. `bridge update hold` keeps
// the version that runs, until it is taken back with `--off`; settings and policy can hold it, too. `bridge update
// install`, `back` and `continue` are install.ts; `try`, `health` and `look` (parts.ts) are asked for by an installation.
import { statSync } from 'node:fs';
import type { UpdateView, WaitReason } from '#contract/till/updates.ts';
import { updateFolderOf } from '#updates/note.ts';
import { withBridge } from '../folder-access/bridge-calls.ts';
import { assertDataFolder } from '../folder-access/open-with-key.ts';
import { printJson } from '../io/print-json.ts';
import { StartProblem } from '../io/problems.ts';
import { continueUpdate, installUpdate, takeBack } from './install.ts';
import { health, look, tryCopy } from './parts.ts';
import { type Io, UsageError, dataDirOf, readOptions, required, withActions } from '../io/usage.ts';

export const updateCommand = withActions('update', {
  status: (args, io) => tell(args, io, false),
  check: (args, io) => tell(args, io, true),
  hold,
  moment,
  install: (args, io) => installUpdate(args, io),
  back: (args, io) => takeBack(args, io),
  continue: (args, io) => continueUpdate(args, io),
  try: tryCopy,
  health,
  look,
});

async function tell(args: readonly string[], io: Io, check: boolean): Promise<number> {
  const dataDir = dataDirOf(readOptions(args, { 'data-dir': { type: 'string' } })['data-dir']);
  const need = { use: 'reads', key: 'optional' } as const;
  const { update } = await withBridge(dataDir, io, need, (calls) => calls.update({ check }));
  if (update === null)
    throw new StartProblem(`No bridge runs on ${dataDir}, and it is the bridge that knows. Start it.`);
  printJson(io, update);
  io.stderr(`${inWords(update)}\n`);
  return check && update.problem !== null ? 1 : 0;
}

/** Another user, an administrator too, would leave a folder that the bridge cannot write. */
function assertOwn(dataDir: string): void {
  assertDataFolder(dataDir);
  const self = process.getuid?.();
  if (self === undefined || statSync(dataDir).uid === self) return;
  throw new StartProblem(`${dataDir} belongs to another user: run this as that user. Nothing was changed.`);
}

/** What a manager answers in the window, for a till without one. */
function moment(args: readonly string[], io: Io): number {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    at: { type: 'string' },
    off: { type: 'boolean' },
  });
  const dataDir = dataDirOf(options['data-dir']);
  const at = options.off === true ? null : required(options.at, '--at');
  if (at !== null && !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(at)) throw new UsageError('--at must be a time as HH:MM');
  assertOwn(dataDir);
  updateFolderOf(dataDir).giveMoment(at);
  const given = `Each day, from ${at} on for half an hour, a version may be installed although somebody is at the till`;
  io.stderr(
    at === null
      ? 'A version waits for ten minutes without a touch, in the hours for it.\n'
      : `${given}; never while operations are under way or something prints.\n`,
  );
  return 0;
}

function hold(args: readonly string[], io: Io): number {
  const options = readOptions(args, { 'data-dir': { type: 'string' }, off: { type: 'boolean' } });
  const dataDir = dataDirOf(options['data-dir']);
  assertOwn(dataDir);
  const held = options.off !== true;
  updateFolderOf(dataDir).hold(held);
  io.stderr(
    held
      ? 'The till stays with the version that runs, until update hold --off.\n'
      : 'The till takes newer versions again, unless settings or policy hold it (updates.hold).\n',
  );
  return 0;
}

function inWords({ state, version, waits, file, problem }: UpdateView): string {
  const newer = `Version ${version ?? ''}`;
  const said = {
    off: 'The till looks for no updates.',
    unknown: 'The server was not heard yet.',
    current: 'There is no newer version.',
    known: `${newer} is known, and not downloaded yet.`,
    downloading: `${newer} is being downloaded.`,
    ready: `${newer} was downloaded and verified: ${file ?? ''}.`,
  }[state];
  const why = waits === null ? '' : ` It waits: ${reasons[waits]}.`;
  return `${said}${why}${problem === null ? '' : ` ${problem}`}`;
}

const reasons: { readonly [why in WaitReason]: string } = {
  held: 'this till stays with the version that runs (update hold, or updates.hold)',
  'failed-here': 'it was taken back here before',
  'not-its-turn': 'it is not the turn of this till yet',
  'state-not-known': 'the key of the data folder is not at hand, so its state is not known',
  paused: 'the data folder is paused',
  'operations-under-way': 'operations are being sent, or their outcome is not known yet',
  printing: 'something waits to be printed',
  'not-in-hours': 'it is not the time for it (updates.hours)',
  'somebody-at-the-till': 'the till was used in the last ten minutes',
};
