// Root installs what the bridge's user has downloaded, and believes nothing of it that was not signed.
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type InstallPorts, installUpdate } from '#commands/update/install.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import { anUpdateServer, platform } from '#support/update-server.ts';
import { installFolderOf } from '#updates/install/state.ts';
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
  const byPolicy = (key: string, more: object = {}) => {
    writeFileSync(policy, JSON.stringify({ settings: { updates: { url: server.url, key, ...more } } }));
    chmodSync(policy, 0o644);
  };
  byPolicy(server.key);
  let installed = '';
  const steps: string[] = [];
  const said: string[] = [];
  const health = { accepting: true, online: true };
  const installation: InstallPorts['installation'] = ({ folder: { packages } }) => ({
    installer: {
      program: ['tillbridge'],
      keepProgram: () => undefined,
      keep: async ({ from }) => void steps.push(`keep ${from}`),
      unpack: async () => ['newer'],
      ready: async () => undefined,
      put: async ({ file, to }) => {
        steps.push(`put ${to}`);
        installed = readFileSync(join(packages, file), 'utf8');
      },
      putBack: async ({ from }) => void steps.push(`put back ${from}`),
      tidy: () => undefined,
    },
    till: {
      runs: () => true,
      stop: async () => void steps.push('stop'),
      start: async () => void steps.push('start'),
      health: async () => health,
      underWay: async () => underWay,
      waits: async () => waits,
      copy: async () => ({ path: 'copy', seq: 7 }),
      tried: async () => null,
      look: async () => ({ schema: 1, work: 0 }),
      restore: async () => undefined,
    },
  });
  let underWay: string | null = null;
  let waits: string | null = null;
  const install = (
    change: { version?: string; kind?: string; isRoot?: boolean; nowMs?: number; words?: string[] } = {},
  ) =>
    installUpdate(
      ['--data-dir', dataDir, '--policy', policy, ...(change.words ?? [])],
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
      { isRoot: change.isRoot ?? true, nowMs: () => change.nowMs ?? nowMs, platform, installation },
    );
  const sends = (words: string) => (underWay = words);
  const stands = (words: string | null) => (waits = words);
  return { dataDir, folder, server, byPolicy, install, said, steps, sends, stands, installed: () => installed };
}

it('a package is copied to where only root writes, and put in place between the end and the start of the bridge', async () => {
  const { dataDir, server, steps, install, installed, said } = await aTill();
  expect(await install()).toBe(0);
  expect(steps).toEqual(['keep 1.0.0', 'stop', 'put 9.0.0', 'start']);
  expect(installed()).toBe(server.files.get(`/stable/${deb}`)?.toString());
  expect(said.join('')).toContain('Version 9.0.0 is installed');
  // Programs of all users read what was installed; the packages are root's.
  expect(statSync(`${dataDir}-install/state.json`).mode & 0o777).toBe(0o644);
  expect(statSync(`${dataDir}-install`).mode & 0o777).toBe(0o755);
  expect(statSync(`${dataDir}-install/packages`).mode & 0o777).toBe(0o700);
});

type Till = Awaited<ReturnType<typeof aTill>>;
const packageIn = ({ folder }: Till) => join(folder.packages, deb);

it.each<[string, (till: Till) => void, Parameters<Till['install']>[0], RegExp]>([
  ['by another user than root', () => undefined, { isRoot: false }, /as root/],
  ['over what is no deb', () => undefined, { kind: 'zip' }, /neither from a deb/],
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
  ['that is not downloaded yet', (till) => rmSync(packageIn(till)), {}, /is not downloaded yet/],
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
])('nothing is installed %s', async (_, happens, change, words) => {
  const till = await aTill();
  happens(till);
  await expect(till.install(change)).rejects.toThrow(words);
  expect(till.installed()).toBe('');
});

it('nothing is ended while operations are under way', async () => {
  const till = await aTill();
  till.sends('operations are under way (sending: 1)');
  expect(await till.install({ words: ['--within', '0'] })).toBe(1);
  expect(till.steps).toEqual(['keep 1.0.0']);
  expect(till.said.join('')).toContain('under way (sending: 1). Nothing was changed');
});

it('by itself a version comes where the policy says so, at a good time, and not again where it failed here', async () => {
  const till = await aTill();
  const words = ['--when-allowed'];
  expect(await till.install({ words })).toBe(0);
  till.byPolicy(till.server.key, { install: true });
  till.stands('It waits: the till was used in the last ten minutes.');
  expect(await till.install({ words })).toBe(0);
  expect({ steps: till.steps, said: till.said.join('') }).toEqual({
    steps: [],
    said: expect.stringContaining('used in the last ten minutes'),
  });
  till.stands(null);
  const folder = installFolderOf(till.dataDir);
  const failed = [{ version: '9.0.0', at: '2026-11-28T09:00:00.000Z', why: 'it did not start' }];
  folder.write({ ...folder.state(), failed });
  expect(await till.install({ words })).toBe(0);
  expect({ steps: till.steps, said: till.said.join('') }).toEqual({
    steps: [],
    said: expect.stringContaining('taken back here before: it did not start'),
  });
  folder.write({ ...folder.state(), failed: [] });
  expect(await till.install({ words })).toBe(0);
  expect(till.steps).toEqual(['keep 1.0.0', 'stop', 'put 9.0.0', 'start']);
});
