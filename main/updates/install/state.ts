// What an installation has done so far, in a folder of its own beside the data folder. Only the user who installs writes
// it: root for a deb. Each step is noted before it is begun, so that what a power cut leaves is finished or taken back.
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { programVersion } from '#contract/till/program-version.ts';
import { updateEnds } from '#contract/till/updates.ts';
import { syncFolder, writeDurably } from '#host/files/durable-files.ts';
import { readOrdinary } from '#host/files/read-ordinary.ts';

const version = z.string().regex(programVersion);
const words = z.string().max(2_000);

/** In the order in which they are begun; `back` comes where a version is taken back. */
const steps = ['prepare', 'try', 'stop', 'save', 'put', 'watch', 'back'] as const;

const underWaySchema = z.object({
  step: z.enum(steps),
  from: version,
  to: version,
  /** The forms of the database that both know. */
  schema: z.object({ from: z.int(), to: z.int() }),
  /** The package, in the folder of packages. */
  file: z.string(),
  /** How the till was before: the new version must be no worse. */
  before: z.object({ runs: z.boolean(), accepting: z.boolean(), online: z.boolean() }),
  /** A copy of the data folder from after its bridge ended, and the journal's last record in it; null: none is needed. */
  copy: z.object({ path: z.string(), seq: z.int() }).nullable(),
  /** How long the new version may take to open a copy, and then to be as healthy as the older one was. */
  seconds: z.int(),
  /** How often the computer started while the new version was watched. */
  starts: z.int(),
  /** Why it is taken back. */
  why: words.nullable(),
  /** A person takes it back, and has said that records the older version cannot read may be set aside. */
  evenOverNewer: z.boolean(),
});

const endedSchema = z.object({
  end: z.enum(updateEnds),
  at: z.iso.datetime(),
  from: version,
  to: version,
  why: words.nullable(),
  /** The copy of the data folder was put back: it is paused. */
  restored: z.boolean(),
});

const stateSchema = z.object({
  form: z.literal(1),
  underWay: underWaySchema.nullable(),
  last: endedSchema.nullable(),
  /** By which `last` can still be taken back by hand. */
  back: underWaySchema.pick({ from: true, to: true, schema: true, file: true, copy: true }).nullable(),
  /** Versions that were not taken, or taken back: none of them is installed by itself again. */
  failed: z.array(z.object({ version, at: z.iso.datetime(), why: words })),
});

export type UnderWay = z.output<typeof underWaySchema>;
export type Ended = z.output<typeof endedSchema>;
export type InstallState = z.output<typeof stateSchema>;

const none: InstallState = { form: 1, underWay: null, last: null, back: null, failed: [] };

export interface InstallFolder {
  readonly dir: string;
  /** Packages that were verified, and the one of the version before. */
  readonly packages: string;
  readonly lock: { readonly lock: string; readonly pid: string };
  state(): InstallState;
  write(state: InstallState): void;
}

/** Changes nothing by itself: the command that writes a state makes the folder first. */
export function installFolderOf(dataDir: string): InstallFolder {
  const dir = `${resolve(dataDir)}-install`;
  const file = join(dir, 'state.json');
  return {
    dir,
    packages: join(dir, 'packages'),
    lock: { lock: join(dir, 'install.lock.db'), pid: join(dir, 'install.pid') },
    state: () => stateIn(file),
    write(state) {
      writeDurably(file, `${JSON.stringify(state)}\n`, 0o644);
      syncFolder(dir);
    },
  };
}

/** Eleven reasons in words at most, and a few lines. */
const mostBytes = 65_536;

/** A state that is missing counts as none. One that cannot be understood throws: what was begun must not be forgotten. */
function stateIn(file: string): InstallState {
  let text: string | null;
  try {
    text = readOrdinary(file, mostBytes);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return none;
    throw error;
  }
  if (text === null) throw new Error(`${file} is no ordinary file of at most ${mostBytes} bytes.`);
  return stateSchema.parse(JSON.parse(text));
}
