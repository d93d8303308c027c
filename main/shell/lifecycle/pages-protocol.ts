// Registers the app's schemes and answers them: app:// is the till's page and the one on the customer's screen, each at a
// host of its own, receipt:// a receipt while it is printed.
import { type Protocol, protocol as electronProtocol } from 'electron';
import { receiptScheme, scheme } from '../window/address.ts';
import { serveDevPage } from '../window/dev-page.ts';
import { pageFile } from '../window/page.ts';
import type { AppPaths } from '../machine/app-paths.ts';
import type { ReceiptPages } from '../documents/receipt-pages.ts';

/** Chromium's ERR_FILE_NOT_FOUND. */
const notFound = { error: -6 };

/** Call it before the app is ready. The schemes get the rights of a secure web page only: pages obey their policy. */
export function registerSchemes(): void {
  electronProtocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
    { scheme: receiptScheme, privileges: { standard: true, secure: true } },
  ]);
}

/**
 * Serves the pages. Main names the file and Chromium reads it: an answer of `protocol.handle` would pass through
 * main's thread, byte by byte, while main starts the bridge, and would load 50 ms of web classes. See ADR 13. `onAsked`
 * is called with each path of the till's page.
 */
export function servePages(
  protocol: Protocol,
  { pages, customerPages }: Pick<AppPaths, 'pages' | 'customerPages'>,
  onAsked: (path: string) => void,
): void {
  protocol.registerFileProtocol(scheme, ({ url, method }, answer) => {
    const { host, pathname } = new URL(url);
    const root = host === 'till' ? pages : host === 'customer' ? customerPages : null;
    const file = root !== null && method === 'GET' ? pageFile(root, url) : null;
    if (file === null) return answer(notFound);
    if (host === 'till') onAsked(pathname);
    return answer({ path: file.path, headers: { ...file.headers } });
  });
}

export function servePagesInDevelopment(protocol: Protocol, server: URL, onAsked: (path: string) => void): void {
  protocol.handle(scheme, ({ url, headers }) => {
    const { host, pathname } = new URL(url);
    if (host === 'till') onAsked(pathname);
    const page = host === 'customer' && pathname === '/' ? new URL('/customer/', url).href : url;
    return serveDevPage(server, page, headers.get('accept') ?? '*/*');
  });
}

/** Not at the start, where nothing is printed. */
export function serveReceipts(protocol: Protocol, receipts: ReceiptPages): void {
  protocol.handle(receiptScheme, ({ url }) => receipts.serve(url));
}
