// Where a person wants a receipt, a report or the journal. The system's dialog asks before it names a file that exists;
// what the till itself lives on is refused all the same, by whatever name it is called.
import { type BrowserWindow, dialog } from 'electron';
import { join } from 'node:path';
import type { Places } from './places.ts';
import { placeProblem } from './save-place.ts';
import type { Words } from './words.ts';

export interface Wanted {
  readonly title: string;
  readonly name: string;
  /** Of the name, without its dot. */
  readonly extension: string;
  /** What is written beside it is this much longer by its name. */
  readonly beside?: string;
}

/** The file; null where nobody chose one, or one that must not be written. */
export type SaveDialog = (wanted: Wanted) => Promise<string | null>;

interface Ports {
  readonly window: () => BrowserWindow | null;
  readonly words: () => Words;
  readonly places: Places;
  /** Where the dialog begins. */
  readonly folder: () => string;
}

export function createSaveDialog({ window, words, places, folder }: Ports): SaveDialog {
  return async ({ title, name, extension, beside }) => {
    const filters = [{ name: extension.toUpperCase(), extensions: [extension] }];
    const options = { title, defaultPath: join(folder(), name), filters };
    const parent = window();
    const { canceled, filePath } = await (parent === null
      ? dialog.showSaveDialog(options)
      : dialog.showSaveDialog(parent, options));
    if (canceled || filePath === undefined || filePath === '') return null;
    if (placeProblem(filePath, places, beside ?? null) === null) return filePath;
    const said = { type: 'warning' as const, message: words().notThere, detail: words().notThereDetail };
    await (parent === null ? dialog.showMessageBox(said) : dialog.showMessageBox(parent, said));
    return null;
  };
}
