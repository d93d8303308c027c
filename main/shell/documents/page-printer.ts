// Prints a page of text into a PDF. The page is loaded in a hidden window without script or preload, so a receipt's
// text cannot run as code.
import { BrowserWindow } from 'electron';
import type { Receipt } from './receipt-page.ts';
import type { ReceiptPages } from './receipt-pages.ts';

/** Sizes in inches. */
export type PagePrinter = (id: string, page: Omit<Receipt, 'name'>) => Promise<Uint8Array>;

export function createPagePrinter(pages: ReceiptPages): PagePrinter {
  return (id, page) => pages.shown(id, page.html, (url) => print(url, page));
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
