// Secrets of the app: in the key store, under a passphrase, or in memory; none can be moved or changed.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { KeyStore } from '../../../main/shell/machine/key-store.ts';
import { openWith, sealWith } from '../../../main/shell/credentials/passphrase.ts';
import { DamagedVault } from '#secrets/vault-file.ts';
import { Vault } from '../../../main/shell/credentials/vault.ts';

const secret = 'the-secret-itself';

function aFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-vault-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'vault.json');
}

/** A key store that turns text around: enough to tell its work from plain text. */
const aKeyStore = (protects: boolean): KeyStore => ({
  protects: async () => protects,
  seal: async (text) => Buffer.from(text.split('').toReversed().join('')),
  open: async (sealed) => sealed.toString().split('').toReversed().join(''),
});

it('gives the secret to the key store where that protects', async () => {
  const file = aFile();
  expect(await new Vault(file, aKeyStore(true)).keep('key', secret, null)).toBe('system');
  const again = new Vault(file, aKeyStore(true));
  expect(again.held('key')).toEqual({ type: 'locked', keptBy: 'system' });
  await again.openSystem();
  expect(again.held('key')).toEqual({ type: 'open', secret, keptBy: 'system', boundTo: null });
});

it('writes nothing where nothing protects', async () => {
  const file = aFile();
  const vault = new Vault(file, aKeyStore(false));
  expect(await vault.keep('key', secret, null)).toBe('memory');
  expect(vault.held('key')).toEqual({ type: 'open', secret, keptBy: 'memory', boundTo: null });
  expect(readFileSync(file, 'utf8')).not.toContain(secret);
  expect(new Vault(file, aKeyStore(false)).held('key')).toEqual({ type: 'none' });
});

it('asks for the passphrase after a start', async () => {
  const file = aFile();
  expect(await new Vault(file, aKeyStore(false)).keep('key', secret, 'open sesame')).toBe('passphrase');
  const again = new Vault(file, aKeyStore(false));
  expect(again.held('key')).toEqual({ type: 'locked', keptBy: 'passphrase' });
  expect(again.unlock('open')).toBe(false);
  expect(again.unlock('open sesame')).toBe(true);
  expect(again.held('key')).toEqual({ type: 'open', secret, keptBy: 'passphrase', boundTo: null });
  expect(statSync(file).mode & 0o077).toBe(0);
});

it('forgets the sealed copy of an older secret where the new one stays in memory', async () => {
  const file = aFile();
  const vault = new Vault(file, aKeyStore(false));
  await vault.keep('key', 'older', 'open sesame');
  await vault.keep('key', secret, null);
  expect(new Vault(file, aKeyStore(false)).held('key')).toEqual({ type: 'none' });
});

it.each([
  ['the key store', true, null],
  ['a passphrase', false, 'open sesame'],
] as const)(
  'keeps with %s what a secret may be used for, and binds it to something else',
  async (_, protects, passphrase) => {
    const file = aFile();
    const opened = async () => {
      const vault = new Vault(file, aKeyStore(protects));
      if (passphrase === null) await vault.openSystem();
      else vault.unlock(passphrase);
      return vault;
    };
    // As an older program left it.
    await new Vault(file, aKeyStore(protects)).keep('key', secret, passphrase);
    const vault = await opened();
    expect(vault.held('key')).toMatchObject({ secret, boundTo: null });
    await vault.bind('key', 'the gateway');
    expect((await opened()).held('key')).toMatchObject({ secret, boundTo: 'the gateway' });
    await (await opened()).bind('key', 'another gateway');
    const held = (await opened()).held('key');
    expect(held).toMatchObject({ secret, boundTo: 'another gateway', keptBy: protects ? 'system' : 'passphrase' });
  },
);

it('does not open a secret that a key store without tags lets be bound to something else', async () => {
  const file = aFile();
  await new Vault(file, aKeyStore(true)).keep('key', secret, null, 'the gateway');
  const text = readFileSync(file, 'utf8');
  const data = (/"data": "([^"]+)"/.exec(text)?.[1] ?? '').trim();
  const turned = (word: string) => word.split('').toReversed().join('');
  const changed = Buffer.from(data, 'base64').toString().replace(turned('the gateway'), turned('my own host'));
  writeFileSync(file, text.replace(data, Buffer.from(changed).toString('base64')));
  const vault = new Vault(file, aKeyStore(true));
  await vault.openSystem();
  expect(vault.held('key')).toEqual({ type: 'locked', keptBy: 'system' });
});

it('does not open what was moved to another name or changed', () => {
  const sealed = sealWith('p', 'key', secret);
  expect(openWith('p', 'key', sealed)).toBe(secret);
  expect(openWith('p', 'other', sealed)).toBeNull();
  expect(openWith('p', 'key', { ...sealed, tag: '00'.repeat(16) })).toBeNull();
});

it('does not take a damaged file for an empty one', () => {
  const file = aFile();
  writeFileSync(file, '{');
  expect(() => new Vault(file, aKeyStore(false))).toThrow(DamagedVault);
});
