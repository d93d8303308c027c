// Prints a receipt into a PDF in the folder for receipts, by one press: nobody looks for a folder with a queue before them.
// Where that folder cannot be written the person is asked for a file. The page is shown in a hidden window of its own without
// script or preload, so a receipt's text can do nothing but be text.
import { join } from 'node:path';
import { BrowserWindow } from 'electron';
import type { OperationView } from '#contract/operation.ts';
import type { WindowOutputs } from '#contract/window.ts';
import { receiptScheme } from './address.ts';
import { writeWhole } from './files.ts';
import type { Places } from './places.ts';
import type { ReceiptFolder } from './receipt-folder.ts';
import { placeProblem } from './save-place.ts';
import { type MoreLines, type Receipt, receiptOf, receiptPolicy, receiptStyle } from './receipt-page.ts';
import { hardening } from './page.ts';
import type { SaveDialog } from './save-dialog.ts';

type Saved = WindowOutputs['saveReceipt'];
export type ReceiptSaver = (
  operation: OperationView,
  copy: 'merchant' | 'customer',
  lines: MoreLines,
) => Promise<Saved>;

interface Ports {
  readonly folder: Pick<ReceiptFolder, 'ready' | 'view'>;
  readonly places: Places;
  readonly ask: SaveDialog;
  readonly title: () => string;
}

/** The receipts that are being printed, served under receipt://page/. */
export class ReceiptPages {
  readonly #pages = new Map<string, string>();

  async shown<T>(id: string, html: string, work: (url: string) => Promise<T>): Promise<T> {
    this.#pages.set(id, html);
    try {
      return await work(`${receiptScheme}://page/${id}`);
    } finally {
      this.#pages.delete(id);
    }
  }

  serve(url: string): Response {
    const path = new URL(url).pathname.slice(1);
    const headers = { ...hardening, 'content-security-policy': receiptPolicy };
    if (path === 'style.css')
      return new Response(receiptStyle, { headers: { ...headers, 'content-type': 'text/css' } });
    const html = this.#pages.get(path);
    if (html === undefined) return new Response('Not found', { status: 404 });
    return new Response(html, { headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } });
  }
}

/** A page of text, printed by a hidden window without script. Sizes in inches. */
export function createPagePrinter(pages: ReceiptPages) {
  return (id: string, page: Omit<Receipt, 'name'>): Promise<Uint8Array> =>
    pages.shown(id, page.html, (url) => print(url, page));
}

export function createReceiptSaver(pages: ReceiptPages, ports: Ports): ReceiptSaver {
  return async (operation, copy, lines) => {
    const receipt = receiptOf(operation, copy, lines);
    if (receipt === null) return notSaved;
    const { folder, isThere } = ports.folder.view();
    if (!isThere) return { ...notSaved, missing: folder };
    const page = await pages.shown(operation.id, receipt.html, (url) => print(url, receipt));
    const below = writtenBelow(ports, receipt.name, page);
    if (below !== null) return savedAs(below);
    const file = await ports.ask({ title: ports.title(), name: receipt.name, extension: 'pdf' });
    if (file === null) return notSaved;
    writeWhole(file, page);
    return savedAs(file);
  };
}

const notSaved: Saved = { saved: false, file: null, missing: null };

function savedAs(file: string): Saved {
  return { saved: true, file, missing: null };
}

/** The file in the folder for receipts, written; null where that folder cannot be made or must not be written. */
function writtenBelow({ folder, places }: Ports, name: string, page: Uint8Array): string | null {
  try {
    const ready = folder.ready();
    if (ready === null) return null;
    const file = join(ready, name);
    if (placeProblem(file, places, null) !== null) return null;
    writeWhole(file, page);
    return file;
  } catch {
    return null;
  }
}

async function print(url: string, { size }: Pick<Receipt, 'size'>): Promise<Uint8Array> {
  const hidden = new BrowserWindow({
    show: false,
    webPreferences: { javascript: false, sandbox: true, contextIsolation: true, nodeIntegration: false },
  });
  try {
    await hidden.loadURL(url);
    return await hidden.webContents.printToPDF({ pageSize: { ...size }, printBackground: false });
  } finally {
    hidden.destroy();
  }
}
