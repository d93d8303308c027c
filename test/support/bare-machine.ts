// A machine as Debian leaves it, for one child process: on its PATH are nothing but Node and stand-ins for the programs
// that know and change what is installed. Each says what the test wants, and notes how it was called.
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface BareMachine {
  readonly environment: NodeJS.ProcessEnv;
  /** Each call of apt-get, sudo included; in order. */
  calls(): string[];
  remove(): void;
}

export interface Rights {
  /** `root`; `sudo`: one that asks nothing; `asking`: one that wants a password; `none`. */
  readonly who: 'root' | 'sudo' | 'asking' | 'none';
  /** Packages that are there; apt-get adds those that it installs. */
  readonly installed?: readonly string[];
}

export function bareMachine({ who, installed = [] }: Rights): BareMachine {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-bare-'));
  const [calls, there] = [join(folder, 'calls'), join(folder, 'installed')];
  writeFileSync(calls, '');
  writeFileSync(there, installed.map((name) => `${name}\n`).join(''));
  const program = (name: string, ...lines: string[]): void => {
    const file = join(folder, name);
    writeFileSync(file, ['#!/bin/sh', ...lines, ''].join('\n'));
    chmodSync(file, 0o755);
  };
  program('true');
  program('id', `echo ${who === 'root' ? 0 : 1000}`);
  program('dpkg-query', `while read -r name; do echo "$name install ok installed"; done < ${there}`);
  program('apt-cache', '[ "$2" = libgtk-3-0t64 ]');
  program(
    'apt-get',
    '[ "$1" = --version ] && exit 0',
    `echo "apt-get $*" >> ${calls}`,
    `for name in "$@"; do case $name in -*) ;; *) echo "$name" >> ${there};; esac; done`,
  );
  if (who === 'sudo') program('sudo', `echo "sudo" >> ${calls}`, '[ "$1" = -n ] && shift', 'exec "$@"');
  if (who === 'asking') program('sudo', '[ "$1" = -n ] && exit 1', `echo "sudo" >> ${calls}`, 'exec "$@"');
  symlinkSync('/usr/bin/env', join(folder, 'env'));
  symlinkSync(process.execPath, join(folder, 'node'));
  return {
    environment: { PATH: folder, HOME: folder, TILLBRIDGE_CHROMIUM: join(folder, 'no-chromium') },
    calls: () =>
      readFileSync(calls, 'utf8')
        .split('\n')
        .filter((line) => line !== ''),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
