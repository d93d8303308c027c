// A machine with the folder package: the launcher starts the bridge, an installation runs beside it, and the power of the
// whole machine can be cut at any change of a file that one of its processes makes.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { JsonObject } from '#contract/data/json.ts';
import { compileCache } from '#support/bundled.ts';
import { Erp } from '#support/erp.ts';
import { keepOnFailure } from '#support/evidence.ts';
import type { Workbench } from '#support/processes.ts';
import { apiKey } from '#support/shop.ts';
import { type InstallState, installFolderOf } from '#updates/install/state.ts';
import { merchantId } from '../gateway.ts';
import type { Versions } from './versions.ts';

/** `update install:3:put`: at the third change of a file that this command makes from where it notes the step `put` on. */
export type Cut = string;

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  errors: string;
}

export class Machine {
  readonly home: string;
  readonly dataDir: string;
  readonly #bench: Workbench;
  readonly #running = new Set<Running>();
  readonly #groups: string;
  readonly cuts: string;
  readonly #port: number;
  #log = '';
  token = '';

  constructor(
    bench: Workbench,
    versions: Versions,
    gatewayUrl: string,
    port: number,
    url = 'http://127.0.0.1:9/update.json',
  ) {
    const base = bench.folder();
    this.#bench = bench;
    this.#port = port;
    this.home = join(base, 'home');
    this.dataDir = join(base, 'shop');
    this.#groups = join(base, 'groups');
    this.cuts = join(base, 'cuts');
    writeFileSync(this.cuts, '');
    mkdirSync(this.dataDir, { mode: 0o700 });
    versions.home(this.home, { version: '0.1.0' });
    const settings = {
      gateway: { root: gatewayUrl, merchantId, mode: 'test' },
      terminals: ['T1'],
      timeouts: { terminalSeconds: 2 },
      updates: { url, key: versions.key },
    };
    writeFileSync(join(this.dataDir, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
    bench.onClose(() => this.cut());
    keepOnFailure('machine.txt', () => `${JSON.stringify(this.state())}\n${this.#log}`);
  }

  get inPlace(): string {
    return basename(readlinkSync(join(this.home, 'current')));
  }

  state(): InstallState {
    return installFolderOf(this.dataDir).state();
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get erp(): Erp {
    return new Erp(this.url, this.token, { connection: 'close' });
  }

  /** Whether a bridge answers there. */
  async answers(): Promise<boolean> {
    return fetch(`${this.url}/healthz`).then(
      () => true,
      () => false,
    );
  }

  boot(cut?: Cut): Running {
    const args = ['--data-dir', this.dataDir, '--port', String(this.#port), '--processing-seconds', '1'];
    return this.#start(join(this.home, 'current/bin/launch'), args, cut);
  }

  command(args: readonly string[], cut?: Cut): Running {
    const all = [...args, '--data-dir', this.dataDir];
    return this.#start(join(this.home, 'current/resources/bridge/tillbridge'), all, cut);
  }

  install(seconds: number, cut?: Cut): Running {
    return this.command(['update', 'install', '--within', String(seconds)], cut);
  }

  /** The power of the whole machine. */
  async cut(): Promise<void> {
    const running = [...this.#running];
    for (const { child } of running) killGroup(child.pid);
    await Promise.all(running.map(({ ended }) => ended));
  }

  async makeToken(): Promise<void> {
    const lines: string[] = [];
    const making = this.command(['token', 'create', '--name', 'ERP', '--scopes', 'status,sale']);
    createInterface({ input: making.child.stdout! }).on('line', (line) => lines.push(line));
    const code = await making.ended;
    if (code !== 0) throw new Error(making.errors);
    this.token = lines[0] ?? '';
  }

  async status(): Promise<JsonObject> {
    return (await this.erp.get('/v1/status')).body;
  }

  #start(file: string, args: readonly string[], cut: Cut | undefined): Running {
    const environment = {
      ...this.#bench.environment(),
      ...compileCache(),
      TILLBRIDGE_API_KEY: apiKey,
      MACHINE: this.#groups,
      CUTS: this.cuts,
      ...(cut === undefined ? {} : { CUT_AT: cut }),
    };
    const child = spawn(file, args, { env: environment, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const running: Running = {
      child,
      errors: '',
      ended: new Promise((resolve) => {
        child.once('close', (code) => {
          this.#running.delete(running);
          resolve(code);
        });
      }),
    };
    this.#running.add(running);
    writeFileSync(this.#groups, [...this.#running].map((each) => each.child.pid).join('\n'));
    this.#log += `--- ${basename(file)} ${args.slice(0, 2).join(' ')} cut: ${cut ?? 'none'}\n`;
    child.stdout.resume();
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      running.errors += text;
      this.#log = `${this.#log}${text}`.slice(-200_000);
    });
    return running;
  }
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
