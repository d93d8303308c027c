// Saves a shift's report as a PDF, or the whole journal, in a file that the person chooses.
import type { WindowInput, WindowOutputs } from '#contract/calls/table.ts';
import type { Preferences } from '#contract/till/window.ts';
import { writeDurably } from '#host/files/durable-files.ts';
import type { PagePrinter } from './page-printer.ts';
import type { SaveDialog } from './save-dialog.ts';
import type { WindowBridge } from '#assembly/window/window-bridge.ts';
import type { Words } from '../window/words.ts';

export type ShiftSaver = (
  bridge: WindowBridge,
  wanted: WindowInput<'saveShift'>,
) => Promise<WindowOutputs['saveShift']>;

interface Ports {
  readonly print: PagePrinter;
  readonly ask: SaveDialog;
  readonly words: () => Words;
  readonly language: () => Preferences['language'];
}

/** Inches: A4, which every office printer has. */
const paper = { width: 8.27, height: 11.69 };
const nothing = { saved: false, file: null } as const;

export function createShiftSaver(ports: Ports): ShiftSaver {
  return async (bridge, { number, format }) => {
    if (format === 'pdf') {
      const page = await bridge.shiftPage(number, ports.language());
      if (page === null) return nothing;
      const file = await ports.ask({ title: ports.words().shiftReport, name: page.name, extension: 'pdf' });
      if (file === null) return nothing;
      writeDurably(file, await ports.print('shift', { html: page.html, size: paper }));
      return { saved: true, file };
    }
    const wanted = { title: ports.words().journal, name: `journal.${format}`, extension: format };
    const file = await ports.ask({ ...wanted, beside: '.public-key.pem' });
    if (file === null) return nothing;
    await bridge.exportJournal(format, file);
    return { saved: true, file };
  };
}
