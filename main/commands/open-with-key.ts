// Opens a data folder for a command that signs or reads what is sealed, possibly beside a running bridge.
import { type DataKey, subKey } from '#secrets/data-key.ts';
import { type OpenedStore, openStore } from '#store/open.ts';
import { createSeal } from '#store/seal.ts';
import { StartProblem } from './problems.ts';

/** Throws StartProblem where the folder's key is not at hand. The caller closes. */
export function openWithKey(dataDir: string, dataKey: DataKey): OpenedStore {
  if (dataKey.type === 'sealed') throw new StartProblem(dataKey.reason);
  const seal = createSeal(subKey(dataKey.key, 'seal'));
  return openStore({ dataDir, seal, now: Date.now, use: 'command', mustExist: true });
}
