// The sandbox as a process: its one line on stdout, how it ends, and that what it answered survives being killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startable } from '#support/bundled.ts';
import { authorize, clientOf, eur, matching, sell, type Fate, type Gateway } from './gateway.ts';

const cli = startable('main/sandbox/cli.ts');

interface Ready {
  readonly url: string;
  readonly dataDir: string | null;
}

interface Run {
  readonly child: ChildProcess;
  readonly ready: Ready;
  readonly gateway: Gateway;
  /** All lines of stdout so far. */
  readonly stdout: readonly string[];
}

function start(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function run(...args: string[]): Promise<Run> {
  const child = start(...args);
  if (child.stdout === null) throw new Error('no stdout');
  const lines: string[] = [];
  const reader = createInterface(child.stdout);
  reader.on('line', (line) => lines.push(line));
  await Promise.race([once(reader, 'line'), once(child, 'exit')]);
  const ready = JSON.parse(lines[0] ?? 'null') as Ready;
  return { child, ready, gateway: clientOf(ready.url), stdout: lines };
}

/** Exit code, or the signal that ended it. */
async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | string> {
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
  child.kill(signal);
  const [code, by] = await ended;
  return code ?? by ?? 'unknown';
}

async function fails(...args: string[]): Promise<{ code: number; stderr: string; stdout: string }> {
  const child = start(...args);
  const output = { stderr: '', stdout: '' };
  child.stderr?.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  child.stdout?.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, ...output };
}

describe('the sandbox as a process', () => {
  test('prints one ready line and ends cleanly on SIGTERM, even with an open connection', async () => {
    const { child, ready, gateway, stdout } = await run('--port', '0', '--terminal-delay-ms', '60000');
    expect(ready).toEqual({
      event: 'ready',
      url: matching(/^http:\/\/127\.0\.0\.1:\d+$/),
      dataDir: null,
      pid: child.pid,
    });
    const waiting = authorize(gateway, 100).catch((error: unknown) => error);
    await gateway.ledger();
    expect(await end(child, 'SIGTERM')).toBe(0);
    expect(await waiting).toBeInstanceOf(Error);
    expect(stdout).toHaveLength(1);
  });

  test('ends cleanly on SIGINT', async () => {
    const { child } = await run('--port', '0');
    expect(await end(child, 'SIGINT')).toBe(0);
  });

  test('keeps what it answered through SIGKILL under load', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-cli-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const first = await run('--port', '0', '--data-dir', dataDir, '--terminal-delay-ms', '0');
    expect(first.ready.dataDir).toBe(dataDir);
    const { payId } = await authorize(first.gateway, 100_000);
    const captures = `/api/v2/payments/${payId}/captures`;
    const capture = (gateway: Gateway, n: number): Promise<Fate> =>
      gateway.fate('POST', captures, {
        body: { transId: `C-${n}`, amount: eur(1) },
        headers: { 'idempotency-key': `key-${n}` },
      });
    const answered = new Map<number, string>();
    const loads = Array.from({ length: 400 }, async (_, n) => {
      const fate = await capture(first.gateway, n);
      if (fate.type === 'whole') answered.set(n, fate.text);
      if (answered.size === 100) first.child.kill('SIGKILL');
    });
    await Promise.all(loads);
    expect(answered.size).toBeGreaterThanOrEqual(100);

    const { gateway } = await run('--port', '0', '--data-dir', dataDir, '--terminal-delay-ms', '0');
    for (const [n, text] of answered) expect(await capture(gateway, n)).toMatchObject({ status: 200, text });
    await Promise.all(Array.from({ length: 400 }, (_, n) => capture(gateway, n)));
    const { payments, executions } = await gateway.ledger();
    expect(payments).toMatchObject([{ payId, captured: 400 }]);
    expect(executions.map(({ seq }) => seq)).toEqual(executions.map((_, index) => index + 1));
  });

  test('accepts only the credentials that it was given', async () => {
    const { gateway } = await run('--port', '0', '--merchant-id', 'M', '--api-key', 'K', '--terminal-delay-ms', '0');
    expect(await sell(gateway, 1)).toMatchObject({ status: 401 });
  });

  test.each([
    ['an unknown option', ['--port', '0', '--prot', '1']],
    ['no port', []],
    ['a port that is none', ['--port', '70000']],
    ['an id without a key', ['--port', '0', '--merchant-id', 'M']],
    ['a positional argument', ['--port', '0', 'now']],
  ])('refuses %s with exit code 2', async (_, args) => {
    const { code, stderr, stdout } = await fails(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^sandbox: .+\n\nusage: /);
  });

  test('says which port is taken, with exit code 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const port = String((other.address() as AddressInfo).port);
    const { code, stderr, stdout } = await fails('--port', port);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`port ${port} is already in use`);
  });
});
