// A bridge that can be killed in every way there is: by its process id at some moment, or by strace at the n-th of its
// system calls; and whose disk can be made to fail the same way. It is started as a shop starts it, on one folder,
// as often as it takes.
import { spawnSync } from 'node:child_process';
import type { JournalRecord } from '#core/ports/journal.ts';
import { Erp } from '#support/erp.ts';
import { Program, type Ready, type Workbench } from '#support/processes.ts';
import { apiKey } from '#support/shop.ts';
import { merchantId } from './gateway.ts';
import { clientCount } from './orders.ts';

/** As strace writes it: `fsync:signal=KILL:when=7`, `pwrite64:error=EIO:when=40+`. */
export type Injection = string;

export interface StartOptions {
  readonly injection?: Injection | undefined;
  readonly throughNpm?: boolean | undefined;
}

export const hasStrace = spawnSync('strace', ['-V']).status === 0;

const scopes = 'status,sale,capture,refund';

export class KilledTill {
  readonly bench: Workbench;
  readonly dataDir: string;
  readonly #gatewayUrl: string;
  #tokens: readonly string[] = [];
  #program: Program | null = null;
  #ready: Ready | null = null;

  readonly #environment: NodeJS.ProcessEnv;

  /** `environment`: beyond the workbench's, for every start and command. */
  constructor(bench: Workbench, dataDir: string, gatewayUrl: string, environment: NodeJS.ProcessEnv = {}) {
    this.#environment = environment;
    this.bench = bench;
    this.dataDir = dataDir;
    this.#gatewayUrl = gatewayUrl;
  }

  /** Starts it without waiting for it to be ready. */
  launch({ injection, throughNpm = false }: StartOptions = {}): Program {
    const serve = ['serve', '--data-dir', this.dataDir, '--port', '0', '--gateway', this.#gatewayUrl];
    const args = [...serve, '--merchant-id', merchantId, '--processing-seconds', '1'];
    const all = { TILLBRIDGE_API_KEY: apiKey, ...this.#environment };
    if (injection !== undefined) this.#program = this.#underStrace(injection, args, all);
    else if (throughNpm) this.#program = this.bench.npm('bridge', args, all);
    else this.#program = this.bench.start('main/cli.ts', args, all);
    this.#ready = null;
    return this.#program;
  }

  /** False where it ended before. */
  async ready(): Promise<boolean> {
    try {
      this.#ready = (await this.#program?.ready()) ?? null;
    } catch {
      this.#ready = null;
    }
    return this.#ready !== null;
  }

  async start(options: StartOptions = {}): Promise<void> {
    const program = this.launch(options);
    if (!(await this.ready())) throw new Error(`the bridge did not start: ${program.stderrText}`);
  }

  get said(): string {
    return this.#program?.stderrText ?? '';
  }

  erp(client = 0): Erp {
    if (this.#ready === null) throw new Error('the bridge is not ready');
    return new Erp(this.#ready.url, this.#tokens[client] ?? '');
  }

  exited(): Promise<number | null> {
    return this.#program?.exited() ?? Promise.resolve(null);
  }

  /** SIGKILL to the bridge itself, wherever it is; nothing where it is gone already. */
  async kill(): Promise<void> {
    await this.#program?.end();
  }

  /** SIGTERM, and waits for the clean end. */
  async stop(): Promise<number | null> {
    if (this.#ready !== null) process.kill(this.#ready.pid, 'SIGTERM');
    return this.exited();
  }

  async makeTokens(): Promise<void> {
    const tokens: string[] = [];
    for (let client = 0; client < clientCount; client += 1) {
      tokens.push(await this.command(['token', 'create', '--name', `ERP ${client}`, '--scopes', scopes]));
    }
    this.#tokens = tokens;
  }

  /** A command of the bridge on the folder; its stdout. Throws where it fails. */
  async command(args: readonly string[]): Promise<string> {
    const program = this.begin(args);
    const code = await program.exited();
    if (code !== 0) throw new Error(`bridge ${args.join(' ')}: exit code ${code}: ${program.stderrText}`);
    return program.stdoutLines.join('\n');
  }

  /** The same, as it runs. */
  begin(args: readonly string[]): Program {
    return this.bench.start('main/cli.ts', [...args, '--data-dir', this.dataDir], this.#environment);
  }

  /** The journal as an auditor gets it, after it was verified. */
  async journal(): Promise<JournalRecord[]> {
    await this.command(['journal', 'verify']);
    const lines = (await this.command(['journal', 'export', '--format', 'ndjson'])).split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as JournalRecord);
  }

  #underStrace(injection: Injection, args: readonly string[], environment: NodeJS.ProcessEnv): Program {
    const [calls = ''] = injection.split(':');
    // With its filter strace is faster, but the kernel then drops the signal that it would inject.
    const filter = injection.includes('signal=') ? [] : ['--seccomp-bpf'];
    const tracing = ['-f', ...filter, '-o', '/dev/null', '-e', `trace=${calls}`, '-e', `inject=${injection}`];
    const program = new Program('strace', [...tracing, process.execPath, 'main/cli.ts', ...args], {
      ...this.bench.environment(),
      ...environment,
    });
    this.bench.onClose(() => program.end());
    return program;
  }
}
