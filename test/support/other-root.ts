// A root folder of its own in which a package's scripts run, and dpkg installs, without a trace on this machine: a few
// of this machine's programs with their libraries, users and groups of its own, and stand-ins for what it must not touch.
// Needs root, as `chroot` does.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** What the scripts of a package may rely on: Debian's essential packages and `passwd`. */
const programs = [
  'sh cat chmod chown cp dirname env grep install ln ls mkdir readlink rm sed sleep',
  'getent id nologin setpriv useradd usermod userdel',
  // dpkg wants to find these when it installs.
  'dpkg dpkg-deb dpkg-query dpkg-split tar diff ldconfig start-stop-daemon',
].flatMap((line) => line.split(' '));

export interface OtherRoot {
  readonly folder: string;
  /** Each call of a stand-in, in order: its name and arguments. */
  calls(): string[];
  /** A script at `/usr/bin/NAME` that notes how it was called, and then does `lines` of a shell. */
  standIn(name: string, ...lines: readonly string[]): void;
  /** The words that run a program in it, with the system's processes in sight; they end with the program. */
  command(...words: readonly string[]): readonly [file: string, ...args: string[]];
  /** Runs a program in it to its end; the words as they are called there. */
  run(...words: readonly string[]): { readonly status: number | null; readonly output: string };
  remove(): void;
}

/** `needs`: programs that come in later; the libraries that they need are there before. */
export function otherRoot(needs: readonly string[] = []): OtherRoot {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-root-'));
  const at = (path: string) => join(folder, path);
  chmodSync(folder, 0o755);
  for (const each of ['usr/bin', 'usr/sbin', 'usr/lib', 'usr/lib64', 'etc', 'dev', 'tmp', 'proc', 'var/lib']) {
    mkdirSync(at(each), { recursive: true });
  }
  for (const each of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`usr/${each}`, at(each));
  copyPrograms(folder, needs);
  writeFileSync(at('dev/null'), '');
  chmodSync(at('dev/null'), 0o666);
  writeFileSync(at('etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n');
  writeFileSync(at('etc/shadow'), 'root:*:19000:0:99999:7:::\n', { mode: 0o600 });
  writeFileSync(at('etc/group'), 'root:x:0:\nlp:x:7:\ndialout:x:20:\n');
  writeFileSync(at('etc/gshadow'), 'root:*::\nlp:*::\ndialout:*::\n', { mode: 0o600 });
  if (existsSync('/etc/login.defs')) copyFileSync('/etc/login.defs', at('etc/login.defs'));
  for (const each of ['info', 'updates', 'triggers']) mkdirSync(at(`var/lib/dpkg/${each}`), { recursive: true });
  for (const each of ['status', 'available']) writeFileSync(at(`var/lib/dpkg/${each}`), '');
  writeFileSync(at('calls'), '');
  // The mount is of a namespace of its own, and ends with the program.
  const inside = 'mount --rbind /proc "$0/proc" && exec chroot "$0" "$@"';
  const command: OtherRoot['command'] = (...words) => ['unshare', '--mount', 'sh', '-c', inside, folder, ...words];
  return {
    folder,
    calls: () =>
      readFileSync(at('calls'), 'utf8')
        .split('\n')
        .filter((line) => line !== ''),
    standIn(name, ...lines) {
      const file = at(`usr/bin/${name}`);
      writeFileSync(file, ['#!/bin/sh', `echo "${name} $*" >>/calls`, ...lines, ''].join('\n'));
      chmodSync(file, 0o755);
    },
    command,
    run(...words) {
      const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };
      const [file, ...args] = command(...words);
      const { status, stdout, stderr } = spawnSync(file, args, { env, encoding: 'utf8' });
      return { status, output: stdout + stderr };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function copyPrograms(folder: string, needs: readonly string[]): void {
  const copied = programs.map((name) => {
    const file = ['/usr/bin', '/usr/sbin', '/bin', '/sbin']
      .map((place) => join(place, name))
      .find((each) => existsSync(each));
    if (file === undefined) throw new Error(`This machine has no ${name}.`);
    copyFileSync(file, join(folder, 'usr', basename(dirname(file)), name));
    return file;
  });
  // Lines such as `libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x…)`; a script or a static program has none.
  const { stdout } = spawnSync('ldd', [...copied, ...needs], { encoding: 'utf8' });
  const libraries = new Set([...stdout.matchAll(/(?:^\s|=>)\s*(\/\S+) \(0x/gm)].map(([, file = '']) => file));
  for (const library of libraries) {
    const target = join(folder, 'usr', library.replace(/^\/usr/, ''));
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(library, target);
  }
}

/** Whether this process may `chroot`, and the system has dpkg. */
export function canHaveOtherRoot(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const mounts = ['--mount', 'chroot', '/', 'dpkg', '--version'];
  return spawnSync('unshare', mounts, { stdio: 'ignore' }).status === 0;
}
