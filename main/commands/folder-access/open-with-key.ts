// Opens a data folder for a command that signs or reads sealed data, possibly beside a running bridge.
import { existsSync } from 'node:fs';
import { hasDataKey, openDataKey, withSubKey } from '#secrets/data-key.ts';
import { NoDatabase } from '#store/database/errors.ts';
import { folderPaths } from '#store/folder/folder.ts';
import { assertNotMoved } from '#store/folder/moved.ts';
import { type OpenedStore, openStore } from '#store/open.ts';
import { type Seal, createSeal } from '#store/database/seal.ts';
import { StartProblem } from '../io/problems.ts';
import type { Io } from '../io/usage.ts';

/** Throws FolderMoved, and NoDatabase where there never was a database; opening the store reports one that is gone. */
export function assertDataFolder(dataDir: string): void {
  assertNotMoved(dataDir);
  const { database, marker } = folderPaths(dataDir);
  if (!existsSync(database) && !existsSync(marker)) throw new NoDatabase(dataDir);
}

/** Throws NoDatabase, and StartProblem where the folder has no key yet. */
export function assertKeyedFolder(dataDir: string): void {
  assertDataFolder(dataDir);
  // Only a bridge makes the folder's key, because the first use decides the key for ever.
  if (hasDataKey(dataDir)) return;
  throw new StartProblem(`${dataDir} has no key yet: start the bridge once, it makes one. Nothing was changed.`);
}

/** Throws NoDatabase, and StartProblem where the folder has no key or it is not at hand. The caller closes. */
export function openKeyed(
  dataDir: string,
  { environment }: Pick<Io, 'environment'>,
): { readonly opened: OpenedStore; readonly key: Buffer } {
  assertKeyedFolder(dataDir);
  const dataKey = openDataKey({ dataDir, environment });
  if (dataKey.type === 'sealed') throw new StartProblem(dataKey.reason);
  const seal = withSubKey(dataKey.key, 'seal', createSeal);
  return { opened: openStore({ dataDir, seal, now: Date.now, use: 'command', mustExist: true }), key: dataKey.key };
}

/**
 * Opens with the key where it is at hand; a folder that was never started has none. The caller closes. Throws
 * NoDatabase.
 */
export function openPerhapsKeyed(
  dataDir: string,
  { environment }: Pick<Io, 'environment'>,
  mustExist: boolean,
): { readonly opened: OpenedStore; readonly key: Buffer | null } {
  const dataKey = hasDataKey(dataDir) ? openDataKey({ dataDir, environment }) : null;
  const key = dataKey?.type === 'open' ? dataKey.key : null;
  const seal = key === null ? null : withSubKey(key, 'seal', createSeal);
  return { opened: openStore({ dataDir, seal, now: Date.now, use: 'command', mustExist }), key };
}

/** Null where the folder has no key, or where it is not at hand. Throws KeyProblem. */
export function sealAtHand(dataDir: string, { environment }: Pick<Io, 'environment'>): Seal | null {
  if (!hasDataKey(dataDir)) return null;
  const dataKey = openDataKey({ dataDir, environment });
  return dataKey.type === 'open' ? withSubKey(dataKey.key, 'seal', createSeal) : null;
}
