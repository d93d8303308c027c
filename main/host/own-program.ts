// How the packaged app starts commands of the program in a process of their own.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The bridge without a window lies beside the app (ADR 51). Null where it does not. */
export function installedProgram(resources: string | undefined): readonly string[] | null {
  if (resources === undefined) return null;
  const program = join(resources, 'bridge', process.platform === 'win32' ? 'tillbridge.exe' : 'tillbridge');
  return existsSync(program) ? [program] : null;
}
