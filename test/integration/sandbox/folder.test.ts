// The data folder belongs to one sandbox at a time, and what cannot be a data folder is said so, at once.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startable } from '#support/bundled.ts';
import { authorize, clientOf, eur, startGateway } from './gateway.ts';

const cli = startable('main/sandbox/cli.ts');

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'sandbox-folder-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function runToEnd(dataDir: string): Promise<Ended> {
  const child = spawn(process.execPath, [cli, '--port', '0', '--data-dir', dataDir]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, ...output };
}

async function running(dataDir: string): Promise<{ url: string; pid: number; kill: () => Promise<void> }> {
  const child = spawn(process.execPath, [cli, '--port', '0', '--data-dir', dataDir, '--terminal-delay-ms', '0']);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url, pid } = JSON.parse(line) as { url: string; pid: number };
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { url, pid, kill };
}

describe('a second sandbox on a folder', () => {
  test('is refused in one line that names the first; and is let in when that one was killed', async () => {
    const dataDir = await folder();
    const first = await running(dataDir);
    const refusedOne = await runToEnd(dataDir);
    expect(refusedOne).toEqual({
      code: 1,
      stdout: '',
      stderr: `sandbox: ${dataDir} is in use by the sandbox with process id ${first.pid}. Stop that one first, or take another data folder.\n`,
    });
    const { payId } = await authorize(clientOf(first.url), 700);
    await first.kill();
    const second = await running(dataDir);
    expect((await clientOf(second.url).ledger()).payments).toMatchObject([{ payId, authorised: 700 }]);
  });

  test('is refused inside one process too, and let in when the first was closed', async () => {
    const dataDir = await folder();
    const first = await startGateway({ dataDir });
    await expect(startGateway({ dataDir })).rejects.toThrow(/is in use by the sandbox/);
    await first.close();
    await startGateway({ dataDir });
  });

  test('is not kept out by one that never came up', async () => {
    const dataDir = await folder();
    const other = await startGateway();
    await expect(startGateway({ dataDir, port: Number(new URL(other.url).port) })).rejects.toThrow(/EADDRINUSE/);
    await startGateway({ dataDir });
  });

  test('is not kept out by one that could not read its journal', async () => {
    const dataDir = await folder();
    const file = join(dataDir, 'sandbox.ndjson');
    await writeFile(file, '{"opening":\n{}\n');
    await expect(startGateway({ dataDir })).rejects.toThrow(/line 1 is damaged/);
    await writeFile(file, '');
    await startGateway({ dataDir });
  });
});

describe('what cannot be a data folder', () => {
  test.each([
    ['a place that takes no folders', () => Promise.resolve('/proc/tillbridge/data'), /takes no new folders|ENOENT/],
    ['a file', async () => join(await folder(), 'file'), /is a file; a data folder is needed/],
  ])('%s is said so with exit code 1', async (_, place, words) => {
    const dataDir = await place();
    if (!dataDir.startsWith('/proc')) await writeFile(dataDir, '');
    const { code, stdout, stderr } = await runToEnd(dataDir);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(words);
  });

  test('is nothing that several levels are missing of', async () => {
    const dataDir = join(await folder(), 'a', 'b', 'c');
    const gateway = await startGateway({ dataDir });
    await authorize(gateway, eur(5).value);
    expect(await readFile(join(dataDir, 'sandbox.ndjson'), 'utf8')).toContain('"value":5');
  });
});
