// The scripts that dpkg runs for the deb, in a root of their own: AppArmor and the kernel's namespaces are stand-ins that
// say what the test wants, all else is what Debian has.
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
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
  for (const name of ['after-install.sh', 'before-remove.sh', 'after-remove.sh']) {
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
