// Asks a person for the file of a receipt, a report or the journal. The system's dialog asks before it replaces a file;
// the till's own files are refused by any name.
import type { BrowserWindow, Dialog } from 'electron';
import { join } from 'node:path';
import type { AppPaths } from '../machine/app-paths.ts';
import { saveProblem } from './save-target.ts';
import type { Words } from '../window/words.ts';

export interface Wanted {
  readonly title: string;
  readonly name: string;
  /** The extension of the name, without its dot. */
  readonly extension: string;
  /** The end of the name of a file that is written beside it. */
  readonly beside?: string;
}

/** The file; null where the person chose none, or one that must not be written. */
export type SaveDialog = (wanted: Wanted) => Promise<string | null>;

interface Ports {
  readonly dialog: Pick<Dialog, 'showMessageBox' | 'showSaveDialog'>;
  readonly window: () => BrowserWindow | null;
  readonly words: () => Words;
  readonly paths: AppPaths;
  /** The folder that the dialog opens with. */
  readonly folder: () => string;
}

export function createSaveDialog({ dialog, window, words, paths, folder }: Ports): SaveDialog {
  return async ({ title, name, extension, beside }) => {
    const filters = [{ name: extension.toUpperCase(), extensions: [extension] }];
    const options = { title, defaultPath: join(folder(), name), filters };
    const parent = window();
    const { canceled, filePath } = await (parent === null
      ? dialog.showSaveDialog(options)
      : dialog.showSaveDialog(parent, options));
    if (canceled || filePath === undefined || filePath === '') return null;
    if (saveProblem(filePath, paths, beside ?? null) === null) return filePath;
    const said = { type: 'warning' as const, message: words().notThere, detail: words().notThereDetail };
    await (parent === null ? dialog.showMessageBox(said) : dialog.showMessageBox(parent, said));
    return null;
  };
}
