// Power cuts: a mount of the file system that forgets (test/tools/forgetful), made anew for each time that the power
// comes back. The compiler and FUSE are the machine's; where one is missing the tests say so and are skipped.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Program, type Workbench } from '#support/processes.ts';

const sources = ['disk.c', 'image.c', 'main.c'];
const sourceDir = resolve(import.meta.dirname, '../tools/forgetful');

/** Why there can be no power cuts here, or null. */
export function whyNoFuse(): string | null {
  if (!existsSync('/dev/fuse')) return '/dev/fuse is missing (in a container: --device /dev/fuse --cap-add SYS_ADMIN)';
  const probes = [
    ['fusermount3', '-V'] as const,
    ['gcc', '--version'] as const,
    ['pkg-config', '--exists', 'fuse3'] as const,
  ];
  const missing = probes.filter(([program, ...args]) => spawnSync(program, args).status !== 0);
  return missing.length === 0
    ? null
    : `missing: ${missing.map((probe) => (probe.at(-1) === 'fuse3' ? 'libfuse3-dev' : probe[0])).join(', ')}`;
}

export function compileForgetful(bench: Workbench): string {
  const program = join(bench.folder(), 'forgetful');
  const flags = spawnSync('pkg-config', ['--cflags', '--libs', 'fuse3'], { encoding: 'utf8' })
    .stdout.trim()
    .split(/\s+/);
  const all = sources.map((file) => join(sourceDir, file));
  const strict = [
    '-std=gnu11',
    '-O2',
    '-Wall',
    '-Wextra',
    '-Werror',
    '-Wno-unused-parameter',
    '-D_FILE_OFFSET_BITS=64',
  ];
  const made = spawnSync('gcc', [...strict, ...all, '-o', program, ...flags], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(made.stderr);
  return program;
}

/** What a power cut found and kept. */
export interface Cut {
  readonly unsafeSectors: number;
  readonly keptSectors: number;
  readonly unsafeNames: number;
  readonly keptNames: number;
}

/** A disk on which the power can go. What is on it between two mounts lies in a plain folder. */
export class Disk {
  readonly mountPoint: string;
  readonly #bench: Workbench;
  readonly #tool: string;
  #image: string;
  #daemon: Program | null = null;
  #nextImage = '';

  constructor(bench: Workbench, tool: string) {
    this.#bench = bench;
    this.#tool = tool;
    this.#image = bench.folder();
    this.mountPoint = join(bench.folder(), 'mnt');
    mkdirSync(this.mountPoint);
    bench.onClose(() => this.#off('SIGTERM').then(() => undefined));
  }

  async powerOn(seed: number, { ignoreSync = false } = {}): Promise<void> {
    this.#nextImage = this.#bench.folder();
    const options = ['--seed', String(seed % 2 ** 31), ...(ignoreSync ? ['--ignore-sync'] : [])];
    this.#daemon = new Program(this.#tool, [this.#image, this.#nextImage, this.mountPoint, ...options], process.env);
    await this.#daemon.ready();
  }

  /** The power goes: at once, whatever is under way. */
  async powerCut(): Promise<Cut> {
    const cut = await this.#off('SIGUSR1');
    if (cut === null) throw new Error('the power was off already');
    return cut;
  }

  /** A clean end: everything is kept. */
  async unmount(): Promise<void> {
    await this.#off('SIGTERM');
  }

  async #off(signal: 'SIGUSR1' | 'SIGTERM'): Promise<Cut | null> {
    const daemon = this.#daemon;
    if (daemon === null) return null;
    this.#daemon = null;
    const code = await daemon.kill(signal);
    spawnSync('fusermount3', ['-u', '-z', this.mountPoint]);
    if (code !== 0) throw new Error(`the disk could not be kept: ${daemon.stderrText}`);
    this.#image = this.#nextImage;
    return JSON.parse(daemon.stdoutLines.at(-1) ?? '') as Cut;
  }
}
