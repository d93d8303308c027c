// What a shop gets is started as an attacker would: with the switches and the variables of Chromium and Node. None of
// them may let an attacker in, and each is named. The copy that the other tests drive
// differs in its fuses alone (build/packaging/open-fuses.ts), and takes switches only where its inspector is open.
import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ownPort } from '#support/port.ts';
import { filesBelow, newHome, shops, until } from './till.ts';

const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

interface Started {
  readonly child: ChildProcess;
  readonly home: string;
  said(): string;
  /** Null where a signal ended it. */
  readonly ended: Promise<number | null>;
}

function start(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Started {
  const home = newHome();
  // A keyring of nobody's: what the shop's app does without a driver needs none.
  const { DBUS_SESSION_BUS_ADDRESS: _, ...rest } = process.env;
  const env = { ...rest, XDG_CONFIG_HOME: home, LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8', ...environment };
  const child = spawn(shops, [...asRoot, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (more: string) => {
      text += more;
    });
  }
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, home, said: () => text, ended };
}

const doors = /DevTools listening|Debugger listening/;

it.each([
  '--remote-debugging-port=0',
  '-remote-debugging-port=0',
  '--remote-debugging-pipe',
  '--inspect-brk=0',
  `--user-data-dir=${join(tmpdir(), 'tillbridge-elsewhere')}`,
])('does not start with %s, says so, and opens nothing', async (argument) => {
  const started = start([argument]);
  expect(await started.ended).toBe(2);
  const [name = ''] = argument.replace(/^-+/, '').split('=', 1);
  expect(started.said()).toContain(`Tillbridge cannot start: --${name} is not allowed.`);
  expect(started.said()).not.toMatch(doors);
  expect(filesBelow(started.home).filter(({ path }) => /DevToolsActivePort|folder\.json|\.db$/.test(path))).toEqual([]);
});

it.each([
  ['ELECTRON_ENABLE_LOGGING', '1'],
  ['ELECTRON_RUN_AS_NODE', '1'],
])('does not start with %s in its environment', async (name, value) => {
  const started = start([], { [name]: value });
  expect(await started.ended).toBe(2);
  expect(started.said()).toContain(`Tillbridge cannot start: ${name} is not allowed.`);
  expect(started.said()).not.toMatch(doors);
});

it('never serves the debugging port, however often it is asked while the start is refused', async () => {
  const probe = new Set<string>();
  const port = await ownPort();
  const started = start([`--remote-debugging-port=${port}`]);
  const over = { yes: false };
  void started.ended.then(() => {
    over.yes = true;
  });
  while (!over.yes) probe.add(await knock(port));
  expect(await started.ended).toBe(2);
  expect([...probe]).toEqual(['refused']);
});

it('starts with what a shop needs, and neither Node’s options nor its signal open an inspector', async () => {
  const started = start(['--lang=de', '--disable-gpu', '--password-store=basic'], { NODE_OPTIONS: '--inspect=0' });
  await until(() => (started.said().includes('"event":"started"') ? true : null));
  started.child.kill('SIGUSR1');
  // It ends by the signal or goes on; either way nothing listens. The next signal is handled after it.
  started.child.kill('SIGTERM');
  await started.ended;
  expect(started.said()).not.toMatch(doors);
});

function knock(port: number): Promise<'open' | 'refused'> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve('open');
    });
    socket.once('error', () => resolve('refused'));
  });
}
