// What lies in this process's memory (the API key, the folder's key, tokens) must not leave it by the ways that Node and
// the system keep open to all users of the machine: an inspector that a signal starts, a core dump, a readable file.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';

/** The process's environment, as it was at the start. */
export interface Environment {
  readonly [name: string]: string | undefined;
}

/**
 * As early as possible in a process that will hold keys. The npm scripts say both before it (`--disable-sigusr1`,
 * `ulimit -c 0`); this holds however it was started, as for dumps on Linux only. What it starts later inherits both;
 * what Chromium has started before is closed beside it.
 */
export function closeProcess(): void {
  // Whatever it writes is its user's alone, also where a library makes the file.
  process.umask(0o077);
  // A listener takes the place of Node's own, which starts the inspector.
  process.on('SIGUSR1', () => undefined);
  if (process.platform !== 'linux') return;
  for (const pid of withDescendants(String(process.pid))) {
    try {
      // core(5): no kind of memory is written to a core dump.
      writeFileSync(`/proc/${pid}/coredump_filter`, '0');
    } catch {
      // A system without it, or a process that its sandbox hides: the limit is left.
    }
    // Of util-linux, which every system has that the packages are for. Where it is missing, the filter is left.
    if (mayDump(pid)) spawnSync('prlimit', ['--core=0:0', '--pid', pid], { stdio: 'ignore' });
  }
}

function withDescendants(pid: string): string[] {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    const children = tasks.flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' '));
    return [pid, ...children.filter((child) => child !== '').flatMap(withDescendants)];
  } catch {
    // It ended meanwhile, or the system does not say what a process started.
    return [pid];
  }
}

function mayDump(pid: string): boolean {
  try {
    return !/^Max core file size +0 /m.test(readFileSync(`/proc/${pid}/limits`, 'utf8'));
  } catch {
    return false;
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
