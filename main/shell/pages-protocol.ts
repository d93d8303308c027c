// Registers our schemes and answers them: app:// is the till's page, receipt:// a receipt while it is printed.
import { type Protocol, protocol as electronProtocol } from 'electron';
import { receiptScheme, scheme } from './address.ts';
import { serveDevPage } from './dev-page.ts';
import { pageFile } from './page.ts';
import type { ReceiptPages } from './receipt-saver.ts';

/** Chromium's ERR_FILE_NOT_FOUND. */
const notFound = { error: -6 };

/** Before the app is ready. No rights beyond those of a secure web page: they may not bypass their own policy. */
export function registerSchemes(): void {
  electronProtocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
    { scheme: receiptScheme, privileges: { standard: true, secure: true } },
  ]);
}

/**
 * The till's page. Main says which file it is and Chromium reads it: an answer of `protocol.handle` would pass through
 * main's own thread, byte by byte, while main has the bridge to start, and bring 50 ms of web classes with it. See
 * ADR 13. `onAsked` hears of each path.
 */
export function serveTill(protocol: Protocol, pages: string, onAsked: (path: string) => void): void {
  protocol.registerFileProtocol(scheme, ({ url, method }, answer) => {
    const { host, pathname } = new URL(url);
    const file = host === 'till' && method === 'GET' ? pageFile(pages, url) : null;
    if (file === null) return answer(notFound);
    onAsked(pathname);
    return answer({ path: file.path, headers: { ...file.headers } });
  });
}

/** The till's page as the development server has it. */
export function serveTillInDevelopment(protocol: Protocol, server: URL, onAsked: (path: string) => void): void {
  protocol.handle(scheme, ({ url, headers }) => {
    onAsked(new URL(url).pathname);
    return serveDevPage(server, url, headers.get('accept') ?? '*/*');
  });
}

/** Not at the start, where nothing is printed. */
export function serveReceipts(protocol: Protocol, receipts: ReceiptPages): void {
  protocol.handle(receiptScheme, ({ url }) => receipts.serve(url));
}
