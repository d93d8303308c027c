// Saves a shift's report as a PDF, or the whole journal, where the person wants it.
import { type BrowserWindow, dialog } from 'electron';
import { join } from 'node:path';
import type { Preferences, WindowInput, WindowOutputs } from '#contract/window.ts';
import { writeWhole } from './files.ts';
import type { Receipt } from './receipt-page.ts';
import type { WindowBridge } from './window-bridge.ts';
import type { Words } from './words.ts';

export type ShiftSaver = (
  bridge: WindowBridge,
  wanted: WindowInput<'saveShift'>,
) => Promise<WindowOutputs['saveShift']>;

interface Ports {
  readonly print: (id: string, page: Omit<Receipt, 'name'>) => Promise<Uint8Array>;
  readonly window: () => BrowserWindow | null;
  readonly words: () => Words;
  readonly language: () => Preferences['language'];
  /** Where the dialog begins. */
  readonly folder: () => string;
}

/** Inches: A4, which every office printer has. */
const paper = { width: 8.27, height: 11.69 };
const nothing = { saved: false, file: null } as const;

export function createShiftSaver(ports: Ports): ShiftSaver {
  return async (bridge, { number, format }) => {
    if (format === 'pdf') {
      const page = await bridge.shiftPage(number, ports.language());
      if (page === null) return nothing;
      const file = await ask(ports, ports.words().shiftReport, page.name, 'pdf');
      if (file === null) return nothing;
      writeWhole(file, await ports.print('shift', { html: page.html, size: paper }));
      return { saved: true, file };
    }
    const file = await ask(ports, ports.words().journal, `journal.${format}`, format);
    if (file === null) return nothing;
    await bridge.exportJournal(format, file);
    return { saved: true, file };
  };
}

async function ask({ window, folder }: Ports, title: string, name: string, format: string): Promise<string | null> {
  const filters = [{ name: format.toUpperCase(), extensions: [format] }];
  const options = { title, defaultPath: join(folder(), name), filters };
  const parent = window();
  const { canceled, filePath } = await (parent === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(parent, options));
  return canceled || filePath === undefined || filePath === '' ? null : filePath;
}
