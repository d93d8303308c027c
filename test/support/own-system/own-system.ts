// A system of its own in this machine: its systemd runs, with dpkg and apt, on a view of this machine's folders that it
// may change without a trace. It is switched on and its power cut like a till's. Needs root and namespaces (boot.sh).
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const script = join(import.meta.dirname, 'boot.sh');
const path = 'PATH=/usr/sbin:/usr/bin:/sbin:/bin';

interface Ran {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

export class OwnSystem {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tillbridge-system-'));
  #booted: ChildProcess | null = null;
  #first = 0;

  /** A folder that is `/exchange` inside. */
  get exchange(): string {
    return join(this.#folder, 'exchange');
  }

  /** Whether this machine lets tests have one. */
  static isPossible(): boolean {
    if (process.getuid?.() !== 0 || !existsSync('/lib/systemd/systemd')) return false;
    const tried = new OwnSystem();
    try {
      return spawnSync(script, ['--try', tried.#folder], { stdio: 'ignore' }).status === 0;
    } finally {
      tried.#remove();
    }
  }

  /** Resolves when its services are started. */
  async switchOn(): Promise<void> {
    mkdirSync(this.exchange, { recursive: true });
    const booted = spawn(script, [this.#folder], { stdio: 'ignore' });
    this.#booted = booted;
    // The script becomes unshare, whose child is the first process of the system.
    const children = `/proc/${booted.pid}/task/${booted.pid}/children`;
    for (;;) {
      await setTimeout(100);
      if (booted.exitCode !== null) throw new Error(`The system did not start: ${booted.exitCode}`);
      this.#first = Number.parseInt(readFileSync(children, 'utf8'), 10) || 0;
      if (this.#first === 0) continue;
      const { output } = await this.run('systemctl', 'is-active', 'multi-user.target');
      if (output === 'active\n') return;
    }
  }

  /** All of its processes at once. */
  async cutPower(): Promise<void> {
    const booted = this.#booted;
    if (booted === null) return;
    this.#booted = null;
    if (booted.exitCode !== null || booted.signalCode !== null) return;
    const ended = once(booted, 'exit');
    process.kill(this.#first, 'SIGKILL');
    await ended;
  }

  command(...words: readonly string[]): [file: string, ...args: string[]] {
    const into = ['--mount', '--pid', '--uts', '--ipc', '--root', '--wd', '--target', String(this.#first)];
    return ['nsenter', ...into, 'env', '-i', path, 'HOME=/root', 'LC_ALL=C', ...words];
  }

  /** Runs a program in it to its end. */
  async run(...words: readonly string[]): Promise<Ran> {
    const [file, ...args] = this.command(...words);
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { output: '', errors: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said.output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said.errors += text));
    const [status] = (await once(child, 'close')) as [number | null];
    return { status, ...said };
  }

  /** What it wrote below a folder of the system; null where it wrote no such file. */
  read(file: string): string | null {
    try {
      return readFileSync(join(this.#folder, 'changed', file), 'utf8');
    } catch {
      return null;
    }
  }

  /** Whether it made or changed a file. */
  has(file: string): boolean {
    return existsSync(join(this.#folder, 'changed', file));
  }

  async end(): Promise<void> {
    await this.cutPower();
    this.#remove();
  }

  #remove(): void {
    for (const group of groupsNamed(basename(this.#folder))) removeGroup(group);
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

function groupsNamed(name: string): string[] {
  const top = '/sys/fs/cgroup';
  const hierarchies = readdirSync(top, { withFileTypes: true }).filter((each) => each.isDirectory());
  return [top, ...hierarchies.map((each) => join(top, each.name))]
    .map((hierarchy) => join(hierarchy, name))
    .filter((group) => existsSync(group));
}

/** Groups have no files that could be removed, and an inner one must go first. */
function removeGroup(group: string): void {
  const inner = readdirSync(group, { withFileTypes: true }).filter((each) => each.isDirectory());
  for (const { name } of inner) removeGroup(join(group, name));
  try {
    rmdirSync(group);
  } catch {
    // A process of it is only just ending.
  }
}
