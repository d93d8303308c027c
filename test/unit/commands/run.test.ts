// What a call that is wrong is told, and by which exit code a script knows it.
import { describe, expect, it } from 'vitest';
import { workerSource } from '#host/worker-source.ts';
import { runCommand } from '#commands/run.ts';

async function run(...args: string[]) {
  const said = { stdout: '', stderr: '' };
  const code = await runCommand(args, {
    program: 'bridge',
    version: '0.0.0',
    worker: workerSource(),
    environment: {},
    stdout: (text) => void (said.stdout += text),
    secret: () => Promise.reject(new Error('nobody is asked here')),
    stderr: (text) => void (said.stderr += text),
  });
  return { code, ...said };
}

describe('a call without a command that is known', () => {
  it.each([
    [[], 'bridge: a command is missing'],
    [['sell'], 'bridge: there is no command "sell"'],
    [['token'], 'bridge: token needs create, list, change, renew, revoke, let-in or webhook'],
    [['token', 'make'], 'bridge: token needs create, list, change, renew, revoke, let-in or webhook'],
    [['journal', 'constructor'], 'bridge: journal needs verify, export, erase or reconcile'],
    [
      ['operation', ''],
      'bridge: operation needs list, cancel, decide, keep-approved, free-terminal, pay-rest, take-back-rest or seen',
    ],
    [['folder', 'lift'], 'bridge: folder needs backup, restore, resume, compact, move or archive'],
    [['operator', 'make'], 'bridge: operator needs create, list, change-pin or remove'],
    [['shift', 'report', '--numbr', '1'], "bridge: Unknown option '--numbr'"],
  ])('%j is told what is missing, with the usage, by code 2', async (args, words) => {
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.startsWith(words)).toBe(true);
    expect(stderr).toContain('usage:\n');
  });
});

it.each([[['--help']], [['help']], [['-h']], [['token', '--help']], [['shift', 'close', '-h']], [['serve', '--help']]])(
  '%j gets the usage and code 0',
  async (args) => {
    const { code, stdout, stderr } = await run(...args);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^usage:\n/);
  },
);

it.each([
  [['shift'], ['shift report', 'shift close']],
  [['shift', 'report', '--numbr', '1'], ['shift report']],
  [['operation', 'decide'], ['operation decide']],
  [['doctor', '--no'], ['doctor']],
])('%j is told how this call is made, so that what was wrong stands in sight', async (args, calls) => {
  const { stderr } = await run(...args);
  const shown = [...stderr.matchAll(/^ {2}bridge ([a-z]+(?: [a-z][a-z-]*)?)/gm)].map(([, call]) => call);
  expect(shown).toEqual(calls);
  expect(stderr).toContain('bridge --help');
  expect(stderr.split('\n').length).toBeLessThan(18);
});

it('tells an unknown command which there are, and all of them with --help', async () => {
  const { stderr } = await run('sell');
  expect(stderr).toContain('serve|token|doctor|bundle|folder|update|operation|print|operator|journal|shift');
  expect(stderr.split('\n').length).toBeLessThan(6);
  const { stdout } = await run('--help');
  for (const each of ['serve', 'token create', 'shift close']) expect(stdout).toContain(`  bridge ${each}`);
});
