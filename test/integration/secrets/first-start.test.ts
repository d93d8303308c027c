// Who may make the key of a data folder: only the bridge that holds the folder's lock.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { workerSource } from '#host/worker-source.ts';
import { runCommand } from '#commands/run.ts';
import { lockFolder } from '#store/folder/folder-lock.ts';
import { endSignalsHere } from '#support/end-signals.ts';

function aWorld() {
  endSignalsHere();
  const base = mkdtempSync(join(tmpdir(), 'tillbridge-first-'));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const dataDir = join(base, 'data');
  const config = join(base, 'config');
  const run = async (words: string, environment: { readonly [name: string]: string } = {}) => {
    const said = { out: '', err: '' };
    const code = await runCommand([...words.split(' '), '--data-dir', dataDir], {
      program: 'bridge',
      version: '0.0.0',
      worker: workerSource(),
      environment: { XDG_CONFIG_HOME: config, XDG_STATE_HOME: join(base, 'state'), ...environment },
      stdout: (text) => void (said.out += text),
      secret: () => Promise.reject(new Error('nobody is asked here')),
      stderr: (text) => void (said.err += text),
    });
    return { code, ...said };
  };
  return { dataDir, config, run };
}

it('a second bridge on a new folder is told of the first one, and makes no key', async () => {
  const { dataDir, config, run } = aWorld();
  const lock = lockFolder(dataDir);
  onTestFinished(() => lock.release());
  const second = await run('serve --port 0');
  expect(second).toMatchObject({ code: 1, out: '' });
  expect(second.err).toContain(`is in use by the bridge with process id ${process.pid}`);
  expect(existsSync(config)).toBe(false);
  expect(readdirSync(dataDir)).not.toContain('key.json');
});

it.each([
  'operation list',
  'operation cancel --id op-1',
  'journal erase --operation op-1 --reason asked',
  'shift close',
])('%s before the first start of the bridge says so, and makes no key', async (words) => {
  const { dataDir, config, run } = aWorld();
  expect(await run('token create --name ERP --scopes status')).toMatchObject({ code: 0 });
  const before = readdirSync(dataDir).toSorted();
  const early = await run(words);
  expect(early).toMatchObject({ code: 1, out: '' });
  expect(early.err).toContain(`${dataDir} has no key yet: start the bridge once`);
  expect(existsSync(config)).toBe(false);
  expect(readdirSync(dataDir).toSorted()).toEqual(before);
});
