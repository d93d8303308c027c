// `bridge update install`: installs the package that the bridge has downloaded, watches the new version, and takes it back
// where it is not as healthy as the one before. `update back` takes it back by hand, `update continue` goes on where an
// installation was interrupted. What the bridge's user wrote is not believed: the list is verified again, and the package
// as it is copied (ADR 63, 69).
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { takeLock } from '#host/files/file-lock.ts';
import { notesBeside } from '#secrets/notes-beside.ts';
import { makeFolder } from '#host/files/make-folder.ts';
import { policyPaths, readPolicy, withPolicy } from '#settings/policy.ts';
import { readSettings } from '#settings/file.ts';
import { type Settings, settingsSchema } from '#settings/settings.ts';
import { weakPath } from '#settings/paths/weak-path.ts';
import { latestVersion } from '#store/schema/migrations.ts';
import { deb, keptProgram } from '#updates/install/deb.ts';
import type { Limits } from '#updates/install/ports.ts';
import { slots, slotsHome } from '#updates/install/slots.ts';
import { type Ended, type InstallFolder, type UnderWay, installFolderOf } from '#updates/install/state.ts';
import { type Installation, type InstallRun, goOn } from '#updates/install/steps.ts';
import { pinnedKeys } from '#updates/keys.ts';
import { type Manifest, type ManifestFile, readManifest } from '#updates/manifest.ts';
import { updateFolderOf } from '#updates/note.ts';
import { offerIn } from '#updates/offer.ts';
import { refusedWords } from '#updates/refused-words.ts';
import { copyVerified } from '#updates/verified-copy.ts';
import { assertDataFolder } from '../folder-access/open-with-key.ts';
import { StartProblem } from '../io/problems.ts';
import { type Io, dataDirOf, readOptions, wholeNumber } from '../io/usage.ts';
import { launchedService, systemdService, tillHere } from './till-here.ts';

/** How this machine installs; a test gives another. */
export interface InstallPorts {
  readonly isRoot: boolean;
  readonly nowMs: () => number;
  readonly platform: string;
  readonly installation: (wish: InstallWish) => Pick<Installation, 'installer' | 'till'>;
}

export interface InstallWish {
  readonly kind: 'deb' | 'zip';
  readonly dataDir: string;
  readonly folder: InstallFolder;
  readonly io: Io;
}

const options = {
  'data-dir': { type: 'string' },
  policy: { type: 'string' },
  within: { type: 'string' },
  'even-over-newer': { type: 'boolean' },
  'before-start': { type: 'boolean' },
  'when-allowed': { type: 'boolean' },
} as const;

const usualSeconds = 180;
const pollMs = 200;

export async function installUpdate(args: readonly string[], io: Io, ports = onThisMachine()): Promise<number> {
  const given = readOptions(args, options);
  const dataDir = dataDirOf(given['data-dir']);
  const wish = wishOf(dataDir, io, ports);
  assertDataFolder(dataDir);
  const seconds = secondsIn(given.within);
  const byItself = given['when-allowed'] === true;
  if (byItself && !updatesSettings(wish, given.policy).install) return 0;
  return alone(wish, ports, async (installation) => {
    const { folder, installer, till } = installation;
    if (folder.state().underWay !== null) await goOn(installation, 'again');
    // The bridge says when: it knows the hours, and whether somebody is at the till.
    const waits = byItself ? await till.waits(installer.program) : null;
    if (waits !== null) return notNow(waits, io);
    const { manifest, file } = verified(wish, ports, given.policy);
    const failed = folder.state().failed.find(({ version }) => version === manifest.version);
    if (byItself && failed !== undefined) {
      return notNow(`version ${manifest.version} was taken back here before: ${failed.why}`, io);
    }
    copyPackage(dataDir, folder, file);
    const health = await till.health(installer.program);
    const underWay: UnderWay = {
      step: 'prepare',
      from: io.version,
      to: manifest.version,
      schema: { from: latestVersion, to: manifest.schema },
      file: file.name,
      before: { runs: till.runs(), accepting: health?.accepting ?? false, online: health?.online ?? false },
      copy: null,
      seconds,
      starts: 0,
      why: null,
      evenOverNewer: false,
    };
    folder.write({ ...folder.state(), underWay });
    return said(await goOn(installation, 'fresh'), io);
  });
}

function notNow(why: string, { stderr }: Io): number {
  stderr(`Nothing was installed: ${why}\n`);
  return 0;
}

/** By hand, after an installation that ended well: the same steps as where the new version is not healthy. */
export async function takeBack(args: readonly string[], io: Io, ports = onThisMachine()): Promise<number> {
  const given = readOptions(args, options);
  const dataDir = dataDirOf(given['data-dir']);
  const seconds = secondsIn(given.within);
  const wish = wishOf(dataDir, io, ports);
  return alone(wish, ports, async (installation) => {
    const { folder, installer, till } = installation;
    if (folder.state().underWay !== null) await goOn(installation, 'again');
    const { back } = folder.state();
    if (back?.to !== io.version) {
      throw new StartProblem('The version before is not kept here. Install its package by hand (docs/updates.md).');
    }
    installer.keepProgram();
    const before = { runs: till.runs(), accepting: false, online: false };
    const evenOverNewer = given['even-over-newer'] === true;
    const underWay: UnderWay = { ...back, step: 'back', before, seconds, starts: 0, why: null, evenOverNewer };
    folder.write({ ...folder.state(), underWay });
    return said(await goOn(installation, 'fresh'), io);
  });
}

/** `--before-start`: only what must be done before the bridge starts; waits for an installation that runs. */
export async function continueUpdate(args: readonly string[], io: Io, ports = onThisMachine()): Promise<number> {
  const given = readOptions(args, options);
  const dataDir = dataDirOf(given['data-dir']);
  const folder = installFolderOf(dataDir);
  const run: InstallRun = given['before-start'] === true ? 'boot' : 'again';
  for (;;) {
    const { underWay } = folder.state();
    if (underWay === null) return 0;
    const wish = wishOf(dataDir, io, ports);
    const ended = await tryAlone(wish, ports, (installation) => goOn(installation, run));
    if (ended.type === 'ran') return ended.value === null ? 0 : said(ended.value, io);
    if (run === 'again') return 0;
    // The program that installs lets the bridge start to watch it.
    if (underWay.step === 'watch') return 0;
    await setTimeout(pollMs);
  }
}

function secondsIn(within: string | undefined): number {
  return wholeNumber(within, '--within', 86_400) ?? usualSeconds;
}

/** Throws StartProblem where this program cannot be replaced by this user. */
function wishOf(dataDir: string, io: Io, { isRoot }: InstallPorts): InstallWish {
  const folder = installFolderOf(dataDir);
  const [self = ''] = io.ownProgram ?? [];
  const isDeb = io.packageKind === 'deb' || resolve(self) === keptProgram(folder.dir);
  if (isDeb && !isRoot) throw new StartProblem('Run this as root (sudo): it installs a package of the system.');
  if (!isDeb && (io.packageKind !== 'zip' || slotsHome(self) === null)) {
    throw new StartProblem(
      'This program was installed neither from a deb nor as versions side by side (docs/updates.md). Install the package as you did the first time.',
    );
  }
  return { kind: isDeb ? 'deb' : 'zip', dataDir, folder, io };
}

/** Throws StartProblem. */
function verified(
  wish: InstallWish,
  { nowMs, platform }: InstallPorts,
  policyFile: string | undefined,
): { readonly manifest: Manifest; readonly file: ManifestFile } {
  const { kind, dataDir, io } = wish;
  const { key, channel } = updatesSettings(wish, policyFile);
  const note = updateFolderOf(dataDir).note();
  if (note.signed === null)
    throw new StartProblem('There is nothing to install: the bridge knows of no newer version.');
  const keys = key === null ? pinnedKeys : [key];
  const read = readManifest(Buffer.from(note.signed), { nowMs: nowMs(), keys, channel, platform, kind });
  const byPolicy = kind === 'deb' ? ` ${policyWords}` : '';
  if (read.type === 'refused') throw new StartProblem(`${refusedWords[read.why]}${byPolicy} Nothing was installed.`);
  const seen = { version: io.version, schema: latestVersion, manifestCreated: note.created, highest: note.highest };
  const offer = offerIn(read.manifest, seen);
  if (offer.type === 'newer') return read;
  const why = offer.type === 'current' ? `Version ${io.version} is the latest.` : refusedWords[offer.why];
  throw new StartProblem(`${why} Nothing was installed.`);
}

const policyWords = 'A key and a channel of your own must stand in the policy, which root alone writes.';

/** What root installs goes by settings that root wrote. */
function updatesSettings({ kind, dataDir, io: { environment } }: InstallWish, file?: string): Settings['updates'] {
  const given = file ?? environment['TILLBRIDGE_POLICY'];
  const policy = readPolicy({ given, ...policyPaths(process.platform, environment) });
  const own = kind === 'deb' ? settingsSchema.parse({}) : readSettings(dataDir, 'damaged');
  return withPolicy(own, policy).updates;
}

function copyPackage(dataDir: string, folder: InstallFolder, file: ManifestFile): void {
  const copy = join(folder.packages, file.name);
  rmSync(copy, { force: true });
  copyVerified(join(updateFolderOf(dataDir).packages, file.name), file, copy);
}

type Work<T> = (installation: Installation) => Promise<T>;

async function alone<T>(wish: InstallWish, ports: InstallPorts, work: Work<T>): Promise<T> {
  const ended = await tryAlone(wish, ports, work);
  if (ended.type === 'ran') return ended.value;
  throw new StartProblem(`Another installation runs (process id ${ended.pid ?? 'unknown'}). Nothing was changed.`);
}

async function tryAlone<T>(
  wish: InstallWish,
  ports: InstallPorts,
  work: Work<T>,
): Promise<{ readonly type: 'ran'; readonly value: T } | { readonly type: 'busy'; readonly pid: number | null }> {
  const { folder, io } = wish;
  prepare(folder);
  const lock = takeLock(folder.lock);
  if (!lock.taken) return { type: 'busy', pid: lock.pid };
  const limits: Limits = { pollMs, starts: 3 };
  const nowIso = () => new Date(ports.nowMs()).toISOString();
  const say = (words: string) => io.stderr(`${words}\n`);
  try {
    return { type: 'ran', value: await work({ folder, limits, nowIso, say, ...ports.installation(wish) }) };
  } finally {
    lock.release();
  }
}

/** The folder says to all users what was installed; what lies in it is its owner's. Throws StartProblem. */
function prepare({ dir, packages }: InstallFolder): void {
  makeFolder(dir);
  const owner = process.getuid?.() ?? 0;
  const weak = weakPath(dir, { owners: [owner], platform: process.platform, groups: owner !== 0 });
  if (weak !== null) {
    throw new StartProblem(
      `${weak.path} can be changed by other users, who could exchange what is installed. Nothing was done.`,
    );
  }
  chmodSync(dir, 0o755);
  makeFolder(packages);
}

function said(ended: Ended | null, { stderr }: Io): number {
  if (ended === null) return 0;
  const { end, from, to, why, restored } = ended;
  const because = why === null ? '' : `: ${why}`;
  const words = {
    installed: `Version ${to} is installed, and as healthy as version ${from} was. "update back" takes it back.`,
    'taken-back': `Version ${to} was taken back${because}. Version ${from} is in place again${restored ? ', with the copy of the data folder from before: it starts paused' : ', and nothing of the data folder was changed back'}.`,
    'not-taken': `Version ${to} was not installed${because}. Nothing was changed.`,
    'broken-off': `Version ${to} was not installed${because}. Nothing was changed.`,
    stays: `Version ${to} stays${because}. A person must decide: see docs/updates.md.`,
  }[end];
  stderr(`${words}\n`);
  return end === 'installed' || (end === 'taken-back' && why === null) ? 0 : 1;
}

function onThisMachine(): InstallPorts {
  return {
    isRoot: process.getuid?.() === 0,
    nowMs: Date.now,
    platform: `${process.platform}-${process.arch}`,
    installation({ kind, dataDir, folder, io }) {
      const [self = ''] = io.ownProgram ?? [];
      if (kind === 'zip') {
        const own = () => [self];
        const service = launchedService(dataDir, folder.dir);
        const home = slotsHome(self) ?? dirname(self);
        const environment = environmentOf(io);
        return { installer: slots(home, folder.packages), till: tillHere({ dataDir, own, service, environment }) };
      }
      // What lies where this program was may be the newer version by then.
      const kept = keptProgram(folder.dir);
      const own = () => [existsSync(kept) ? kept : self];
      const notes = notesBeside(dataDir);
      const given = notes === null ? {} : { TILLBRIDGE_KEY_FILE: notes.keyFile, XDG_STATE_HOME: notes.dir };
      const service = systemdService(called);
      const environment = { ...environmentOf(io), ...given };
      return { installer: deb({ folder: folder.dir, self }), till: tillHere({ dataDir, own, service, environment }) };
    },
  };
}

/** No step needs the API key. */
function environmentOf({ environment }: Io): NodeJS.ProcessEnv {
  const { TILLBRIDGE_API_KEY: _, TILLBRIDGE_WEBHOOK_KEY: __, ...rest } = environment;
  return rest;
}

function called([file = '', ...args]: readonly string[]): { readonly code: number; readonly output: string } {
  const { status, stdout } = spawnSync(file, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  return { code: status ?? 1, output: stdout ?? '' };
}
