// docs/erp-guide.md does what it says: every command of it is run as it stands there, in one shell, with a home folder
// of its own and the bridge of its first step. A reader who copies them gets the same.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownPort } from '#support/port.ts';
import { Workbench } from '#support/processes.ts';
import { unmet } from '../../build/testing/test-needs.ts';

const file = 'docs/erp-guide.md';
const guide = readFileSync(file, 'utf8');
const blocks = [...guide.matchAll(/^```sh( first terminal| python)?\n(.*?)^```$/gms)];
const first = blocks.filter(([, where]) => where === ' first terminal').map(([, , commands]) => commands ?? '');
// Where Python is missing its step is left out, and counted as skipped.
const second = blocks
  .filter(([, where]) => where !== ' first terminal')
  .map(([, where, commands = '']) => (where === ' python' && unmet().has('python') ? '' : commands));

const bench = new Workbench();
const said: string[] = [];

beforeAll(async () => {
  const home = bench.folder();
  const port = await ownPort();
  const own = (commands: string) => commands.replaceAll('8420', String(port));
  // What is installed is what is tested; the rest of the first step is run as it is written.
  const start = own(first.join('').replace('npm ci\n', ''));
  const environment = { ...bench.environment(), HOME: home };
  const terminal = bench.shell(`exec ${start}`, environment);
  await terminal.ready();
  const mark = '== end of a step ==';
  const script = second.map((commands) => `${own(commands)}\nprintf '\\n${mark}\\n'\n`).join('');
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => {
    shell.once('close', (code) => resolve(code));
  });
  const [out, errors, code] = await Promise.all([text(shell.stdout), text(shell.stderr), ended]);
  if (code !== 0) throw new Error(`A command of the guide failed:\n${out}\n${errors}`);
  said.push(...out.split(`\n${mark}\n`).map((each) => each.trim()));
});

afterAll(() => bench.close());

describe('the guide for ERPs', () => {
  it('starts one bridge, and has its steps in order', () => {
    expect(first).toHaveLength(1);
    expect(second).toHaveLength(10);
  });

  it('finds the bridge without a token', () => {
    expect(JSON.parse(said[0] ?? '')).toMatchObject({ product: 'Tillbridge', apiVersions: ['v1'] });
  });

  it('sells', () => {
    expect(JSON.parse(said[2] ?? '')).toMatchObject({ state: 'succeeded', kind: 'cloud-pos', attempts: 1 });
  });

  it('gets the same operation for the same request', () => {
    expect(said[3]).toBe('true');
  });

  it('gives a part back, and no more than what is left', () => {
    expect(said[4]).toBe('succeeded');
    expect(said[5]).toMatch(/^422 refund-exceeds-captured: /);
  });

  it('reserves an amount, and takes a part of it', () => {
    expect(said[6]).toBe('succeeded 7500');
  });

  it('reads what happened from the events', () => {
    expect(Number(said[7])).toBeGreaterThanOrEqual(4);
  });

  it('charges an order once from Python', () => {
    const lines = (said[8] ?? '').split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toBe(lines[0]);
    expect(JSON.parse(lines[0] ?? '')).toEqual({ order: 'ORDER-1', transId: 'ORDER-1-1', state: 'succeeded' });
  });

  it('reads the payment in the gateway\u2019s own language', () => {
    const sale = JSON.parse(said[2] ?? '') as { result: { payId: string } };
    expect(said[9]).toBe(sale.result.payId);
  });

  it('links to what is there', () => {
    const links = [...guide.matchAll(/\]\(([^)#]+)\)/g)].map(([, to]) => to ?? '').filter((to) => !to.includes('://'));
    expect(links.filter((to) => !existsSync(join(dirname(file), to)))).toEqual([]);
  });
});
