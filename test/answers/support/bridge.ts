// The bridge as programs meet it: a process of its own, driven over the loopback API with a token of its own.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { keepOnFailure } from '#support/evidence.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..', '..');

const allScopes = 'status,sale,capture,refund,refund-unreferenced,dcc,terminal,customers,export';

interface Doubt {
  readonly code: string | null;
  readonly status?: number;
  readonly reason: string;
  readonly lookUps: number;
}

export interface Operation {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly input: Record<string, unknown>;
  readonly result: unknown;
  readonly failure: { readonly code: string; readonly message: string; readonly because?: string } | null;
  readonly doubt?: Doubt;
  readonly attempts: number;
  readonly approved?: { readonly value: number; readonly currency: string } | null;
}

export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly retryAfterSeconds?: number;
}

/** An operation, or the problem details that it was refused with. */
export type Answered =
  | { readonly ok: true; readonly operation: Operation }
  | { readonly ok: false; readonly problem: Problem };

export interface Program {
  submit(kind: string, requestId: string, input: unknown, waitSeconds?: number): Promise<Answered>;
  operation(id: string, waitSeconds?: number): Promise<Operation>;
  get(path: string): Promise<unknown>;
}

/** What the gateway's notifications are signed with. */
export const notificationKey = 'a-key-of-no-notification';

export interface Bridge {
  /** Where notifications of the gateway are taken; empty where the settings open no port for them. */
  readonly webhookUrl: string;
  /** Makes a program with all scopes; `extra` are further options of `token create`. */
  program(name: string, extra?: readonly string[]): Promise<Program>;
  stop(): Promise<void>;
}

export interface BridgeOptions {
  readonly gateway: string;
  readonly processingSeconds: number;
  readonly settings?: unknown;
}

interface Ready {
  readonly url: string;
  readonly webhookUrl?: string;
}

function readyLine(child: ChildProcess): Promise<Ready> {
  return new Promise((resolve, reject) => {
    let out = '';
    let err = '';
    keepOnFailure('stderr.txt', () => err);
    child.stderr?.on('data', (chunk: Buffer) => {
      err = (err + chunk.toString()).slice(-100_000);
    });
    child.stdout?.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      const line = out.split('\n').find((each) => each.includes('"ready"'));
      if (line !== undefined) resolve(JSON.parse(line) as Ready);
    });
    child.once('exit', (code) => {
      reject(new Error(`the bridge ended with ${String(code)} before it was ready: ${err.slice(-4000)}`));
    });
  });
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Asks, and waits as long as the bridge says where it answers "too many": a suite is busier than any till. */
async function patiently(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await ask();
    if (response.status !== 429) return response;
    await response.arrayBuffer();
    await pause(1000 * Math.max(0.2, Number(response.headers.get('retry-after') ?? '1')));
  }
}

function programAt(url: string, token: string): Program {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return {
    async submit(kind, requestId, input, waitSeconds = 0) {
      const response = await patiently(() =>
        fetch(`${url}/v1/operations/${kind}?wait=${waitSeconds}`, {
          method: 'POST',
          headers: { ...headers, 'idempotency-key': requestId },
          body: JSON.stringify(input),
        }),
      );
      const body: unknown = await response.json();
      return response.status >= 400
        ? { ok: false, problem: body as Problem }
        : { ok: true, operation: body as Operation };
    },
    async operation(id, waitSeconds = 0) {
      const response = await patiently(() => fetch(`${url}/v1/operations/${id}?wait=${waitSeconds}`, { headers }));
      return (await response.json()) as Operation;
    },
    async get(path) {
      const response = await patiently(() => fetch(`${url}${path}`, { headers }));
      return response.json();
    },
  };
}

export async function startBridge(options: BridgeOptions): Promise<Bridge> {
  const folder = await mkdtemp(join(tmpdir(), 'answers-'));
  const dataDir = join(folder, 'data');
  if (options.settings !== undefined) {
    await mkdir(dataDir, { mode: 0o700 });
    await writeFile(join(dataDir, 'settings.json'), JSON.stringify(options.settings), { mode: 0o600 });
  }
  const env = {
    ...process.env,
    PATH: `${join(root, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}`,
    TILLBRIDGE_API_KEY: 'a-key-of-no-gateway',
    TILLBRIDGE_DATA_KEY: '5'.repeat(64),
    TILLBRIDGE_WEBHOOK_KEY: notificationKey,
  };
  const common = ['run', '-s', 'bridge', '--'];
  const child = spawn(
    'npm',
    [
      ...common,
      'serve',
      '--data-dir',
      dataDir,
      '--port',
      '0',
      '--gateway',
      options.gateway,
      '--merchant-id',
      'SHOP',
      '--mode',
      'test',
      '--processing-seconds',
      String(options.processingSeconds),
    ],
    { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const { url, webhookUrl = '' } = await readyLine(child).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true });
    throw error;
  });

  return {
    webhookUrl,
    async program(name, extra = []) {
      const asked = ['token', 'create', '--data-dir', dataDir, '--name', name, '--scopes', allScopes, ...extra];
      const { stdout } = await run('npm', [...common, ...asked], { cwd: root, env });
      return programAt(url, stdout.trim());
    },
    async stop() {
      const ended = new Promise<void>((resolve) => {
        child.once('exit', () => {
          resolve();
        });
      });
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
