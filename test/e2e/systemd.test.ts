// The deb on a system whose systemd, dpkg and apt really run: installed without a person, sold with before anybody logs in,
// after a reboot and after its bridge was killed, and updated while the power is cut.
import { execFileSync, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '#sandbox/server.ts';
import { readVersion } from '#host/version.ts';
import { DebsWithoutWindow } from '#support/debs-without-window.ts';
import { Erp, ledgerOf } from '#support/erp.ts';
import { keepOnFailure } from '#support/evidence.ts';
import { offeredDeb } from '#support/offered-deb.ts';
import { OwnSystem } from '#support/own-system/own-system.ts';
import { ownPort } from '#support/port.ts';
import { seedOfRun, share } from '#support/share.ts';
import type { InstallState } from '#updates/install/state.ts';
import { textOf } from '#updates/keys.ts';
import { shops } from './till.ts';

const packed = dirname(shops);
const project = resolve(import.meta.dirname, '../..');
const keys = generateKeyPairSync('ed25519');
const without = !OwnSystem.isPossible();

function debOf(version: string): string {
  const output = mkdtempSync(join(tmpdir(), 'tillbridge-debs-'));
  onTestFinished(() => rmSync(output, { recursive: true, force: true }));
  const args = ['build/packaging/test-debs.ts', packed, output, version];
  execFileSync(process.execPath, args, { cwd: project, stdio: 'ignore' });
  return join(output, `tillbridge-${version}.deb`);
}

const cuts = Number.parseInt(process.env['TILLBRIDGE_DEB_CUTS'] ?? share({ small: '2', large: '3' }), 10);
const seed = seedOfRun();
let dice = seed >>> 0;
function throwDice(sides: number): number {
  dice = (Math.imul(dice, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((dice / 2 ** 32) * sides);
}

it.skipIf(without)(
  'is installed and provisioned without a person, sells before anybody logs in, and survives kills, reboots and power cuts in its updates',
  { timeout: 3_600_000 },
  async () => {
    const version = readVersion();
    const made = new DebsWithoutWindow(debOf(version), version);
    onTestFinished(() => made.remove());
    const apiKey = 'key-of-the-test';
    const sandbox = await startSandbox({ port: 0, merchantId: 'M1', apiKey });
    onTestFinished(() => sandbox.close());
    const system = new OwnSystem();
    onTestFinished(() => system.end());
    keepOnFailure('system.txt', async () => (await system.run('journalctl', '--no-pager', '-n', '200')).output);
    const port = await ownPort();
    const does = async (...words: string[]) => {
      const { status, output, errors } = await system.run(...words);
      expect(status, `${words.join(' ')}: ${output}${errors}`).toBe(0);
      return output;
    };
    const asIts = (...words: string[]) => does('runuser', '--user', 'tillbridge', '--', 'tillbridge', ...words);
    const folder = ['--data-dir', '/var/lib/tillbridge'];

    // What IT puts there before.
    await system.switchOn();
    const policy = {
      settings: {
        gateway: { root: sandbox.url, merchantId: 'M1', mode: 'test' },
        terminals: ['T1'],
        processingSeconds: 1,
        loopbackPort: port,
        updates: { url: 'http://127.0.0.1:9/update.json', key: textOf(keys.publicKey) },
      },
    };
    mkdirSync(system.exchange, { recursive: true });
    writeFileSync(join(system.exchange, 'policy.json'), JSON.stringify(policy));
    writeFileSync(join(system.exchange, 'environment'), `TILLBRIDGE_API_KEY=${apiKey}\n`);
    await does('install', '-d', '/etc/tillbridge');
    await does('install', '-m', '644', '/exchange/policy.json', '/etc/tillbridge/policy.json');
    await does('install', '-m', '600', '/exchange/environment', '/etc/tillbridge/environment');
    cpSync(made.make(0, false), join(system.exchange, 'new.deb'));
    // As IT types it. What Electron needs was installed for the other tests; nothing may be downloaded for it.
    const refused = 'http://127.0.0.1:9';
    await does('apt-get', 'install', '--yes', '-o', `Acquire::http::Proxy=${refused}`, '/exchange/new.deb');

    // A sale, with nobody logged in.
    const answers = () => fetch(`http://127.0.0.1:${port}/healthz`).then(Boolean, () => false);
    await expect.poll(answers, { timeout: 60_000 }).toBe(true);
    const shown = await does('systemctl', 'show', '--property=User,LimitCORE,StartLimitIntervalUSec', 'tillbridge');
    expect(shown.split('\n')).toEqual(
      expect.arrayContaining(['LimitCORE=0', 'User=tillbridge', 'StartLimitIntervalUSec=0']),
    );
    const token =
      (await asIts('token', 'create', ...folder, '--name', 'ERP', '--scopes', 'status,sale')).split('\n')[0] ?? '';
    const erp = new Erp(`http://127.0.0.1:${port}`, token, { connection: 'close' });
    const sell = async (transId: string): Promise<unknown> => {
      const sale = { transId, posTerminalId: 'T1', amount: { value: 1234, currency: 'EUR' } };
      const asked = erp.post('/v1/operations/sale?wait=20', sale, transId);
      return asked.then(
        ({ body }) => body['state'] ?? body['code'],
        () => 'no answer',
      );
    };
    const sold = new Set<string>();
    const sells = (transId: string) => {
      sold.add(transId);
      return expect.poll(() => sell(transId), { timeout: 120_000 }).toBe('succeeded');
    };
    await sells('1');
    expect(JSON.parse((await asIts('doctor', ...folder, '--json')).split('\n')[0] ?? '')).toMatchObject({
      healthy: true,
    });

    const offer = async (package_: string, named: string) => {
      const { name, note } = offeredDeb(package_, named, keys);
      cpSync(package_, join(system.exchange, name));
      writeFileSync(join(system.exchange, 'note.json'), note);
      const owned = ['-o', 'tillbridge', '-g', 'tillbridge'];
      await does('install', '-d', ...owned, '-m', '700', '/var/lib/tillbridge-updates/packages');
      await does('install', ...owned, '-m', '600', `/exchange/${name}`, '/var/lib/tillbridge-updates/packages');
      await does('install', ...owned, '-m', '600', '/exchange/note.json', '/var/lib/tillbridge-updates');
      rmSync(join(system.exchange, name));
    };

    // Killed, it is started again; so it is with the machine.
    await does('systemctl', 'kill', '--kill-whom=main', '--signal=SIGKILL', 'tillbridge');
    await sells('2');
    await system.cutPower();
    await system.switchOn();
    await sells('1');
    await sells('3');

    // Updates, sound ones and one in three whose bridge does not start; the power is cut in each.
    const state = () => JSON.parse(system.read('var/lib/tillbridge-install/state.json') ?? '{}') as InstallState;
    const inPlace = () => does('dpkg-query', '--show', '--showformat=${db:Status-Abbrev} ${Version}', 'tillbridge');
    const cut: string[] = [];
    for (let round = 1; round <= cuts; round += 1) {
      const isBroken = round % 3 === 0;
      const from = await inPlace();
      const to = made.version(round);
      await offer(made.make(round, isBroken), to);
      const [file, ...args] = system.command('tillbridge', 'update', 'install', ...folder, '--within', '20');
      const installing = spawn(file, args, { stdio: 'ignore' });
      let hasEnded = false;
      const ended = once(installing, 'exit').then(() => (hasEnded = true));
      const isThere = isBroken && throwDice(2) === 0 ? 'back' : 'put';
      await expect.poll(() => hasEnded || state().underWay?.step === isThere, { timeout: 300_000 }).toBe(true);
      // The first one while dpkg writes, the others at any time from then on.
      const isUnpacking = () => hasEnded || system.has('opt/Tillbridge/resources/bridge/tillbridge.dpkg-new');
      if (round === 1) await expect.poll(isUnpacking, { timeout: 120_000 }).toBe(true);
      else await setTimeout(throwDice(6_000));
      cut.push(`${isBroken ? 'broken' : 'sound'} at ${state().underWay?.step ?? 'its end'}`);
      await system.cutPower();
      await ended;
      await system.switchOn();
      await sells(`after-${round}`);
      // Its timer does so after a minute. It ends with an error where a version is taken back.
      await system.run('systemctl', 'start', 'tillbridge-install.service');
      await expect.poll(() => state().underWay, { timeout: 120_000 }).toBe(null);
      const what = `${cut.at(-1)}: ${JSON.stringify(state())}`;
      expect(await inPlace(), what).toBe(isBroken ? from : `ii  ${to}`);
      expect(await does('dpkg', '--verify', 'tillbridge'), what).toBe('');
      await sells('1');
    }
    const { executions } = await ledgerOf(sandbox.url);
    for (const transId of sold) {
      await sells(transId);
      expect(executions.filter((each) => each.transId === transId)).toHaveLength(1);
    }
    process.stdout.write(`seed ${seed}: the power was cut in ${cuts} updates of a deb, ${cut.join(', ')}\n`);

    // Removed, it is gone, and the shop's data stays.
    await does('apt-get', 'remove', '--yes', 'tillbridge');
    expect(await answers()).toBe(false);
    await does('test', '-e', '/var/lib/tillbridge/tillbridge.db');
  },
);
