import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { KeyStore } from '../../../main/shell/key-store.ts';
import { openWith, sealWith } from '../../../main/shell/passphrase.ts';
import { DamagedVault, Vault } from '../../../main/shell/vault.ts';

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
  expect(again.held('key')).toEqual({ type: 'open', secret, keptBy: 'system' });
});

it('writes nothing where nothing protects', async () => {
  const file = aFile();
  const vault = new Vault(file, aKeyStore(false));
  expect(await vault.keep('key', secret, null)).toBe('memory');
  expect(vault.held('key')).toEqual({ type: 'open', secret, keptBy: 'memory' });
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
  expect(again.held('key')).toEqual({ type: 'open', secret, keptBy: 'passphrase' });
  expect(statSync(file).mode & 0o077).toBe(0);
});

it('forgets the sealed copy of an older secret where the new one stays in memory', async () => {
  const file = aFile();
  const vault = new Vault(file, aKeyStore(false));
  await vault.keep('key', 'older', 'open sesame');
  await vault.keep('key', secret, null);
  expect(new Vault(file, aKeyStore(false)).held('key')).toEqual({ type: 'none' });
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
