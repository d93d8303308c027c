// The product as processes of their own, started the way a shop starts them. Every process a test starts is ended
// with the test, by its own id.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { compileCache, startable } from './bundled.ts';
import { keepOnFailure } from './evidence.ts';

const projectRoot = resolve(import.meta.dirname, '../..');

export interface Ready {
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string | null;
  readonly webhookUrl?: string;
  /** An office's. */
  readonly page?: string | null;
}

export class Program {
  readonly child: ChildProcess;
  readonly stdoutLines: string[] = [];
  stderrText = '';
  readonly #exit: Promise<number | null>;
  readonly #firstLine: Promise<string | null>;
  #readyPid: number | null = null;

  /** `input`: all that it is given on standard input. */
  constructor(command: string, args: readonly string[], environment: NodeJS.ProcessEnv, input = '') {
    this.child = spawn(command, args, { cwd: projectRoot, env: environment, stdio: ['pipe', 'pipe', 'pipe'] });
    // A program that reads none of it may end before it is written.
    this.child.stdin!.on('error', () => undefined).end(input);
    const lines = createInterface({ input: this.child.stdout! });
    this.#exit = new Promise((done) => {
      this.child.once('close', (code) => done(code));
    });
    this.#firstLine = new Promise((done) => {
      lines.on('line', (line) => {
        this.stdoutLines.push(line);
        done(line);
      });
      lines.once('close', () => done(null));
    });
    this.child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.stderrText += text;
    });
    keepOnFailure('stderr.txt', () => this.#record([command, ...args].join(' ')));
  }

  /** The ready line; throws with what the program said where it ended instead. */
  async ready(): Promise<Ready> {
    const line = await this.#firstLine;
    if (line === null) throw new Error(`ended before it was ready: ${this.stderrText}`);
    const ready = JSON.parse(line) as Ready & { event: string };
    if (ready.event !== 'ready') throw new Error(`not a ready line: ${line}`);
    this.#readyPid = ready.pid;
    return ready;
  }

  /** Ends the program at once, also where an npm process stands before it (which SIGKILL would leave behind). */
  async end(): Promise<void> {
    if (this.#readyPid !== null && this.child.exitCode === null && this.child.signalCode === null) {
      try {
        process.kill(this.#readyPid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    }
    await this.kill('SIGKILL');
  }

  /** The exit code once it has ended; null after a signal. */
  exited(): Promise<number | null> {
    return this.#exit;
  }

  async kill(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    return this.#exit;
  }

  /** What is kept of it where a test fails. */
  #record(command: string): string {
    const { exitCode, signalCode } = this.child;
    return `${command}\nended with: ${signalCode ?? exitCode ?? 'it still runs'}\n\n${this.stderrText}`;
  }
}

/** Ends and removes everything that was started through it. */
export class Workbench {
  readonly #programs: Program[] = [];
  readonly #folders: string[] = [];
  readonly #closers: (() => Promise<void> | void)[] = [];

  folder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'tillbridge-test-'));
    this.#folders.push(folder);
    return folder;
  }

  /**
   * A program on the Node that runs the tests, from its bundle where the run has one. Key files go to a folder of the
   * test's own.
   */
  start(file: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}, input = ''): Program {
    return this.#run(process.execPath, [startable(file), ...args], environment, input);
  }

  /** A program through its npm script, as section 7 of the design fixes it, and from its sources. */
  npm(script: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): Program {
    return this.#run('npm', ['run', '-s', script, '--', ...args], environment);
  }

  /** A line of a shell that becomes a program by `exec`. */
  shell(line: string, environment: NodeJS.ProcessEnv): Program {
    return this.#track(new Program('bash', ['-c', line], environment));
  }

  onClose(close: () => Promise<void> | void): void {
    this.#closers.push(close);
  }

  async close(): Promise<void> {
    await Promise.all(this.#programs.map((program) => program.end()));
    for (const close of this.#closers) await close();
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }

  #keys: string | null = null;

  environment(): NodeJS.ProcessEnv {
    this.#keys ??= this.folder();
    const { TILLBRIDGE_API_KEY: _, ...inherited } = process.env;
    return { ...inherited, XDG_CONFIG_HOME: this.#keys, XDG_DATA_HOME: this.#keys, XDG_STATE_HOME: this.#keys };
  }

  #run(command: string, args: readonly string[], environment: NodeJS.ProcessEnv, input = ''): Program {
    const all = { ...this.environment(), ...compileCache(), ...environment };
    return this.#track(new Program(command, args, all, input));
  }

  #track(program: Program): Program {
    this.#programs.push(program);
    return program;
  }
}
