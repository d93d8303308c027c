// What a running bridge knows of updates, by command and in the status; and a version that is held.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { Shop } from '#support/shop.ts';

const shop = new Shop();
const key = `${'A'.repeat(43)}=`;

async function update(...args: readonly string[]) {
  const program = shop.bench.start('main/cli.ts', ['update', ...args, '--data-dir', shop.dataDir]);
  const code = await program.exited();
  const [line] = program.stdoutLines;
  return { code, told: line === undefined ? null : (JSON.parse(line) as JsonObject), errors: program.stderrText };
}

const off = {
  state: 'off',
  version: null,
  heardAt: null,
  waits: null,
  asks: false,
  file: null,
  problem: null,
  last: null,
  moment: null,
};

beforeAll(() => shop.open('status'));
afterAll(async () => {
  await shop.close();
  rmSync(`${shop.dataDir}-updates`, { recursive: true, force: true });
});

it('a till whose settings name no server looks for none, and writes nothing', async () => {
  expect(await update('status')).toEqual({ code: 0, told: off, errors: 'The till looks for no updates.\n' });
  const status = await shop.erp.get('/v1/status');
  expect(status.body['update']).toEqual(off);
  expect(existsSync(`${shop.dataDir}-updates`)).toBe(false);
});

it('a version is held beside the data folder, and taken back', async () => {
  const held = join(`${shop.dataDir}-updates`, 'held');
  expect(await update('hold')).toMatchObject({ code: 0, errors: expect.stringContaining('stays with the version') });
  expect(existsSync(held)).toBe(true);
  expect(await update('hold', '--off')).toMatchObject({ code: 0, errors: expect.stringContaining('again') });
  expect(existsSync(held)).toBe(false);
});

it('a checkout says that no package can replace it, and without a bridge there is nothing to tell', async () => {
  expect(await shop.program.kill('SIGTERM')).toBe(0);
  const silent = await update('status');
  expect(silent).toMatchObject({ code: 1, told: null, errors: expect.stringContaining('No bridge runs on') });
  const url = 'http://127.0.0.1:9/update.json';
  writeFileSync(join(shop.dataDir, 'settings.json'), JSON.stringify({ updates: { url, key } }));
  await shop.startBridge();
  const problem = 'Updates are off: this program was not installed from a package.';
  expect(await update('check')).toMatchObject({ code: 1, told: { ...off, problem } });
});
