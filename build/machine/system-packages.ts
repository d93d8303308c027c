// What the window and the tests need of the system beyond Node, by need and by Debian's package: what of it is missing
// here, and how it gets installed. Programs are looked for where the tests would find them, libraries are asked of dpkg.
// As a program (`npm run setup`) it installs all that is missing, those for `npm run package` among them.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline/promises';

const needs = {
  /** Electron's libraries. */
  libraries: [
    'libnss3',
    'libatk1.0-0',
    'libatk-bridge2.0-0',
    'libcups2',
    'libdrm2',
    'libgtk-3-0',
    'libgbm1',
    'libasound2',
  ],
  display: ['xvfb', 'xauth'],
  keyring: ['dbus', 'gnome-keyring', 'libsecret-1-0'],
  chromium: ['chromium'],
  openssl: ['openssl'],
  /** Kills a bridge at a system call, and breaks its disk. */
  strace: ['strace'],
  /** The file system that forgets what was not synced is compiled for the test. */
  powerCuts: ['fuse3', 'libfuse3-dev', 'pkg-config', 'gcc', 'libc6-dev'],
  /** The documentation's examples are run in these languages. */
  examples: ['curl', 'python3'],
  /** The client for Python is run. */
  python: ['python3'],
  /** What Python that was generated from the OpenAPI document reads times with. */
  generatedPython: ['python3-dateutil'],
  /** The client for C# is compiled and run. */
  csharp: ['mono-mcs', 'mono-runtime', 'libmono-system-core4.0-cil', 'libmono-system-numerics4.0-cil'],
  /** What C# that was generated from the OpenAPI document reads JSON with. */
  generatedCsharp: ['libnewtonsoft-json5.0-cil'],
  /** Serial lines without hardware. */
  serialLines: ['socat'],
  /** USB devices without hardware. */
  usbDevices: ['umockdev'],
  /** Codes that were printed are read. */
  codes: ['zbar-tools'],
  /** The packages that `npm run package` makes. */
  packaging: ['p7zip-full', 'fakeroot', 'binutils'],
} as const;

export type Need = keyof typeof needs;
export const allNeeds = Object.keys(needs) as Need[];

/** A package whose program is there need not be Debian's own. */
const programs: Readonly<Record<string, string>> = {
  xvfb: 'xvfb-run',
  xauth: 'xauth',
  dbus: 'dbus-run-session',
  openssl: 'openssl',
  strace: 'strace',
  fuse3: 'fusermount3',
  'pkg-config': 'pkg-config',
  gcc: 'gcc',
  curl: 'curl',
  python3: 'python3',
  socat: 'socat',
  umockdev: 'umockdev-run',
  'zbar-tools': 'zbarimg',
  'mono-mcs': 'mcs',
  'mono-runtime': 'mono',
};

export const chromiumPath = process.env['TILLBRIDGE_CHROMIUM'] || '/usr/bin/chromium';

/** The packages that are missing for these needs. On other systems than Linux nothing counts as missing. */
export function missingPackages(wanted: readonly Need[]): string[] {
  if (process.platform !== 'linux') return [];
  const names = [...new Set(wanted.flatMap((need) => needs[need]))].filter((name) => !programIsThere(name));
  const installed = installedOf(names);
  return installed === null ? names.filter((name) => name in programs) : names.filter((name) => !installed.has(name));
}

/** Those of the needs that are not met here. */
export function unmetNeeds(missing: readonly string[], wanted: readonly Need[] = allNeeds): Need[] {
  return wanted.filter((need) => needs[need].some((name) => missing.includes(name)));
}

function programIsThere(name: string): boolean {
  if (name === 'chromium') return existsSync(chromiumPath);
  const program = programs[name];
  if (program === undefined) return false;
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => isExecutable(join(folder, program)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Null where there is no dpkg. Newer releases have some packages under another name (libgtk-3-0t64). */
function installedOf(names: readonly string[]): ReadonlySet<string> | null {
  if (names.length === 0) return new Set();
  const both = names.flatMap((name) => [name, `${name}t64`]);
  // It fails where it does not know one of them, and still lists the others.
  const asked = spawnSync('dpkg-query', ['-W', '-f', '${Package} ${Status}\n', ...both], { encoding: 'utf8' });
  if (asked.error !== undefined) return null;
  const lines = asked.stdout.split('\n').filter((line) => line.endsWith(' install ok installed'));
  return new Set(lines.map((line) => (line.split(' ')[0] ?? '').replace(/t64$/, '')));
}

export interface Installing {
  /** Puts a question to the person at the terminal; null where there is none. */
  readonly ask: ((question: string) => Promise<boolean>) | null;
  readonly say: (line: string) => void;
}

/**
 * Installs packages where that is allowed without a password, else after a person agreed. Says what it does, and where
 * it may do nothing the command that would. True where they were installed.
 */
export async function install(missing: readonly string[], { ask, say }: Installing): Promise<boolean> {
  const names = missing.join(' ');
  const command = `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names}`;
  const leave = (why: string): false => {
    say(`${why} To install what is missing: ${command}`);
    return false;
  };
  if (spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0) {
    return leave('This is no Debian or Ubuntu; the packages have these names there.');
  }
  const prefix = await rightToInstall(names, ask);
  if (prefix === null) return leave(`Missing: ${names}.`);
  say(`Installing ${names}`);
  const withRights = (...args: string[]): boolean => {
    const [program = '', ...rest] = [...prefix, ...args];
    // Its output is no result of the command that needs the packages.
    return spawnSync(program, rest, { stdio: ['inherit', process.stderr, process.stderr] }).status === 0;
  };
  const apt = (...args: string[]) =>
    withRights(
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      '-q',
      '-o',
      'Dpkg::Use-Pty=0',
      '-o',
      'DPkg::Lock::Timeout=300',
      ...args,
    );
  if (apt('update') && apt('install', '-y', '--no-install-recommends', ...missing.map(nameHere))) return true;
  return leave('That failed.');
}

/** What stands before a command that installs; null where it is not allowed. */
async function rightToInstall(names: string, ask: Installing['ask']): Promise<readonly string[] | null> {
  if (spawnSync('id', ['-u'], { encoding: 'utf8' }).stdout?.trim() === '0') return [];
  if (spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0) return ['sudo', '-n'];
  const agreed = ask !== null && (await ask(`Missing: ${names}.\nInstall them now, with sudo? [Y/n] `));
  return agreed ? ['sudo'] : null;
}

/** A library's name in this release. */
function nameHere(name: string): string {
  if (!name.startsWith('lib')) return name;
  const renamed = spawnSync('apt-cache', ['show', `${name}t64`], { stdio: 'ignore' }).status === 0;
  return renamed ? `${name}t64` : name;
}

/** For a person at a terminal. */
export const atTerminal: Installing = {
  ask: process.stdin.isTTY && process.stderr.isTTY && !process.env['CI'] ? askPerson : null,
  say: (line) => process.stderr.write(`${line}\n`),
};

async function askPerson(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^(?:y(?:es)?)?$/i.test((await lines.question(question)).trim());
  } finally {
    lines.close();
  }
}

if (import.meta.main) {
  const missing = missingPackages(allNeeds);
  if (missing.length === 0) atTerminal.say('Nothing is missing.');
  else if (!(await install(missing, atTerminal))) process.exitCode = 1;
}
