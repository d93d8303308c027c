// The data folder's key in the app: in the vault where that protects it, else in a key file beside the vault. Moving
// it from file to vault never makes a new key, so what was sealed before stays readable.
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type DataKey, hasDataKey, openDataKey } from '#secrets/data-key.ts';
import type { Places } from './places.ts';
import type { Vault } from './vault.ts';

const name = 'folder-key';

type Where = Pick<Places, 'dataDir' | 'keyFile'>;

/** Makes one where there is none: only for who holds the folder's lock. */
export async function openFolderKey(vault: Vault, where: Where): Promise<DataKey> {
  const held = vault.held(name);
  switch (held.type) {
    case 'open':
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

/** Puts the key under the system's protection or the passphrase, where it lay in a file; else nothing changes. */
export async function moveToVault(vault: Vault, where: Where, key: DataKey, passphrase: string | null): Promise<void> {
  if (key.type !== 'open' || vault.held(name).type !== 'none') return;
  if (passphrase === null && !(await vault.protects())) return;
  const keptBy = await vault.keep(name, key.key.toString('hex'), passphrase);
  if (keptBy !== 'memory') rmSync(where.keyFile, { force: true });
}

function fromHex({ dataDir }: Where, secret: string): DataKey {
  return openDataKey({ dataDir, environment: { TILLBRIDGE_DATA_KEY: secret } });
}
