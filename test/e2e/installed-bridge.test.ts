// The bridge without a window, out of the package that a shop gets: started with no display and no session, by a user
// without a home, as a service would. The folder and its commands are the same as from a checkout.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { textOf } from '#peripherals/emulator/paper.ts';
import { emulatedCounter } from '#support/emulated-counter.ts';
import { Program } from '#support/processes.ts';
import { otherUser } from '#support/second-user.ts';
import { serialLine } from '#support/serial-line.ts';
import { shops } from './till.ts';

const app = dirname(shops);
const command = join(app, 'bin', 'tillbridge');
const executable = join(app, 'resources', 'bridge', 'tillbridge');

const isRoot = process.getuid?.() === 0;

interface Machine {
  readonly base: string;
  readonly dataDir: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** All that the bridge may write; a service's user has no home. As root, of another user. */
function aMachine(): Machine {
  const base = mkdtempSync(join(tmpdir(), 'tillbridge-installed-'));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  if (isRoot) chownSync(base, otherUser.uid, otherUser.gid);
  const environment = {
    PATH: '/usr/bin:/bin',
    TILLBRIDGE_KEY_FILE: join(base, 'notes', 'data.key'),
    XDG_STATE_HOME: join(base, 'notes'),
  };
  return { base, dataDir: join(base, 'data'), environment };
}

const asItsUser = (...words: string[]): string[] =>
  isRoot ? ['setpriv', `--reuid=${otherUser.uid}`, `--regid=${otherUser.gid}`, '--clear-groups', ...words] : words;

function start({ environment }: Machine, args: readonly string[], more: NodeJS.ProcessEnv = {}): Program {
  const [first = '', ...rest] = asItsUser(command, ...args);
  const program = new Program(first, rest, { ...environment, ...more });
  onTestFinished(() => program.end());
  return program;
}

async function said(machine: Machine, ...args: readonly string[]): Promise<string> {
  const program = start(machine, args);
  expect(await program.exited(), program.stderrText).toBe(0);
  return program.stdoutLines.join('\n');
}

it('sells before anybody logs in, and is led by the commands of a checkout', async () => {
  const machine = aMachine();
  const folder = ['--data-dir', machine.dataDir];
  const serving = start(machine, ['serve', ...folder, '--port', '0']);
  const { url } = await serving.ready();

  const token = await said(machine, 'token', 'create', ...folder, '--name', 'ERP', '--scopes', 'status,sale');
  const answer = await fetch(`${url}/v1/operations/sale?wait=60`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': 'sale-1',
    },
    body: JSON.stringify({
      transId: '1',
      posTerminalId: 'VIRTUAL-1',
      amount: { value: 1234, currency: 'EUR' },
    }),
  });
  expect(await answer.json()).toMatchObject({ state: 'succeeded' });
  // What is open: the sale has ended.
  expect(await said(machine, 'operation', 'list', ...folder)).toBe('');
  expect(await said(machine, 'shift', 'report', ...folder)).toContain('1234');
  const documents = await fetch(`${url}/openapi.json`);
  expect(await documents.json()).toMatchObject({ info: { version: expect.stringMatching(/^\d+\.\d+\.\d+$/) } });

  expect(await serving.kill('SIGTERM')).toBe(0);
  expect(await said(machine, 'journal', 'verify', ...folder)).toContain('"ok"');
});

it('prints over a serial line', async () => {
  const machine = aMachine();
  const folder = ['--data-dir', machine.dataDir];
  const { paper, server, close } = await emulatedCounter();
  onTestFinished(close);
  await using line = serialLine(`TCP:127.0.0.1:${server.port}`);
  await line.plug();
  // The service's user is in the group that may open it.
  chmodSync(dirname(line.path), 0o755);
  chmodSync(line.path, 0o666);
  const printer = `COUNTER=serial:${line.path}?baud=115200`;
  const { url } = await start(machine, ['serve', ...folder, '--port', '0', '--printer', printer]).ready();
  const token = await said(machine, 'token', 'create', ...folder, '--name', 'ERP', '--scopes', 'print');
  const answer = await fetch(`${url}/v1/print-jobs?wait=60`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': 'slip-1' },
    body: JSON.stringify({ device: 'COUNTER', document: { blocks: [{ type: 'text', text: 'Thank you' }] } }),
  });
  expect(await answer.json()).toMatchObject({ state: 'printed' });
  expect(textOf(paper.paper)).toContain('Thank you');
});

it('runs its long reads in a thread of its own', async () => {
  const machine = aMachine();
  const folder = ['--data-dir', machine.dataDir];
  const serving = start(machine, ['serve', ...folder, '--port', '0']);
  await serving.ready();
  await said(machine, 'shift', 'close', ...folder);
  // A closed shift is added up in the background worker.
  expect(await said(machine, 'shift', 'report', ...folder, '--number', '1')).toContain('"number"');
});

it('says all that a checkout says', () => {
  const help = (first: string, ...args: string[]): string =>
    execFileSync(first, [...args, 'help'], { encoding: 'utf8' }).replace(/^Where it says bridge.*$/m, '');
  expect(help(command)).toBe(help(process.execPath, 'main/cli.ts'));
});

it('is no Node that runs what it is given', () => {
  const base = mkdtempSync(join(tmpdir(), 'tillbridge-installed-'));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const [script, trace] = [join(base, 'foreign.cjs'), join(base, 'it-ran')];
  writeFileSync(script, `require('node:fs').writeFileSync(${JSON.stringify(trace)}, '')`);
  const environment = { PATH: '/usr/bin:/bin', NODE_OPTIONS: `--require ${script}` };
  for (const args of [[script], ['-e', '1'], ['--inspect=0', 'help'], ['--require', script, 'help'], ['help']]) {
    const { stderr } = spawnSync(executable, args, { env: environment, encoding: 'utf8' });
    expect(stderr).not.toContain('Debugger');
    expect(existsSync(trace), args.join(' ')).toBe(false);
  }
});

it.each(['NODE_DEBUG', 'NODE_V8_COVERAGE', 'NODE_TLS_REJECT_UNAUTHORIZED', 'SSLKEYLOGFILE'])(
  'does not start with %s',
  (name) => {
    const { base, environment } = aMachine();
    const env = { ...environment, [name]: join(base, 'written') };
    const { status, stderr } = spawnSync(command, ['serve', '--data-dir', join(base, 'data')], {
      env,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(name) });
  },
);

it('says what to type where there is no display', () => {
  const { environment } = aMachine();
  const { status, stderr } = spawnSync(command, [], { env: environment, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('tillbridge serve') });
});

it('is found through the link that a package puts on the PATH', () => {
  const { base, environment } = aMachine();
  const link = join(base, 'tillbridge');
  symlinkSync(command, link);
  expect(execFileSync(link, ['help'], { env: environment, encoding: 'utf8' })).toContain('serve');
});
