// The folder for receipts: one that a manager chose, else one in the user's documents. The window never sends its path,
// so that a compromised page cannot write elsewhere.
import type { WindowOutputs } from '#contract/calls/table.ts';
import { languages } from '#contract/data/languages.ts';
import type { BrowserWindow, Dialog } from 'electron';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { AppPaths } from '../machine/app-paths.ts';
import type { PreferenceStore } from '../machine/preferences.ts';
import { saveProblem } from './save-target.ts';
import { type Words, wordsIn } from '../window/words.ts';

/** A sample of the files that are written there, to check a chosen folder with. */
const sampleName = 'receipt.pdf';

interface Ports {
  readonly paths: AppPaths;
  readonly preferences: Pick<PreferenceStore, 'receiptFolder' | 'chooseReceiptFolder'>;
  readonly documents: () => string;
  readonly dialog: Pick<Dialog, 'showOpenDialog'>;
  readonly window: () => BrowserWindow | null;
  readonly words: () => Words;
}

export interface ReceiptFolder {
  /** Null where the chosen folder does not exist, for example on a drive that is not plugged in: it is not made. */
  ready(): string | null;
  view(): WindowOutputs['receiptFolder'];
  choose(): Promise<Exclude<WindowOutputs['chooseReceiptFolder'], { readonly type: 'refused' }>>;
}

export function createReceiptFolder({ paths, preferences, documents, dialog, window, words }: Ports): ReceiptFolder {
  // Its name is in the window's language; one that was made in another language goes on.
  const usual = () => {
    const names = [words().receiptsName, ...languages.map((language) => wordsIn(language).receiptsName)];
    return names.map((name) => join(documents(), name)).find(isFolder) ?? join(documents(), words().receiptsName);
  };
  const path = () => preferences.receiptFolder() ?? usual();
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
      if (!isFolder(folder) || saveProblem(join(folder, sampleName), paths, null) !== null) {
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
