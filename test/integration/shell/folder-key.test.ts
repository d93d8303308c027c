// The data folder's key in the app: made when the folder is the app's, and then the same at each start.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FolderInUse, lockFolder } from '#store/folder/folder-lock.ts';
import { BridgeHost } from '../../../main/shell/bridge/bridge-host.ts';
import type { KeyStore } from '../../../main/shell/machine/key-store.ts';
import { appPathsOf } from '../../../main/shell/machine/app-paths.ts';
import { Vault } from '../../../main/shell/credentials/vault.ts';
import { preferences as usual } from '#support/preferences.ts';
import { silentListener } from '#support/silent-listener.ts';

function anApp(protects: boolean) {
  const home = mkdtempSync(join(tmpdir(), 'tillbridge-app-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const worker = fileURLToPath(import.meta.resolve('#background/worker.ts'));
  const paths = { ...appPathsOf(home, home), worker };
  const keyStore: KeyStore = {
    protects: async () => protects,
    seal: async (text) => Buffer.from(text.split('').toReversed().join('')),
    open: async (sealed) => sealed.toString().split('').toReversed().join(''),
  };
  const started = async () => {
    const vault = new Vault(paths.vault, keyStore);
    await vault.openSystem();
    const preferences = {
      preferences: () => usual,
      save: () => {},
      loopbackPort: () => 0,
      rememberPort: () => {},
      receiptFolder: () => null,
      chooseReceiptFolder: () => {},
    };
    const host = new BridgeHost({
      paths,
      vault,
      environment: {},
      preferences,
      version: '0.0.0',
      log: () => {},
      listener: silentListener,
      isFolderNamed: true,
    });
    onTestFinished(() => host.stop());
    return { host, vault };
  };
  return { paths, started };
}

describe.each([
  ['in the key store', true],
  ['in a file, where no key store protects it', false],
])('the folder’s key, %s,', (_where, protects) => {
  it('is the same at each start', async () => {
    const { started } = anApp(protects);
    const first = await started();
    await first.host.restart();
    const key = first.host.dataKey();
    expect(key).toMatchObject({ type: 'open' });
    await first.host.restart();
    expect(first.host.dataKey()).toMatchObject({ key: key.type === 'open' && key.key });
    await first.host.stop();
    const again = await started();
    await again.host.restart();
    expect(again.host.dataKey()).toMatchObject({ type: 'open', key: key.type === 'open' && key.key });
  });

  it('is not made while another bridge has the folder', async () => {
    const { paths, started } = anApp(protects);
    const lock = lockFolder(paths.dataDir);
    onTestFinished(() => lock.release());
    const { host, vault } = await started();
    await expect(host.restart()).rejects.toThrow(FolderInUse);
    expect(vault.held('folder-key')).toEqual({ type: 'none' });
    for (const file of [join(paths.dataDir, 'key.json'), paths.keyFile]) expect(existsSync(file)).toBe(false);
    lock.release();
    await host.restart();
    expect(host.dataKey()).toMatchObject({ type: 'open' });
  });
});
