// The window's secrets: its data folder lies beside the vault in which the app keeps the folder's key and the API keys.
// Only the app opens it, by the key store of the person who is logged in.
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type VaultEntries, readVault } from '#secrets/vault-file.ts';
import type { Io } from '../io/usage.ts';
import { type Finding, problem, reasonOf, warning } from './finding.ts';

export interface WindowsVault {
  /** Null where the folder is not the window's. */
  readonly entries: VaultEntries | null;
  readonly findings: readonly Finding[];
}

export function lookAtVault(dataDir: string, { environment }: Pick<Io, 'environment'>): WindowsVault {
  const file = join(dirname(resolve(dataDir)), 'vault.json');
  let entries: VaultEntries | null;
  try {
    entries = readVault(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return { entries: null, findings: [] };
    const mend = 'Put it back from a backup, or move it away and enter the API key again at the window.';
    return {
      entries: null,
      findings: [problem('vault-damaged', { what: reasonOf(error, 'DamagedVault'), where: file, mend })],
    };
  }
  const bySystem = Object.values(entries ?? {}).some(({ by }) => by === 'system');
  if (!bySystem || process.platform !== 'linux' || hasSessionBus(environment)) return { entries, findings: [] };
  return {
    entries,
    findings: [
      warning('keyring-missing', {
        what: "The window's keys are sealed by the system's keyring, and this session has none.",
        where: file,
        mend: 'Log in to a desktop with a keyring (gnome-keyring or KWallet), as the person who uses the window.',
      }),
    ],
  };
}

/** A keyring is asked over the session's bus. */
function hasSessionBus({ DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: folder }: Io['environment']): boolean {
  if (address !== undefined && address !== '') return true;
  return folder !== undefined && folder !== '' && existsSync(join(folder, 'bus'));
}
