// Root's installation of a deb on a till that sells, with dpkg, in a root folder of its own: a sound version, and one whose
// bridge does not start, which is taken back by a package that was made again of the installed files. Stand-ins: systemctl
// starts and ends the bridge as the unit says, apt-get calls dpkg.
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readVersion } from '#host/version.ts';
import { DebsWithoutWindow } from '#support/debs-without-window.ts';
import { offeredDeb } from '#support/offered-deb.ts';
import { canHaveOtherRoot, otherRoot } from '#support/other-root.ts';
import { ownPort } from '#support/port.ts';
import { textOf } from '#updates/keys.ts';
import { shops } from './till.ts';

const packed = dirname(shops);
const project = resolve(import.meta.dirname, '../..');
const keys = generateKeyPairSync('ed25519');

function aPlace(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `tillbridge-${name}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function debs(): DebsWithoutWindow {
  const output = aPlace('debs');
  const version = readVersion();
  const args = ['build/packaging/test-debs.ts', packed, output, version];
  execFileSync(process.execPath, args, { cwd: project, stdio: 'ignore' });
  const made = new DebsWithoutWindow(join(output, `tillbridge-${version}.deb`), version);
  onTestFinished(() => made.remove());
  return made;
}

it.skipIf(!canHaveOtherRoot())(
  'a deb is installed and watched, and one whose bridge does not start is taken back, with the till selling on',
  { timeout: 1_200_000 },
  async () => {
    const root = otherRoot([join(packed, 'resources', 'bridge', 'tillbridge')]);
    onTestFinished(() => root.remove());
    const at = (path: string) => join(root.folder, path);
    mkdirSync(at('run/systemd/system'), { recursive: true });
    mkdirSync(at('etc/dpkg'), { recursive: true });
    writeFileSync(at('etc/dpkg/dpkg.cfg'), 'force-depends\n');
    const port = await ownPort();
    root.standIn('unshare');
    root.standIn('apt-get', '[ "$1" != check ] || exit 0', 'for last; do :; done', 'exec dpkg --install "$last"');
    const serve = `/opt/Tillbridge/resources/bridge/tillbridge serve --data-dir /var/lib/tillbridge --port ${port}`;
    const environment =
      'TILLBRIDGE_KEY_FILE=/var/lib/tillbridge-notes/data.key XDG_STATE_HOME=/var/lib/tillbridge-notes';
    const as = 'setpriv --reuid=tillbridge --regid=tillbridge --clear-groups';
    root.standIn(
      'systemctl',
      'runs() { [ -e /bridge.pid ] && kill -0 "$(cat /bridge.pid)" 2>/dev/null; }',
      'case "$1" in',
      '  is-active) if runs; then echo active; else echo inactive; fi ;;',
      '  stop) if runs; then kill "$(cat /bridge.pid)"; while runs; do sleep 0.1; done; fi; rm -f /bridge.pid ;;',
      `  start) case "$*" in *tillbridge.service*) ${as} env -i PATH=/usr/bin ${environment} ${serve} </dev/null >/served 2>&1 & echo $! >/bridge.pid ;; esac ;;`,
      'esac',
    );
    onTestFinished(() => void root.run('systemctl', 'stop', 'tillbridge.service'));
    const version = () => /^Version: (.*)$/m.exec(root.run('dpkg', '--status', 'tillbridge').output)?.[1];
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      );

    const made = debs();
    const [first, broken, sound] = [made.version(0), made.version(1), made.version(2)];
    renameSync(made.make(0, false), at('first.deb'));
    expect(root.run('dpkg', '--install', '/first.deb')).toMatchObject({ status: 0 });
    const [, uid = '', gid = ''] = /^tillbridge:x:(\d+):(\d+):/m.exec(readFileSync(at('etc/passwd'), 'utf8')) ?? [];
    for (const name of ['tillbridge', 'tillbridge-notes', 'tillbridge-updates', 'tillbridge-updates/packages']) {
      mkdirSync(at(`var/lib/${name}`), { mode: 0o700 });
      chownSync(at(`var/lib/${name}`), Number(uid), Number(gid));
    }
    writeFileSync(at('served'), '');
    chmodSync(at('served'), 0o666);
    const policy = { settings: { updates: { url: 'http://127.0.0.1:9/update.json', key: textOf(keys.publicKey) } } };
    writeFileSync(at('etc/tillbridge/policy.json'), JSON.stringify(policy), { mode: 0o644 });
    root.run('systemctl', 'start', 'tillbridge.service');
    await expect.poll(answers, { timeout: 60_000 }).toBe(true);

    /** As the bridge downloads it. */
    const offer = (deb: string, named: string) => {
      const { name, note } = offeredDeb(deb, named, keys);
      cpSync(deb, at(`var/lib/tillbridge-updates/packages/${name}`));
      writeFileSync(at('var/lib/tillbridge-updates/note.json'), note);
      chmodSync(at('var/lib/tillbridge-updates/note.json'), 0o644);
    };
    const install = () =>
      root.run('tillbridge', 'update', 'install', '--data-dir', '/var/lib/tillbridge', '--within', '20');
    const state = () => JSON.parse(readFileSync(at('var/lib/tillbridge-install/state.json'), 'utf8')) as unknown;

    // A bridge that does not start.
    offer(made.make(1, true), broken);
    const failed = install();
    expect(failed).toMatchObject({ status: 1, output: expect.stringContaining(`Version ${broken} was taken back`) });
    expect(version()).toBe(first);
    expect(state()).toMatchObject({
      underWay: null,
      last: { end: 'taken-back', restored: false, why: 'it did not start within 20 s' },
      failed: [{ version: broken }],
    });
    expect(existsSync(at('opt/Tillbridge/resources/bridge/works'))).toBe(false);
    expect(root.run('dpkg', '--verify', 'tillbridge')).toMatchObject({ status: 0, output: '' });
    await expect.poll(answers, { timeout: 60_000 }).toBe(true);

    // A sound one.
    offer(made.make(2, false), sound);
    const done = install();
    expect(done, done.output).toMatchObject({ status: 0 });
    expect(version()).toBe(sound);
    expect(state()).toMatchObject({ underWay: null, last: { end: 'installed' }, back: { from: first } });
    expect(await answers()).toBe(true);
    expect(existsSync(at('var/lib/tillbridge-install/tillbridge'))).toBe(false);
  },
);
