// The key of a data folder that moves: found where its bridge or its window has it, and put where the next bridge reads it.
import { chownSync, existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { syncFolder, writeDurably } from '#host/files/durable-files.ts';
import { type Owner, asOwner } from '#host/files/as-owner.ts';
import { makeFolder } from '#host/files/make-folder.ts';
import { readOrdinary } from '#host/files/read-ordinary.ts';
import { hasDataKey, keyFileOf, openDataKey } from '#secrets/data-key.ts';
import { folderKeyName, readVault } from '#secrets/vault-file.ts';
import { StartProblem } from '../io/problems.ts';
import type { Io } from '../io/usage.ts';

export interface FolderKey {
  readonly hex: string;
  readonly file: string;
}

interface Wish {
  readonly from: string;
  readonly to: string;
  readonly owners: { readonly to: Owner | null };
  /** As it was named. */
  readonly keyFile: string | undefined;
}

/** Where a window has its key while no key store protects it, and where it writes it out for a move. */
const windowsKey = (from: string): string => join(dirname(from), 'folder.key');
const windowsVault = (from: string): string => join(dirname(from), 'vault.json');

/** Throws StartProblem where the folder has no key, or it is not at hand. */
export function keyFor({ from, to, owners, keyFile }: Wish, environment: Io['environment']): FolderKey {
  if (!hasDataKey(from)) {
    throw new StartProblem(`${from} has no key yet: it was never used. Use ${to} as a new till. Nothing was changed.`);
  }
  const written = existsSync(windowsKey(from)) ? { TILLBRIDGE_KEY_FILE: windowsKey(from) } : {};
  const found = openDataKey({ dataDir: from, environment: { ...written, ...given(environment) } });
  if (found.type === 'sealed') {
    throw new StartProblem(
      `${found.reason} A window keeps it in its vault: there, Settings, This till, "Move this till to the machine" writes ` +
        'it out for the move. Nothing was changed.',
    );
  }
  const usual = owners.to === null ? keyFileOf(from, { ...environment, TILLBRIDGE_KEY_FILE: undefined }) : null;
  return { hex: found.key.toString('hex'), file: resolve(keyFile ?? usual ?? join(`${to}-notes`, 'data.key')) };
}

function given(environment: Io['environment']): Io['environment'] {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));
}

/** A key that lies there, of a till without operations, is set aside. */
export function placeKey({ hex, file }: FolderKey, owner: Owner | null, nowMs: number): void {
  const dir = dirname(file);
  if (!existsSync(dir)) {
    makeFolder(dir);
    if (owner !== null) chownSync(dir, owner.uid, owner.gid);
  }
  asOwner(owner, () => {
    const before = existsSync(file) ? readOrdinary(file, 65_536)?.trim() : null;
    if (before === hex) return;
    if (before !== null) renameSync(file, `${file}.before-move-${nowMs}`);
    writeDurably(file, `${hex}\n`);
    syncFolder(dir);
  });
}

/** What a window wrote out for the move goes; its vault still has it, for backups of the old folder. */
export function forgetExported(from: string): void {
  const isKept = readVault(windowsVault(from))?.[folderKeyName] !== undefined;
  if (isKept) rmSync(windowsKey(from), { force: true });
}
