// Where receipts go: a folder of the shop that a manager chose, else one in the person's documents. The window never
// names it, so that a page that was taken over writes nowhere else.
import { dialog, type BrowserWindow } from 'electron';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { WindowOutputs } from '#contract/window.ts';
import type { Places } from './places.ts';
import type { PreferenceStore } from './preferences.ts';
import { placeProblem } from './save-place.ts';
import type { Words } from './words.ts';

/** In the person's documents. */
const usualName = 'Tillbridge receipts';
/** A file as it may be written there. */
const sampleName = 'receipt.pdf';

interface Ports {
  readonly places: Places;
  readonly preferences: Pick<PreferenceStore, 'receiptFolder' | 'chooseReceiptFolder'>;
  readonly documents: () => string;
  readonly window: () => BrowserWindow | null;
  readonly words: () => Words;
}

export interface ReceiptFolder {
  /** Null where a folder that was chosen is not there: a drive that is not plugged in is not made anew. */
  ready(): string | null;
  view(): WindowOutputs['receiptFolder'];
  choose(): Promise<Exclude<WindowOutputs['chooseReceiptFolder'], { readonly type: 'refused' }>>;
}

export function createReceiptFolder({ places, preferences, documents, window, words }: Ports): ReceiptFolder {
  const path = () => preferences.receiptFolder() ?? join(documents(), usualName);
  const isThere = () => preferences.receiptFolder() === null || isFolder(path());
  return {
    ready() {
      if (!isThere()) return null;
      if (preferences.receiptFolder() === null) mkdirSync(path(), { recursive: true });
      return path();
    },
    view: () => ({ folder: path(), isThere: isThere() }),
    async choose() {
      const options = {
        title: words().receiptFolder,
        defaultPath: isThere() ? path() : documents(),
        properties: ['openDirectory' as const, 'createDirectory' as const],
      };
      const parent = window();
      const { canceled, filePaths } = await (parent === null
        ? dialog.showOpenDialog(options)
        : dialog.showOpenDialog(parent, options));
      const [folder] = filePaths;
      if (canceled || folder === undefined) return { type: 'left' };
      if (!isFolder(folder) || placeProblem(join(folder, sampleName), places, null) !== null) {
        return { type: 'not-usable' };
      }
      preferences.chooseReceiptFolder(folder);
      return { type: 'chosen', folder };
    },
  };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
