// Asks for the file with the ERP's list and reads it. A file far larger than a shift's list is not read: it is the
// wrong file, and parsing it would block the till.
import type { WindowOutputs } from '#contract/calls/table.ts';
import { type BrowserWindow, dialog } from 'electron';
import { readOrdinary } from '#host/files/read-ordinary.ts';
import type { Words } from '../window/words.ts';

type Opened =
  | { readonly type: 'text'; readonly text: string }
  | Extract<WindowOutputs['compareShift'], { readonly type: 'no-list' }>
  | (Extract<WindowOutputs['compareShift'], { readonly type: 'list-refused' }> & { readonly line: null });

export type ListOpener = () => Promise<Opened>;

interface Ports {
  readonly window: () => BrowserWindow | null;
  readonly words: () => Words;
  /** The folder that the dialog opens with. */
  readonly folder: () => string;
}

/** Some ten thousand rows; 1 MiB is 1,048,576 bytes. */
const mostBytes = 2 * 1_048_576;

export function createListOpener({ window, words, folder }: Ports): ListOpener {
  return async () => {
    const options = {
      title: words().erpList,
      defaultPath: folder(),
      properties: ['openFile' as const],
      filters: [
        { name: 'CSV, NDJSON', extensions: ['csv', 'txt', 'ndjson', 'jsonl', 'json'] },
        { name: words().allFiles, extensions: ['*'] },
      ],
    };
    const parent = window();
    const { canceled, filePaths } = await (parent === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(parent, options));
    const [file] = filePaths;
    return canceled || file === undefined ? { type: 'no-list' } : readList(file);
  };
}

function readList(file: string): Opened {
  try {
    const text = readOrdinary(file, mostBytes);
    if (text === null) return { type: 'list-refused', fault: 'too-large', line: null };
    return { type: 'text', text };
  } catch {
    return { type: 'list-refused', fault: 'unreadable-file', line: null };
  }
}
