// What lies in this process's memory (the API key, the folder's key, tokens) must not leave it by the ways that Node and
// the system keep open to all users of the machine: an inspector that a signal starts, a core dump, a readable file.
import { writeFileSync } from 'node:fs';

/** The process's environment, as it was at the start. */
export interface Environment {
  readonly [name: string]: string | undefined;
}

/**
 * As early as possible in a process that will hold keys. The npm scripts say both before it (`--disable-sigusr1`,
 * `ulimit -c 0`); this holds however it was started, as for dumps on Linux only.
 */
export function closeProcess(): void {
  // Whatever it writes is its user's alone, also where a library makes the file.
  process.umask(0o077);
  // A listener takes the place of Node's own, which starts the inspector.
  process.on('SIGUSR1', () => undefined);
  if (process.platform !== 'linux') return;
  try {
    // core(5): no kind of memory is written to a core dump.
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // A system without it: the limit of the npm scripts is left.
  }
}

/**
 * The environment as it is at the start. What is meant for this program (keys are among it) is taken out of the
 * process's own, which its threads, programs that it would start and reports of Node are given whole.
 */
export function takeEnvironment(environment: NodeJS.ProcessEnv): Environment {
  const all = { ...environment };
  for (const name of Object.keys(all)) {
    if (name.startsWith('TILLBRIDGE_')) delete environment[name];
  }
  return all;
}
