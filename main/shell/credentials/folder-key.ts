// The data folder's key in the app: in the vault where that protects it, else in a key file beside the vault. Moving
// the key from file to vault keeps it, so values sealed before stay readable.
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder, writeDurably } from '#host/files/durable-files.ts';
import { type DataKey, hasDataKey, openDataKey } from '#secrets/data-key.ts';
import { folderKeyName as name } from '#secrets/vault-file.ts';
import type { AppPaths } from '../machine/app-paths.ts';
import type { Vault } from './vault.ts';

type Where = Pick<AppPaths, 'dataDir' | 'keyFile'>;

/** Makes a key where there is none, so the caller must hold the folder's lock. */
export async function openFolderKey(vault: Vault, where: Where): Promise<DataKey> {
  const held = vault.held(name);
  switch (held.type) {
    case 'open':
      // What was written out for a move that did not come.
      if (held.keptBy !== 'memory') rmSync(where.keyFile, { force: true });
      return fromHex(where, held.secret);
    case 'locked': {
      const reason = held.keptBy === 'passphrase' ? 'Enter the passphrase.' : "Unlock the system's keyring.";
      return { type: 'sealed', reason: `The key of the data folder is locked. ${reason}` };
    }
    case 'none':
      break;
  }
  if (hasDataKey(where.dataDir) || !(await vault.protects())) {
    const key = openDataKey({ dataDir: where.dataDir, environment: { TILLBRIDGE_KEY_FILE: where.keyFile } });
    if (key.type === 'open') await moveToVault(vault, where, key, null);
    return key;
  }
  const secret = randomBytes(32).toString('hex');
  await vault.keep(name, secret, null);
  return fromHex(where, secret);
}

/** Moves the key from its file into the vault, where the system or the passphrase protects it; else does nothing. */
export async function moveToVault(vault: Vault, where: Where, key: DataKey, passphrase: string | null): Promise<void> {
  if (key.type !== 'open' || vault.held(name).type !== 'none') return;
  if (passphrase === null && !(await vault.protects())) return;
  const keptBy = await vault.keep(name, key.key.toString('hex'), passphrase);
  if (keptBy !== 'memory') rmSync(where.keyFile, { force: true });
}

/** For `folder move`, which does not open the vault. A key that lies in its file already stays there. */
export function writeOut({ dataDir, keyFile }: Where, key: Buffer): void {
  writeDurably(keyFile, `${key.toString('hex')}\n`);
  syncFolder(dirname(dataDir));
}

function fromHex({ dataDir }: Where, secret: string): DataKey {
  return openDataKey({ dataDir, environment: { TILLBRIDGE_DATA_KEY: secret } });
}
