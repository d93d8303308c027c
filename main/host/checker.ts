// How a program starts its hidden command that checks a database file in a process of its own.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** `program`: what starts the commands, with its arguments. */
export function checkerOf(program: readonly string[]): readonly string[] {
  return [...program, 'check-file'];
}

/** Of the packaged app: the bridge without a window lies beside it (ADR 51). Null where it does not. */
export function installedChecker(resources: string | undefined): readonly string[] | null {
  if (resources === undefined) return null;
  const program = join(resources, 'bridge', process.platform === 'win32' ? 'tillbridge.exe' : 'tillbridge');
  return existsSync(program) ? checkerOf([program]) : null;
}
