// How the commands of this installation are called, for messages that end with one: nothing puts a `bridge` on the PATH.
import { realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Started {
  /** The file of the headless entry. */
  readonly entry: string;
  readonly execPath: string;
  readonly environment: { readonly [name: string]: string | undefined };
}

const project = fileURLToPath(new URL('../../package.json', import.meta.url));

/** What stands before `token create` and the others, ready for a shell. */
export function startedAs({ entry, execPath, environment }: Started): string {
  // npm says whose script runs: another project's may have started this program, too.
  if (environment['npm_package_json'] === project) return 'npm run -s bridge --';
  return [execPath, entry].map(forShell).join(' ');
}

/**
 * The same for an installed program: by its name where the PATH leads to this very installation, else by its file.
 * `command`: what the package puts on the PATH.
 */
export function installedAs(execPath: string, command = '/usr/bin/tillbridge'): string {
  const app = resolve(dirname(execPath), '..', '..');
  try {
    if (realpathSync(command) === realpathSync(join(app, 'bin', 'tillbridge'))) return 'tillbridge';
  } catch {
    // It is not on the PATH.
  }
  return forShell(execPath);
}

/** As it is typed in a shell. */
export function forShell(text: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(text) ? text : JSON.stringify(text);
}
