// The deb: root installs it with the system's own tools. The version that is installed is packed again from its files,
// because the system keeps no package of it.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFile, syncFolder } from '#host/files/durable-files.ts';
import { makeFolder } from '#host/files/make-folder.ts';
import { type Installer, NotInstalled } from './ports.ts';

const installed = '/opt/Tillbridge/resources/bridge/tillbridge';
const info = '/var/lib/dpkg/info/tillbridge';
/** dpkg does so by itself, except where its `force-unsafe-io` is set, as in many images. */
const toDisk = ['sync', '-f', '/opt/Tillbridge'];
/** Waits while another program installs (the daily upgrade of the system), and does nothing else. */
const aloneAtDpkg = ['-o', 'DPkg::Lock::Timeout=1800'];
const waitForDpkg = ['apt-get', 'check', '-qq', ...aloneAtDpkg];
/** Where another program begins just between the wait and this. */
const mostTries = 3;
const scripts = ['preinst', 'postinst', 'prerm', 'postrm', 'md5sums', 'conffiles'] as const;

/** For what the package's scripts do: this program has asked what is under way, and starts the bridge itself. */
const environment = { TILLBRIDGE_FORCE: '1', TILLBRIDGE_INSTALLING: '1', DEBIAN_FRONTEND: 'noninteractive' };

/** Runs a program to its end with its output to the person. */
export type Run = (command: readonly string[], environment?: NodeJS.ProcessEnv) => number;

/** `folder`: only root can write it. `self`: the executable of the version that is installed. */
export function deb({
  folder,
  self,
  run = runHere,
  whole = wholeVersion,
}: {
  readonly folder: string;
  readonly self: string;
  readonly run?: Run;
  /** The version of which every file is in place as it was installed; null where there is none. */
  readonly whole?: () => string | null;
}): Installer {
  const packages = join(folder, 'packages');
  const trial = join(folder, 'trial');
  const packageOf = (version: string) => join(packages, `before-${version}.deb`);
  const done = (what: string, command: readonly string[], given?: NodeJS.ProcessEnv): void => {
    if (run(command, given) !== 0) throw new NotInstalled(`${what}; what ${command[0]} says stands above.`);
  };
  return {
    program: [installed],
    keepProgram: () => keepProgram(self, keptProgram(folder)),
    async keep({ from }) {
      if (!existsSync(packageOf(from))) packAgain(packageOf(from), done);
    },
    async unpack({ file }) {
      rmSync(trial, { recursive: true, force: true });
      makeFolder(trial);
      done(`${file} was not unpacked`, ['dpkg-deb', '--extract', join(packages, file), trial]);
      chmodSync(trial, 0o755);
      return [join(trial, installed)];
    },
    ready: async () => done('The tools that install packages cannot be used', waitForDpkg),
    async put({ file, to }) {
      run(waitForDpkg);
      // What a power cut left half configured.
      run(['dpkg', '--configure', '--pending'], environment);
      // Nothing that the package only recommends: it would be downloaded, which a till's network may not allow.
      const words = ['install', '--yes', '--no-install-recommends', ...aloneAtDpkg, join(packages, file)];
      done(`Version ${to} was not installed`, ['apt-get', ...words], environment);
      run(toDisk);
    },
    async putBack({ from }) {
      for (let tries = 1; ; tries += 1) {
        run(waitForDpkg);
        run(['dpkg', '--configure', '--pending'], environment);
        // Where the newer version was refused before a file of it was written (no room, a broken system). Asked after
        // dpkg has put right what a power cut left of its notes.
        if (whole() === from) break;
        if (run(['dpkg', '--install', packageOf(from)], environment) === 0) break;
        if (tries === mostTries)
          throw new NotInstalled(`Version ${from} was not installed again; what dpkg says stands above.`);
      }
      run(toDisk);
    },
    tidy(kept) {
      for (const each of [trial, keptProgram(folder)]) rmSync(each, { recursive: true, force: true });
      const stay = new Set(kept.map((version) => packageOf(version)));
      for (const each of readdirSync(packages)) {
        if (!stay.has(join(packages, each))) rmSync(join(packages, each), { recursive: true, force: true });
      }
    },
  };
}

/** A program of the version before: it goes on where that one was replaced. */
export function keptProgram(folder: string): string {
  return join(folder, 'tillbridge');
}

function keepProgram(self: string, kept: string): void {
  if (self === kept) return;
  copyFileSync(self, `${kept}.part`);
  chmodSync(`${kept}.part`, 0o755);
  syncFile(`${kept}.part`);
  renameSync(`${kept}.part`, kept);
  syncFolder(dirname(kept));
}

function wholeVersion(): string | null {
  const format = '--showformat=${db:Status-Status} ${Version}';
  const { stdout } = spawnSync('dpkg-query', ['--show', format, 'tillbridge'], { encoding: 'utf8' });
  const [, version = null] = /^installed (.+)$/.exec(stdout) ?? [];
  return changedFiles() === '' ? version : null;
}

/** Lines about each; empty where there is none. */
function changedFiles(): string {
  const { status, stdout, stderr } = spawnSync('dpkg', ['--verify', 'tillbridge'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : `${stdout}${stderr}`.trim() || 'dpkg --verify failed';
}

/** As dpkg-repack does: the files that dpkg lists, its scripts, and the fields of its status. */
function packAgain(target: string, done: (what: string, command: readonly string[]) => void): void {
  const root = `${target}.root`;
  rmSync(root, { recursive: true, force: true });
  const control = join(root, 'DEBIAN');
  mkdirSync(control, { recursive: true });
  for (const each of [root, control]) chmodSync(each, 0o755);
  const changed = changedFiles();
  if (changed !== '') {
    throw new NotInstalled(
      `The installed version could not be put back, because files of it were changed (dpkg --verify tillbridge): ${changed}. Nothing was installed.`,
    );
  }
  const files = readFileSync(`${info}.list`, 'utf8').replace(/^\/\.\n/, '');
  const all = `${root}.tar`;
  const packed = ['--create', `--file=${all}`, '--absolute-names', '--no-recursion', '--files-from=-'];
  const steps = [
    spawnSync('tar', packed, { input: files, stdio: ['pipe', 'ignore', 'inherit'] }),
    spawnSync('tar', ['--extract', `--file=${all}`, '--preserve-permissions', `--directory=${root}`], {
      stdio: 'inherit',
    }),
  ];
  rmSync(all, { force: true });
  if (steps.some(({ status }) => status !== 0)) throw new NotInstalled('The installed version was not packed again.');
  for (const name of scripts) {
    if (existsSync(`${info}.${name}`)) copyFileSync(`${info}.${name}`, join(control, name));
  }
  const status = spawnSync('dpkg-query', ['--status', 'tillbridge'], { encoding: 'utf8' }).stdout;
  writeFileSync(join(control, 'control'), status.replace(/^(Status|Config-Version): .*\n/gm, ''), { mode: 0o644 });
  const part = `${target}.part`;
  done('The installed version was not packed again', [
    'dpkg-deb',
    '--root-owner-group',
    '-Zgzip',
    '-z1',
    '--build',
    root,
    part,
  ]);
  rmSync(root, { recursive: true });
  syncFile(part);
  renameSync(part, target);
  syncFolder(dirname(target));
}

function runHere([program = '', ...args]: readonly string[], given: NodeJS.ProcessEnv = {}): number {
  return spawnSync(program, args, { stdio: 'inherit', cwd: '/', env: { ...process.env, ...given } }).status ?? 1;
}
