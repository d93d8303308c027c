// The database file is checked in a process of its own: it can be ended at any moment, and ends with its bridge.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createBackground } from '#background/background.ts';
import { startable, workerEntry } from '#support/bundled.ts';
import { startMs } from '#support/records.ts';
import { accept, anAccepted } from '#support/store-data.ts';
import { aFolder, opened } from '#support/store-folder.ts';

const command = [process.execPath, resolve(startable('main/cli.ts'))];

async function filled(): Promise<string> {
  const dataDir = aFolder();
  const folder = opened(dataDir);
  folder.signer(startMs);
  await folder.store.transact((tx) => {
    for (let index = 0; index < 300; index += 1) accept(tx, anAccepted(`n${index}`));
  });
  folder.close();
  return dataDir;
}

function spoil(dataDir: string): void {
  const file = join(dataDir, 'tillbridge.db');
  const bytes = readFileSync(file);
  bytes.fill(0xee, Math.floor(bytes.length / 2));
  writeFileSync(file, bytes);
}

/** A program that notes its process id in a file and never answers. */
function hanging(): { readonly program: readonly string[]; readonly pid: () => number } {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-check-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'pid');
  const script = `require('node:fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); for (;;);`;
  return {
    program: [process.execPath, '-e', script, '--'],
    pid: () => Number(readFileSync(file, 'utf8')),
  };
}

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('says of a sound file that nothing was found, and of a damaged one what', async () => {
  const dataDir = await filled();
  const background = createBackground(workerEntry(), command);
  onTestFinished(() => background.close());
  expect(await background.checkFile({ dataDir, thorough: false })).toBeNull();
  expect(await background.checkFile({ dataDir, thorough: true })).toBeNull();
  spoil(dataDir);
  expect(await background.checkFile({ dataDir, thorough: true })).toMatch(/malformed|page|damaged/);
});

it('ends a check that is inside a long read, and is gone when the background has closed', async () => {
  const { program, pid } = hanging();
  const background = createBackground(workerEntry(), program);
  const checking = background.checkFile({ dataDir: aFolder(), thorough: false });
  const ended = checking.catch((error: unknown) => error);
  await vi.waitFor(() => expect(pid()).toBeGreaterThan(0));
  expect(isThere(pid())).toBe(true);
  await background.close();
  expect(isThere(pid())).toBe(false);
  expect(await ended).toMatchObject({ name: 'JobEnded' });
});

it('leaves other jobs their turn while it runs', async () => {
  const dataDir = await filled();
  const { program } = hanging();
  const background = createBackground(workerEntry(), program);
  const checking = background.checkFile({ dataDir, thorough: false }).catch(() => 'ended');
  expect(await background.run('touchedSince', { dataDir, seq: 0, names: new Set<string>() })).toBeInstanceOf(Set);
  await background.close();
  expect(await checking).toBe('ended');
});

it('checks in a thread where the program cannot be started', async () => {
  const background = createBackground(workerEntry(), [join(aFolder(), 'missing')]);
  onTestFinished(() => background.close());
  expect(await background.checkFile({ dataDir: await filled(), thorough: false })).toBeNull();
});

it('does not wait for a thread that is inside SQLite', async () => {
  const folder = aFolder();
  const [entry, began] = [join(folder, 'worker.mjs'), join(folder, 'began')];
  const long =
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 15000000) SELECT count(*) FROM n';
  writeFileSync(
    entry,
    `import { writeFileSync } from 'node:fs'; import { DatabaseSync } from 'node:sqlite';
    writeFileSync(${JSON.stringify(began)}, ''); new DatabaseSync(':memory:').prepare('${long}').get();`,
  );
  const background = createBackground(pathToFileURL(entry));
  const running = background
    .run('touchedSince', { dataDir: folder, seq: 0, names: new Set<string>() })
    .catch(() => 'its thread ended');
  await vi.waitFor(() => expect(existsSync(began)).toBe(true));
  await background.close();
  expect(await Promise.race([running, Promise.resolve('it still runs')])).toBe('it still runs');
  expect(await running).toBe('its thread ended');
});

it('makes a backup of a folder that is open, and says why it did not', async () => {
  const [dataDir, to] = [aFolder(), aFolder()];
  const folder = opened(dataDir);
  folder.signer(startMs);
  const background = createBackground(workerEntry(), command);
  onTestFinished(() => background.close());
  const wish = { dataDir, to, keep: 2, version: '1.0.0', nowMs: startMs };
  await background.backup(wish);
  expect(readdirSync(to)).toHaveLength(1);
  await expect(background.backup({ ...wish, to: join(dataDir, 'copies') })).rejects.toThrow('lies in the data folder');
});

it('makes a backup in a thread where the program cannot be started', async () => {
  const [dataDir, to] = [await filled(), aFolder()];
  const background = createBackground(workerEntry(), [join(aFolder(), 'missing')]);
  onTestFinished(() => background.close());
  await background.backup({ dataDir, to, keep: 2, version: '1.0.0', nowMs: startMs });
  expect(readdirSync(to)).toHaveLength(1);
});

it('ends with the bridge that started it, also where that was killed', async () => {
  const [program = '', ...args] = command;
  const child = spawn(program, [...args, 'check-file', '--data-dir', await filled()], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.destroy();
  const [[, signal], answer] = await Promise.all([once(child, 'exit'), text(child.stdout)]);
  expect([signal, answer]).toEqual(['SIGKILL', '']);
});
