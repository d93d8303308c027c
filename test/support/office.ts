// An office as a process of its own, with a PostgreSQL in its folder, and what a person asks of it at its computer.
import { readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Countersigned } from '#contract/office/office.ts';
import { giveDatabase } from './office-folder.ts';
import { ownPort } from './port.ts';
import { type Program, Workbench } from './processes.ts';
import { runOffice } from '#office/commands/run.ts';
import { asOwner } from '#office/database/database.ts';
import { openOfficeKeys } from '#office/keys/office-keys.ts';
import { enrol } from '#office/tills/enrolment.ts';
import type { Shop } from './shop.ts';
import { until } from './until.ts';

interface Sum {
  readonly mode: string;
  readonly currency: string;
  readonly takenMinor: number;
  readonly givenBackMinor: number;
  readonly tipMinor: number;
}

export interface OfficeTakings {
  readonly all: readonly Sum[];
  readonly tills: readonly (Sum & { readonly till: string; readonly shop: string | null })[];
}

export interface OfficeTill {
  readonly name: string;
  readonly id: string;
  readonly lineage: number;
  readonly records: number;
  readonly inDoubt: number;
  readonly alarms: number;
}

export interface OfficeAlarm {
  readonly till: string;
  readonly kind: string;
  readonly lineage: number;
  readonly seq: number;
  readonly detail: string;
  readonly times: number;
}

/** As root PostgreSQL runs as another user, who must get to its program and to its folder. */
const unreachable =
  process.getuid?.() === 0
    ? [join(process.cwd(), 'node_modules'), tmpdir()].flatMap(foldersTo).find((dir) => (statSync(dir).mode & 1) === 0)
    : undefined;
export const officeRuns = unreachable === undefined;
if (!officeRuns) {
  process.stdout.write(`SKIPPED: the office. The system's user postgres cannot get through ${unreachable}.\n`);
}

function foldersTo(dir: string): string[] {
  return dirname(dir) === dir ? [dir] : [dir, ...foldersTo(dirname(dir))];
}

export class OfficeBench {
  readonly bench = new Workbench();
  readonly dataDir: string;
  #program: Program | null = null;
  #pid = 0;
  #port = 0;
  #pagePort = 0;
  readonly #withPage: boolean;
  /** Further arguments of the next start. */
  more: string[] = [];
  /** Of the next start. */
  environment: NodeJS.ProcessEnv = {};
  /** What the next commands are given as PINs. */
  readonly pins: string[] = [];
  url = '';
  pageUrl = '';

  /** `withPage`: the page is built where it is not, and shown. */
  constructor({ withPage = false } = {}) {
    this.#withPage = withPage;
    this.dataDir = this.bench.folder();
    // PostgreSQL outlives an office that is killed.
    this.bench.onClose(() => this.#endDatabase());
  }

  /** At the same port after each start. */
  async start(): Promise<void> {
    if (this.#port === 0) {
      this.#port = await ownPort();
      giveDatabase(this.dataDir);
    }
    const args = ['serve', '--database', 'embedded', '--port', String(this.#port), '--data-dir', this.dataDir];
    if (this.#withPage) {
      if (this.#pagePort === 0) this.#pagePort = await ownPort();
      args.push('--page-port', String(this.#pagePort));
    }
    this.#program = this.bench.start('office/cli.ts', [...args, ...this.more], this.environment);
    const ready = await this.#program.ready();
    this.#pid = ready.pid;
    this.url = ready.url;
    this.pageUrl = ready.page ?? '';
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.#program === null) throw new Error('the office is not started');
    return this.#program.kill(signal);
  }

  async kill(): Promise<void> {
    process.kill(this.#pid, 'SIGKILL');
    await this.#program?.exited();
  }

  /** Its PostgreSQL. */
  killDatabase(): void {
    const pid = this.#databasePid();
    if (pid !== null) process.kill(pid, 'SIGKILL');
  }

  /** What this start wrote on stderr so far. */
  get logText(): string {
    return this.#program?.stderrText ?? '';
  }

  /** For a test that speaks to the database past the office. */
  get databaseUrl(): string {
    return readFileSync(join(this.dataDir, 'database-address'), 'utf8').trim();
  }

  /** A command at the office's computer, without a process for it; its lines. Throws where it fails. */
  async run<T = unknown>(...args: string[]): Promise<T[]> {
    let [said, errors] = ['', ''];
    const code = await runOffice([...args, '--data-dir', this.dataDir], {
      environment: {},
      stdout: (text) => (said += text),
      stderr: (text) => (errors += text),
      secret: async () => this.pins.shift() ?? '',
    });
    if (code !== 0) throw new Error(`office ${args.join(' ')}: exit code ${code}: ${errors}`);
    return said
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as T);
  }

  async enrol(name: string, shop = 'North'): Promise<string> {
    const [enrolled] = await this.run<{ code: string }>('enrol', '--name', name, '--shop', shop);
    return enrolled?.code ?? '';
  }

  /** The same for many tills, without a process for each. */
  async enrolMany(names: readonly string[]): Promise<string[]> {
    const keys = await openOfficeKeys(this.dataDir);
    return asOwner(this.databaseUrl, async (tx) => {
      const chain = (await tx.row<{ id: string }>('SELECT id FROM chain ORDER BY name LIMIT 1'))?.id ?? '';
      const codes: string[] = [];
      for (const name of names) codes.push((await enrol(tx, keys, { chain, name, shop: 'North' })).code);
      return codes;
    });
  }

  async till(name: string): Promise<OfficeTill> {
    const found = (await this.run<OfficeTill>('tills')).find((each) => each.name === name);
    if (found === undefined) throw new Error(`the office has no till ${name}`);
    return found;
  }

  async takings(): Promise<OfficeTakings> {
    const [report] = await this.run<OfficeTakings>('takings');
    return report ?? { all: [], tills: [] };
  }

  alarms(): Promise<OfficeAlarm[]> {
    return this.run<OfficeAlarm>('alarms');
  }

  async head(name: string): Promise<Countersigned> {
    const [head] = await this.run<Countersigned>('head', '--name', name);
    if (head === undefined) throw new Error('there is no head');
    return head;
  }

  /** Lets a shop's bridge in, which is started again: it looks for a new office each half minute only. */
  async letIn(shop: Shop, name: string, given?: string): Promise<void> {
    const code = given ?? (await this.enrol(name));
    await shop.run(['office', 'join', '--office', this.url, '--code', code, '--data-dir', shop.dataDir]);
    await shop.killBridge();
    await shop.startBridge();
  }

  async close(): Promise<void> {
    await this.bench.close();
  }

  #databasePid(): number | null {
    try {
      const [pid] = readFileSync(join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
      return Number(pid);
    } catch {
      return null;
    }
  }

  async #endDatabase(): Promise<void> {
    const pid = this.#databasePid();
    if (pid === null) return;
    try {
      process.kill(pid, 'SIGQUIT');
    } catch {
      return;
    }
    await until(async () => (isAlive(pid) ? null : true));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
