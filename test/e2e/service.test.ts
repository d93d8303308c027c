// The service that the deb installs, as far as it goes without a systemd that runs: its unit is checked by systemd's own
// tools, and the process is started as the unit would start it, by a system user of its own with nothing else to its name.
import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Program } from '#support/processes.ts';
import { needSecondUser } from '#support/second-user.ts';
import { shops } from './till.ts';

const linux = resolve(import.meta.dirname, '../../build/linux');
const unitFile = join(linux, 'tillbridge.service');
const app = dirname(shops);
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

/** All values of a key of the unit, in order. */
const valuesOf = (key: string): string[] =>
  readFileSync(unitFile, 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith(`${key}=`) ? [line.slice(key.length + 1)] : []));

it.skipIf(!hasSystemd)('is exposed no more than a service of a shop may be', () => {
  const args = ['security', '--offline=true', '--threshold=20', '--no-pager', unitFile];
  const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  const [, level = '10'] = /Overall exposure level for tillbridge\.service: ([\d.]+)/.exec(stdout) ?? [];
  expect({ status, isLow: Number(level) <= 2 }).toEqual({ status: 0, isLow: true });
});

it.skipIf(!hasSystemd)('is a unit that systemd understands, as those of its updates are', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-unit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // systemd wants to find the program.
  const units = [
    'tillbridge.service',
    'tillbridge-update.service',
    'tillbridge-install.service',
    'tillbridge-install.timer',
  ];
  for (const name of units) {
    const unit = readFileSync(join(linux, name), 'utf8').replaceAll('/opt/Tillbridge', app);
    writeFileSync(join(folder, name), unit);
  }
  const copies = units.map((name) => join(folder, name));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...copies], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

it('is not started again with arguments that it does not understand', () => {
  const [command = '', ...args] = (valuesOf('ExecStart')[0] ?? '').replaceAll('/opt/Tillbridge', app).split(' ');
  const { status, stderr } = spawnSync(command, [...args, '--no-such-option'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('--no-such-option') });
  expect((valuesOf('RestartPreventExitStatus')[0] ?? '').split(' ')).toContain(String(status));
});

it('is tried for ever where it does not start, as where another program holds its port for some minutes', () => {
  expect(valuesOf('StartLimitIntervalSec')).toEqual(['0']);
  expect(valuesOf('Restart')).toEqual(['on-failure']);
});

it('sells as the unit starts it: as a system user, without rights, home, display or session', async (context) => {
  needSecondUser(context);
  const name = `tillbridge-t${process.pid}`;
  execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', name]);
  onTestFinished(() => void execFileSync('userdel', [name]));
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  const [uid, gid] = [id('-u'), id('-g')];
  const base = mkdtempSync(join(tmpdir(), 'tillbridge-service-'));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  execFileSync('chmod', ['755', base]);
  const within = (text: string) =>
    text
      .replaceAll('/var/lib', base)
      .replaceAll('/var/log/', `${base}/log-`)
      .replaceAll('/run/', `${base}/run-`)
      .replaceAll('/opt/Tillbridge', app);
  // What systemd makes for it.
  const folders = [...(valuesOf('StateDirectory')[0] ?? '').split(' '), 'run-tillbridge', 'log-tillbridge'].map(
    (each) => join(base, each),
  );
  for (const folder of folders) {
    mkdirSync(folder, { mode: 0o700 });
    chownSync(folder, uid, gid);
  }
  const environment = Object.fromEntries(
    valuesOf('Environment').map((line) => within(line).split('=') as [string, string]),
  );
  const limits = ['prlimit', `--core=${valuesOf('LimitCORE')[0]}`];
  const rights = [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--bounding-set=-all',
    '--inh-caps=-all',
    '--no-new-privs',
  ];
  const [command = '', ...args] = within(valuesOf('ExecStart')[0] ?? '').split(' ');
  const start = (...words: string[]) => {
    const program = new Program('prlimit', [...limits.slice(1), ...rights, ...words], {
      PATH: '/usr/bin:/bin',
      ...environment,
    });
    onTestFinished(() => program.end());
    return program;
  };

  const serving = start(command, ...args, '--port', '0');
  const { url, pid } = await serving.ready();
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  expect(status).toMatch(new RegExp(`^Uid:\\s+${uid}\\s`, 'm'));
  expect(status).toMatch(/^CapEff:\s+0{16}$/m);
  expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
  expect(readFileSync(`/proc/${pid}/limits`, 'utf8')).toMatch(/^Max core file size\s+0\s+0/m);

  const folder = ['--data-dir', within('/var/lib/tillbridge')];
  const making = start(command, 'token', 'create', ...folder, '--name', 'ERP', '--scopes', 'status,sale');
  expect(await making.exited(), making.stderrText).toBe(0);
  const answer = await fetch(`${url}/v1/operations/sale?wait=60`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${making.stdoutLines[0]}`,
      'content-type': 'application/json',
      'idempotency-key': 'sale-1',
    },
    body: JSON.stringify({ transId: '1', posTerminalId: 'VIRTUAL-1', amount: { value: 1234, currency: 'EUR' } }),
  });
  expect(await answer.json()).toMatchObject({ state: 'succeeded' });
  expect(statSync(within('/var/lib/tillbridge/tillbridge.db')).mode & 0o077).toBe(0);

  const doctor = start(command, 'doctor', ...folder, '--json');
  expect(await doctor.exited(), doctor.stdoutLines.join('\n')).toBe(0);
  expect(JSON.parse(doctor.stdoutLines[0] ?? '')).toMatchObject({ healthy: true, running: true });
  expect(await serving.kill('SIGTERM')).toBe(0);
});

it.each(['before-install.sh', 'after-install.sh', 'before-remove.sh', 'after-remove.sh'])(
  '%s is a script that a shell understands',
  (name) => {
    expect(spawnSync('sh', ['-n', join(linux, name)], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
    // electron-builder takes what stands in such brackets for its own.
    expect(readFileSync(join(linux, name), 'utf8')).not.toContain('${');
  },
);

it('keeps what a shop has when the package is removed', () => {
  for (const name of ['before-remove.sh', 'after-remove.sh']) {
    expect(readFileSync(join(linux, name), 'utf8')).not.toMatch(/rm -r|\/var\/lib|userdel/);
  }
  expect(existsSync(join(linux, 'tillbridge.service'))).toBe(true);
});
