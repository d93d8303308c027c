// The deb as a shop's machine meets it: installed by dpkg, sold with, replaced by a newer one, removed and purged. All in
// a root folder of its own, with a stand-in for systemctl, so that the machine of the test stays as it was; the process
// is started as the unit would start it, as the user that the package made.
import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '#sandbox/server.ts';
import { addFaults } from '#support/erp.ts';
import { canHaveOtherRoot, otherRoot } from '#support/other-root.ts';
import { Program } from '#support/processes.ts';
import { shops } from './till.ts';

const packed = dirname(shops);
const project = resolve(import.meta.dirname, '../..');
const without = !canHaveOtherRoot();

/** Debs of both versions, from the folder that is packaged for shops. */
function debs(...versions: readonly string[]): string[] {
  const output = mkdtempSync(join(tmpdir(), 'tillbridge-debs-'));
  onTestFinished(() => rmSync(output, { recursive: true, force: true }));
  const made = join(output, 'made');
  execFileSync(process.execPath, ['build/packaging/test-debs.ts', packed, output, ...versions], {
    cwd: project,
    stdio: 'ignore',
  });
  expect(readFileSync(made, 'utf8')).toBe(versions.join('\n'));
  return versions.map((version) => join(output, `tillbridge-${version}.deb`));
}

const unit = readFileSync(join(project, 'build/linux/tillbridge.service'), 'utf8');
const valuesOf = (key: string): string[] =>
  unit.split('\n').flatMap((line) => (line.startsWith(`${key}=`) ? [line.slice(key.length + 1)] : []));

const apiKey = 'key-of-the-test';
const sale = (number: string) => ({
  transId: number,
  posTerminalId: 'T1',
  amount: { value: 1234, currency: 'EUR' },
});

it.skipIf(without)(
  'installs, sells as the unit starts it, is replaced only when no money is under way, and leaves the shop’s data',
  { timeout: 600_000 },
  async () => {
    const [first = '', newer = ''] = debs('0.1.0', '0.1.1');
    const root = otherRoot([join(packed, 'resources', 'bridge', 'tillbridge')]);
    onTestFinished(() => root.remove());
    const at = (path: string) => join(root.folder, path);
    mkdirSync(at('run/systemd/system'), { recursive: true });
    root.standIn('systemctl');
    root.standIn('unshare');
    const services = () => root.calls().filter((line) => line.startsWith('systemctl'));
    const dpkg = (...words: string[]) => root.run('dpkg', '--force-depends', ...words);
    const install = (deb: string, ...before: string[]) => {
      execFileSync('cp', [deb, at('new.deb')]);
      return root.run('env', ...before, 'dpkg', '--force-depends', '--install', '/new.deb');
    };
    const version = () => /^Version: (.*)$/m.exec(root.run('dpkg', '--status', 'tillbridge').output)?.[1];

    // Installed.
    expect(install(first)).toMatchObject({ status: 0 });
    expect(version()).toBe('0.1.0');
    expect(root.run('tillbridge', 'help')).toMatchObject({ status: 0, output: expect.stringContaining('serve') });
    expect(readFileSync(at('usr/lib/systemd/system/tillbridge.service'), 'utf8')).toBe(unit);
    expect(existsSync(at('usr/share/applications/tillbridge.desktop'))).toBe(true);
    expect(statSync(at('etc/tillbridge/environment')).mode & 0o777).toBe(0o600);
    const [, uid = '', gid = ''] = /^tillbridge:x:(\d+):(\d+):/m.exec(readFileSync(at('etc/passwd'), 'utf8')) ?? [];
    // Enabled, and not started: no API key is there yet.
    const units = 'tillbridge.service tillbridge-update.service tillbridge-install.timer';
    expect(services()).toEqual([
      `systemctl enable --quiet ${units}`,
      'systemctl daemon-reload',
      'systemctl start tillbridge-install.timer',
    ]);

    // What systemd makes for the service.
    for (const name of (valuesOf('StateDirectory')[0] ?? '')
      .split(' ')
      .map((each) => `var/lib/${each}`)
      .concat('run/tillbridge', 'var/log/tillbridge')) {
      mkdirSync(dirname(at(name)), { recursive: true });
      mkdirSync(at(name), { mode: 0o700 });
      chownSync(at(name), Number(uid), Number(gid));
    }
    const rights = [
      'setpriv',
      '--reuid=tillbridge',
      '--regid=tillbridge',
      '--clear-groups',
      '--bounding-set=-all',
      '--inh-caps=-all',
    ];
    const start = (...words: string[]): Program => {
      const environment = ['PATH=/usr/bin', `TILLBRIDGE_API_KEY=${apiKey}`, ...valuesOf('Environment')];
      const [file, ...args] = root.command(...rights, '--no-new-privs', 'env', '-i', ...environment, ...words);
      const program = new Program(file, args, { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' });
      onTestFinished(() => program.end());
      return program;
    };
    const sandbox = await startSandbox({ port: 0, merchantId: 'M1', apiKey });
    onTestFinished(() => sandbox.close());
    const atGateway = ['--gateway', sandbox.url, '--merchant-id', 'M1', '--mode', 'test', '--terminal', 'T1'];
    const serve = [...(valuesOf('ExecStart')[0] ?? '').split(' '), '--port', '0', ...atGateway];

    // A sale.
    const serving = start(...serve);
    const { url } = await serving.ready();
    const folder = ['--data-dir', '/var/lib/tillbridge'];
    const making = start('tillbridge', 'token', 'create', ...folder, '--name', 'ERP', '--scopes', 'status,sale');
    expect(await making.exited(), making.stderrText).toBe(0);
    const headers = { authorization: `Bearer ${making.stdoutLines[0]}`, 'content-type': 'application/json' };
    const sell = async (number: string, wait: number, base = url): Promise<unknown> => {
      const asked = {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': number },
        body: JSON.stringify(sale(number)),
      };
      return (await fetch(`${base}/v1/operations/sale?wait=${wait}`, asked)).json();
    };
    expect(await sell('1', 60)).toMatchObject({ state: 'succeeded' });

    // A newer deb while the gateway is silent about a sale: refused, and the bridge goes on.
    await addFaults(sandbox.url, [{ route: 'POST /cloudpos', fault: 'hang-after', times: 1 }]);
    await expect.poll(() => sell('2', 0)).toMatchObject({ state: 'sending' });
    const refused = install(newer);
    expect(refused.status).not.toBe(0);
    expect(refused.output).toContain('under way in /var/lib/tillbridge. sending: 1.');
    expect(version()).toBe('0.1.0');
    expect(services().filter((line) => line.includes('restart'))).toEqual([]);
    expect(await sell('1', 0)).toMatchObject({ state: 'succeeded' });

    // By force it would go; here the bridge ends, the sale is looked up, and then it goes by itself.
    expect(await serving.kill('SIGTERM'), serving.stderrText).toBe(0);
    const again = start(...serve);
    const { url: secondUrl } = await again.ready();
    await expect.poll(() => sell('2', 5, secondUrl), { timeout: 120_000 }).toMatchObject({ state: 'succeeded' });
    expect(install(newer)).toMatchObject({ status: 0 });
    expect(version()).toBe('0.1.1');
    expect(await again.kill('SIGTERM')).toBe(0);

    // The newer one on the same folder.
    const third = start(...serve);
    const { url: thirdUrl } = await third.ready();
    expect(await sell('1', 0, thirdUrl)).toMatchObject({ state: 'succeeded' });
    expect(await third.kill('SIGTERM')).toBe(0);

    // Removed, and purged: the shop's data stays.
    const data = () => readdirSync(at('var/lib/tillbridge')).toSorted();
    const before = data();
    for (const way of ['--remove', '--purge']) {
      expect(dpkg(way, 'tillbridge'), way).toMatchObject({ status: 0 });
      for (const gone of ['opt/Tillbridge', 'usr/lib/systemd/system/tillbridge.service']) {
        expect(existsSync(at(gone)), gone).toBe(false);
      }
      expect(readdirSync(at('usr/bin'))).not.toContain('tillbridge');
      expect(data()).toEqual(before);
      expect(existsSync(at('var/lib/tillbridge-notes/data.key'))).toBe(true);
      expect(existsSync(at('etc/tillbridge/environment'))).toBe(true);
      expect(readFileSync(at('etc/passwd'), 'utf8')).toMatch(/^tillbridge:/m);
    }
    expect(services()).toEqual(
      expect.arrayContaining([
        'systemctl stop tillbridge-install.timer tillbridge.service',
        `systemctl disable --quiet ${units}`,
      ]),
    );
  },
);
