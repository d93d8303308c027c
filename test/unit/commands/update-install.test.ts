// Root installs what the bridge's user has downloaded, and believes nothing of it that was not signed.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { installUpdate } from '#commands/update-install.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import { anUpdateServer, platform } from '#support/update-server.ts';
import { updateFolderOf } from '#updates/note.ts';
import { createUpdater } from '#updates/updater.ts';

const nowMs = Date.parse('2026-11-28T10:00:00Z');
const deb = 'tillbridge-9.0.0-linux-amd64.deb';

async function aTill() {
  const dataDir = join(aFolder(), 'shop');
  opened(dataDir).close();
  const server = await anUpdateServer(() => nowMs);
  server.offer();
  const folder = updateFolderOf(dataDir);
  const updater = createUpdater({
    folder,
    settings: { url: server.url, channel: 'stable', key: server.key },
    version: '1.0.0',
    schema: 1,
    kind: 'deb',
    platform,
    nowMs: () => nowMs,
    free: () => Number.MAX_SAFE_INTEGER,
    changed: () => undefined,
  });
  const { signal } = new AbortController();
  await updater.look(signal);
  await updater.fetch(signal);
  const policy = join(aFolder(), 'policy.json');
  const byPolicy = (key: string) => {
    writeFileSync(policy, JSON.stringify({ settings: { updates: { url: server.url, key } } }));
    chmodSync(policy, 0o644);
  };
  byPolicy(server.key);
  const ran: (readonly string[])[] = [];
  const codes = { backup: 0, apt: 0 };
  let installed = '';
  const said: string[] = [];
  const install = (change: { version?: string; kind?: string; isRoot?: boolean; nowMs?: number } = {}): number =>
    installUpdate(
      ['--data-dir', dataDir, '--policy', policy],
      {
        program: 'tillbridge',
        version: change.version ?? '1.0.0',
        worker: '',
        ownProgram: ['tillbridge'],
        packageKind: change.kind ?? 'deb',
        environment: {},
        stdout: () => undefined,
        stderr: (text) => said.push(text),
        secret: () => Promise.reject(new Error('no secret is asked for')),
      },
      {
        isRoot: change.isRoot ?? true,
        nowMs: change.nowMs ?? nowMs,
        platform,
        run(command) {
          ran.push(command);
          if (command.includes('backup')) return codes.backup;
          installed = readFileSync(command.at(-1) ?? '', 'utf8');
          return codes.apt;
        },
      },
    );
  return { dataDir, folder, server, byPolicy, ran, codes, install, said, installed: () => installed };
}

it('a package is copied, its data folder saved first, and installed from a place that only root writes', async () => {
  const { dataDir, folder, server, ran, install, installed, said } = await aTill();
  expect(install()).toBe(0);
  const [backup, apt] = ran;
  const copies = join(folder.dir, 'copies');
  expect(backup).toEqual(['tillbridge', 'folder', 'backup', '--data-dir', dataDir, '--to', copies, '--keep', '2']);
  expect(apt?.slice(0, 3)).toEqual(['/usr/bin/apt-get', 'install', '--yes']);
  expect(apt?.[3]).toMatch(new RegExp(`/tillbridge-update-\\w+/${deb}$`));
  expect(installed()).toBe(server.files.get(`/stable/${deb}`)?.toString());
  expect(existsSync(apt?.[3] ?? '')).toBe(false);
  expect(said.join('')).toContain('Version 9.0.0 is installed');
});

type Till = Awaited<ReturnType<typeof aTill>>;
const packageIn = ({ folder }: Till) => join(folder.packages, deb);

it.each<[string, (till: Till) => void, Parameters<Till['install']>[0], RegExp]>([
  ['by another user than root', () => undefined, { isRoot: false }, /as root/],
  ['over what is no deb', () => undefined, { kind: 'zip' }, /not installed from a deb/],
  [
    'where the bridge knows nothing',
    ({ folder }) => folder.write({ ...folder.note(), signed: null }),
    {},
    /nothing to install/,
  ],
  [
    'signed with a key that the policy does not name',
    ({ byPolicy }) => byPolicy(`${'A'.repeat(43)}=`),
    {},
    /not signed/,
  ],
  ['after its time', () => undefined, { nowMs: nowMs + 31 * 86_400_000 }, /has expired/],
  ['that runs already', () => undefined, { version: '9.0.0' }, /9\.0\.0 is the latest/],
  ['that is older', () => undefined, { version: '9.1.0' }, /older version/],
  [
    'changed after it was downloaded',
    (till) => writeFileSync(packageIn(till), Buffer.alloc(300_000, 'evil')),
    {},
    /not .* as it was signed/,
  ],
  ['made longer', (till) => writeFileSync(packageIn(till), 'x', { flag: 'a' }), {}, /not .* as it was signed/],
  [
    'behind a link',
    (till) => {
      renameSync(packageIn(till), join(till.dataDir, 'elsewhere'));
      symlinkSync(join(till.dataDir, 'elsewhere'), packageIn(till));
    },
    {},
    /not .* as it was signed/,
  ],
  ['that is gone', (till) => rmSync(packageIn(till)), {}, /not .* as it was signed/],
  [
    'that is a pipe',
    (till) => {
      renameSync(packageIn(till), join(till.dataDir, 'elsewhere'));
      execFileSync('mkfifo', [packageIn(till)]);
    },
    {},
    /not .* as it was signed/,
  ],
  [
    'that is a folder',
    (till) => {
      renameSync(packageIn(till), join(till.dataDir, 'elsewhere'));
      mkdirSync(packageIn(till));
    },
    {},
    /not .* as it was signed/,
  ],
  ['without a copy of the data folder', ({ codes }) => (codes.backup = 1), {}, /No copy/],
])('nothing is installed %s', async (_, happens, change, words) => {
  const till = await aTill();
  happens(till);
  expect(() => till.install(change)).toThrow(words);
  expect(till.installed()).toBe('');
});

it('a system that does not install it is said, and the copy of the package is removed', async () => {
  const till = await aTill();
  till.codes.apt = 100;
  expect(() => till.install()).toThrow('was not installed');
  expect(existsSync(till.ran[1]?.[3] ?? '/')).toBe(false);
  expect(readdirSync(till.folder.packages)).toEqual([deb]);
});
