// A whole shop for process tests: a sandbox gateway, a network cable, a bridge, and an ERP with a token, each a
// process (or a proxy) of its own, driven over the fixed interfaces only.
import type { ControlCall, ControlInput, ControlOutputs } from '#contract/programs/control.ts';
import { plainClientOptions } from '#contract/programs/client.ts';
import { askBridge } from '#control/client.ts';
import { newToken } from '#loopback/access/tokens.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { Cable } from './cable.ts';
import { Erp } from './erp.ts';
import { ownPort } from './port.ts';
import { type Program, type Ready, Workbench } from './processes.ts';

export const merchantId = 'SHOP-1';
export const apiKey = 'canary-api-key-7f3a9c';

export interface ShopOptions {
  readonly processingSeconds?: number;
  /** How long a terminal takes to answer. No person is waited for, so it is short. */
  readonly terminalDelayMs?: number;
  /** Start through the npm scripts (slower) instead of directly. */
  readonly throughNpm?: boolean;
  readonly bridgeArgs?: readonly string[];
  /** The bridge is at the same port after each start, as an installed one is. */
  readonly samePort?: boolean;
  /** The shop whose sandbox this one's bridge uses too: two tills at one gateway. */
  readonly besides?: Shop;
  /** For the bridge itself, beside its API key. */
  readonly environment?: NodeJS.ProcessEnv;
  /** For its gateway. */
  readonly sandboxEnvironment?: NodeJS.ProcessEnv;
}

export class Shop {
  readonly bench = new Workbench();
  readonly dataDir: string;
  readonly sandboxDir: string;
  readonly #options: ShopOptions;
  #sandbox: Ready | null = null;
  #cable: Cable | null = null;
  #program: Program | null = null;
  #bridge: Ready | null = null;
  #port = 0;
  token = '';

  constructor(options: ShopOptions = {}) {
    this.#options = options;
    this.dataDir = this.bench.folder();
    this.sandboxDir = this.bench.folder();
  }

  get sandbox(): Ready | null {
    return this.#sandbox;
  }

  get sandboxUrl(): string {
    return this.#sandbox?.url ?? '';
  }

  get bridgeUrl(): string {
    return this.#bridge?.url ?? '';
  }

  get webhookUrl(): string {
    return this.#bridge?.webhookUrl ?? '';
  }

  get cable(): Cable {
    if (this.#cable === null) throw new Error('the shop is not open');
    return this.#cable;
  }

  get program(): Program {
    if (this.#program === null) throw new Error('the shop is not open');
    return this.#program;
  }

  get erp(): Erp {
    return new Erp(this.bridgeUrl, this.token);
  }

  async open(scopes = 'status,sale,capture,refund,refund-unreferenced,dcc,terminal,customers'): Promise<void> {
    const { terminalDelayMs = 50, besides, sandboxEnvironment } = this.#options;
    const delay = ['--terminal-delay-ms', String(terminalDelayMs)];
    const known = ['--merchant-id', merchantId, '--api-key', apiKey];
    const args = ['--port', '0', ...known, '--data-dir', this.sandboxDir, ...delay];
    const launch = () => this.#launch('sandbox', 'main/sandbox/cli.ts', args, sandboxEnvironment);
    this.#sandbox = besides?.sandbox ?? (await launch().ready());
    this.#cable = new Cable(this.#sandbox.url);
    this.bench.onClose(() => this.cable.pullOut());
    await this.cable.putIn();
    if (this.#options.samePort === true) this.#port = await ownPort();
    await this.startBridge();
    const create = ['token', 'create', '--data-dir', this.dataDir, '--name', 'ERP', '--scopes', scopes];
    const isByCommand = this.#options.throughNpm === true;
    this.token = isByCommand ? await this.run(create) : (await this.addProgram('ERP', scopes)).token;
  }

  /** As `token create` does, and without a process for it. */
  async addProgram(name: string, scopes: string, origin: string | null = null): Promise<{ token: string; id: string }> {
    const { token, hash } = newToken();
    const wish = { by: machineUser, name, scopes: scopes.split(','), origin, options: plainClientOptions };
    const made = await this.ask('createClient', { ...wish, tokenHash: hash });
    if (made.type === 'refused') throw new Error(`no token for ${name}: ${made.refusal.detail}`);
    return { token, id: made.client.id };
  }

  /** What the bridge answers over its control socket, as a command asks it. */
  async ask<C extends ControlCall>(call: C, input: ControlInput<C>): Promise<ControlOutputs[C]> {
    const heard = await askBridge({ dataDir: this.dataDir, version: packageFile.version }, call, input);
    if (heard.type === 'none') throw new Error('no bridge runs');
    return heard.answer;
  }

  async startBridge(extra: readonly string[] = []): Promise<void> {
    const { processingSeconds = 1, bridgeArgs = [], environment = {} } = this.#options;
    const args = ['serve', '--data-dir', this.dataDir, '--port', String(this.#port), '--gateway', this.cable.url];
    const rest = ['--merchant-id', merchantId, '--processing-seconds', String(processingSeconds)];
    const all = [...args, ...rest, ...bridgeArgs, ...extra];
    this.#program = this.#launch('bridge', 'main/cli.ts', all, { TILLBRIDGE_API_KEY: apiKey, ...environment });
    this.#bridge = await this.#program.ready();
  }

  /** Kills the bridge itself, not only the npm process before it, and waits until it is gone. */
  async killBridge(): Promise<void> {
    process.kill(this.#bridge?.pid ?? 0, 'SIGKILL');
    await this.program.exited();
  }

  /** A command of the bridge that ends by itself; its stdout. Throws where it fails. */
  async run(args: readonly string[]): Promise<string> {
    const program = this.#launch('bridge', 'main/cli.ts', args);
    const code = await program.exited();
    if (code !== 0) throw new Error(`bridge ${args.join(' ')}: exit code ${code}: ${program.stderrText}`);
    return program.stdoutLines.join('\n');
  }

  async close(): Promise<void> {
    await this.bench.close();
  }

  #launch(script: string, file: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): Program {
    return this.#options.throughNpm === true
      ? this.bench.npm(script, args, environment)
      : this.bench.start(file, args, environment);
  }
}

export const machineUser = { account: 'test', operator: null } as const;

const terminal = 'T1';

/** A sale at the terminal of a bridge in training that has named none. */
export const inTraining = { posTerminalId: 'VIRTUAL-1' };

export function sale(transId: string, value: number, change: object = {}) {
  const amount = { value, currency: 'EUR' };
  return { messageType: 'SALE', transId, posTerminalId: terminal, amount, ...change };
}
