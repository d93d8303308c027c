// The vendor's tool makes a list of the packages in a folder that a till believes, and no other.
import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aFolder } from '#support/store-folder.ts';
import { textOf } from '#updates/keys.ts';
import { readManifest } from '#updates/manifest.ts';

const deb = 'tillbridge-0.2.0-linux-amd64.deb';

function release(type: 'ed25519' | 'x25519' = 'ed25519') {
  const folder = aFolder();
  for (const name of [deb, 'tillbridge-0.2.0-mac-arm64.dmg', 'tillbridge-0.1.0-linux-amd64.deb', 'notes.txt']) {
    writeFileSync(join(folder, name), name);
  }
  writeFileSync(join(folder, 'tillbridge-0.2.0-TEST-ONLY-linux-x64.zip'), 'test');
  const { publicKey, privateKey } = type === 'ed25519' ? generateKeyPairSync(type) : generateKeyPairSync('x25519');
  const key = join(aFolder(), 'secret.pem');
  writeFileSync(key, privateKey.export({ format: 'pem', type: 'pkcs8' }));
  return { folder, key, publicKey };
}

function run(...args: string[]) {
  return spawnSync(process.execPath, ['build/packaging/update-manifest.ts', ...args], { encoding: 'utf8' });
}

it('a folder of packages becomes a signed list', () => {
  const { folder, key, publicKey } = release();
  const made = run('--folder', folder, '--key', key, '--version', '0.2.0', '--share', '5', '--share', '100+48');
  expect(made.stderr).toBe('');
  expect(made.stdout).toContain(textOf(publicKey));
  const till = {
    nowMs: Date.now(),
    keys: [textOf(publicKey)],
    channel: 'stable',
    platform: 'linux-x64',
    kind: 'deb',
  };
  const read = readManifest(readFileSync(join(folder, 'update.json')), till);
  if (read.type === 'refused') throw new Error(read.why);
  const sha256 = createHash('sha256').update(deb).digest('hex');
  expect(read.file).toEqual({
    platform: 'linux-x64',
    kind: 'deb',
    name: deb,
    url: deb,
    bytes: deb.length,
    sha256,
  });
  const { created, files, shares } = read.manifest;
  expect(files.map(({ platform, kind }) => `${platform} ${kind}`)).toEqual(['linux-x64 deb', 'darwin-arm64 dmg']);
  expect(shares.map(({ from, percent }) => [Date.parse(from) - Date.parse(created), percent])).toEqual([
    [0, 5],
    [48 * 3_600_000, 100],
  ]);
});

it.each<[string, 'ed25519' | 'x25519', string[], RegExp]>([
  ['no package of the version', 'ed25519', ['--version', '0.3.0'], /holds no package of version 0\.3\.0/],
  ['a key of another kind', 'x25519', ['--version', '0.2.0'], /holds no Ed25519 key/],
  ['an end that tills refuse', 'ed25519', ['--version', '0.2.0', '--days', '400'], /by 90 days at most/],
  ['a share without a number', 'ed25519', ['--version', '0.2.0', '--share', 'all'], /--share all/],
  ['an option that it does not know', 'ed25519', ['--force'], /--force/],
])('nothing is signed for %s', (_, type, args, words) => {
  const { folder, key } = release(type);
  const { status, stderr } = run('--folder', folder, '--key', key, ...args);
  expect(stderr).toMatch(words);
  expect(stderr).toContain('Options: --folder');
  expect(stderr).not.toMatch(/^ +at /m);
  expect([status, existsSync(join(folder, 'update.json'))]).toEqual([2, false]);
});
