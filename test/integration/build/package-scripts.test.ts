// The scripts that dpkg runs for the deb, in a root of their own: AppArmor and the kernel's namespaces are stand-ins that
// say what the test wants, all else is what Debian has.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type OtherRoot, canHaveOtherRoot, otherRoot } from '#support/other-root.ts';

const scripts = resolve(import.meta.dirname, '../../../build/linux');
const without = !canHaveOtherRoot();

interface System {
  /** `old`: it does not understand the profile; null: there is none. */
  readonly appArmor?: 'new' | 'old' | 'off' | null;
  /** Whether an ordinary user gets namespaces; root does. */
  readonly namespaces?: boolean;
  /** A root for an image that is being made. */
  readonly isImage?: boolean;
}

interface Installed {
  readonly root: OtherRoot;
  readonly read: (path: string) => string;
  readonly mode: (path: string) => string;
}

function unpacked({ appArmor = null, namespaces = true, isImage = false }: System): Installed {
  const root = otherRoot();
  onTestFinished(() => root.remove());
  const at = (path: string) => join(root.folder, path);
  const profile = 'profile "tillbridge" "/opt/Tillbridge/tillbridge" flags=(unconfined) {\n  userns,\n}\n';
  for (const [file, text] of [
    ['opt/Tillbridge/bin/tillbridge', '#!/bin/sh\n'],
    ['opt/Tillbridge/chrome-sandbox', ''],
    ['opt/Tillbridge/resources/apparmor-profile', profile],
  ] as const) {
    mkdirSync(dirname(at(file)), { recursive: true });
    writeFileSync(at(file), text);
  }
  for (const name of ['before-install.sh', 'after-install.sh', 'before-remove.sh', 'after-remove.sh']) {
    copyFileSync(join(scripts, name), at(name));
  }
  root.standIn('unshare', namespaces ? 'exit 0' : '[ "$(id -u)" = 0 ]');
  root.standIn('ischroot', isImage ? 'exit 0' : 'exit 1');
  if (appArmor !== null) {
    root.standIn('apparmor_status', appArmor === 'off' ? 'exit 1' : 'exit 0');
    root.standIn('apparmor_parser', appArmor === 'old' ? 'exit 1' : 'exit 0');
  }
  return {
    root,
    read: (path) => readFileSync(at(path), 'utf8'),
    mode: (path) => (statSync(at(path)).mode & 0o7777).toString(8),
  };
}

function installed(system: System): Installed {
  const made = unpacked(system);
  const { status, output } = made.root.run('/bin/sh', '/after-install.sh', 'configure');
  expect({ status, output }).toEqual({ status: 0, output: '' });
  return made;
}

const parserCalls = ({ root }: Installed) => root.calls().filter((line) => line.startsWith('apparmor_parser'));
const profileAt = '/etc/apparmor.d/tillbridge';

it.skipIf(without)(
  'gives the window its AppArmor profile where the system restricts namespaces, and takes it back',
  () => {
    const made = installed({ appArmor: 'new', namespaces: false });
    expect(made.read(profileAt)).toContain('userns,');
    expect(made.mode(profileAt)).toBe('644');
    expect(parserCalls(made)).toEqual([
      'apparmor_parser --skip-kernel-load --skip-cache /opt/Tillbridge/resources/apparmor-profile',
      `apparmor_parser --replace --write-cache --skip-read-cache ${profileAt}`,
    ]);
    // Another version comes in its place: the profile stays.
    expect(made.root.run('/bin/sh', '/after-remove.sh', 'upgrade', '0.2.0').status).toBe(0);
    expect(existsSync(join(made.root.folder, profileAt))).toBe(true);
    expect(made.root.run('/bin/sh', '/after-remove.sh', 'remove').status).toBe(0);
    expect(existsSync(join(made.root.folder, profileAt))).toBe(false);
    expect(parserCalls(made).at(-1)).toBe(`apparmor_parser --remove ${profileAt}`);
  },
);

it.skipIf(without).each([
  { title: 'an AppArmor that does not understand it', appArmor: 'old', calls: 1 },
  { title: 'an AppArmor that is switched off', appArmor: 'off', calls: 0 },
  { title: 'no AppArmor', appArmor: null, calls: 0 },
] as const)('installs no profile for $title', ({ appArmor, calls }) => {
  const made = installed({ appArmor });
  expect(existsSync(join(made.root.folder, profileAt))).toBe(false);
  expect(parserCalls(made).length).toBe(calls);
});

it.skipIf(without)('loads no profile into the kernel of a machine that makes an image', () => {
  const made = installed({ appArmor: 'new', isImage: true });
  expect(made.read(profileAt)).toContain('userns,');
  expect(parserCalls(made).length).toBe(1);
  expect(made.root.run('/bin/sh', '/after-remove.sh', 'purge').status).toBe(0);
  expect(existsSync(join(made.root.folder, profileAt))).toBe(false);
  expect(parserCalls(made).length).toBe(1);
});

it.skipIf(without)('installs where AppArmor cannot load the profile now, and says so', () => {
  const made = unpacked({ appArmor: 'new' });
  made.root.standIn('apparmor_parser', '[ "$1" != --replace ]');
  const { status, output } = made.root.run('/bin/sh', '/after-install.sh', 'configure');
  expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining('next start of the machine') });
});

it.skipIf(without)('keeps the sandbox able to start where only root gets namespaces', () => {
  expect(installed({ namespaces: false }).mode('/opt/Tillbridge/chrome-sandbox')).toBe('4755');
});

it.skipIf(without)('gives the sandbox no rights where every user gets namespaces', () => {
  expect(installed({ namespaces: true }).mode('/opt/Tillbridge/chrome-sandbox')).toBe('755');
});

it.skipIf(without)('changes nothing of a shop’s when it runs again', () => {
  const made = installed({});
  const at = (path: string) => join(made.root.folder, path);
  expect(made.mode('/etc/tillbridge/environment')).toBe('600');
  writeFileSync(at('etc/tillbridge/environment'), '# of the shop\n');
  const users = made.read('/etc/passwd');
  expect(users).toMatch(/^tillbridge:/m);
  expect(made.read('/etc/group')).toMatch(/^dialout:x:20:tillbridge$/m);
  expect(made.root.run('/bin/sh', '/after-install.sh', 'configure', '0.1.0')).toEqual({ status: 0, output: '' });
  expect(made.read('/etc/tillbridge/environment')).toBe('# of the shop\n');
  expect(made.read('/etc/passwd')).toBe(users);
});

/** An installed till with a data folder, whose command says what is under way. */
function aTillWith(...answers: readonly string[]): Installed {
  const made = installed({});
  const at = (path: string) => join(made.root.folder, path);
  mkdirSync(at('var/lib/tillbridge'));
  writeFileSync(at('var/lib/tillbridge/tillbridge.db'), '');
  writeFileSync(at('calls'), '');
  chmodSync(at('calls'), 0o666);
  made.root.standIn('till-command', 'echo "as $(id -un) with $TILLBRIDGE_KEY_FILE" >>/calls', ...answers);
  rmSync(at('opt/Tillbridge/bin/tillbridge'));
  symlinkSync('/usr/bin/till-command', at('opt/Tillbridge/bin/tillbridge'));
  return made;
}

const replace = ({ root }: Installed, ...more: string[]) =>
  root.run('/usr/bin/env', ...more, '/bin/sh', '/before-install.sh', 'upgrade', '0.1.0', '0.2.0');

describe('a newer deb', () => {
  it.skipIf(without)('is installed where nothing is under way, which the service’s user asks', () => {
    const made = aTillWith();
    expect(replace(made)).toEqual({ status: 0, output: '' });
    const states = ['sending', 'pending', 'unknown'];
    expect(made.root.calls()).toEqual(
      states.flatMap((state) => [
        `till-command operation list --data-dir /var/lib/tillbridge --state ${state}`,
        'as tillbridge with /var/lib/tillbridge-notes/data.key',
      ]),
    );
  });

  it.skipIf(without).each(['sending', 'pending', 'unknown'])('is refused while an operation is %s', (state) => {
    const made = aTillWith(`[ "$6" != ${state} ] || printf '{}\\n{}\\n'`);
    const { status, output } = replace(made);
    expect(status).toBe(1);
    expect(output).toContain(`under way in /var/lib/tillbridge. ${state}: 2.`);
    expect(output).toContain('TILLBRIDGE_FORCE=1');
  });

  it.skipIf(without)('is refused where it is not known what is under way', () => {
    const { status, output } = replace(aTillWith('echo "bridge: no key" >&2', 'exit 1'));
    expect({ status, output }).toEqual({ status: 1, output: expect.stringMatching(/bridge: no key[^]*is not known/) });
  });

  it.skipIf(without)('is installed by force, in words', () => {
    const made = aTillWith('echo "{}"');
    const { status, output } = replace(made, 'TILLBRIDGE_FORCE=1');
    expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining('not asked what is under way') });
    expect(made.root.calls()).toEqual([]);
  });

  it.skipIf(without)('is installed where no bridge ever ran', () => {
    const made = aTillWith('exit 1');
    rmSync(join(made.root.folder, 'var/lib/tillbridge/tillbridge.db'));
    expect(replace(made)).toEqual({ status: 0, output: '' });
  });

  it.skipIf(without)('that was refused leaves the bridge running', () => {
    const made = aTillWith();
    mkdirSync(join(made.root.folder, 'run/systemd/system'), { recursive: true });
    writeFileSync(join(made.root.folder, 'etc/tillbridge/environment'), '# of the shop\n');
    made.root.standIn('systemctl');
    const services = () => made.root.calls().filter((line) => line.startsWith('systemctl'));
    expect(made.root.run('/bin/sh', '/after-install.sh', 'abort-upgrade', '0.2.0').status).toBe(0);
    expect(services()).toEqual([]);
    expect(made.root.run('/bin/sh', '/after-install.sh', 'configure', '0.1.0').status).toBe(0);
    expect(services().at(-1)).toBe('systemctl restart tillbridge.service');
  });
});
