// Registers app:// and answers it: the till's page, and receipts while they are printed.
import { type Protocol, protocol as electronProtocol } from 'electron';
import { receiptHost, scheme } from './address.ts';
import { serveDevPage } from './dev-page.ts';
import { servePage } from './page.ts';
import type { ReceiptPages } from './receipt-saver.ts';

/** Before the app is ready. No rights beyond those of a secure web page: it may not bypass its own policy. */
export function registerScheme(): void {
  electronProtocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** `onAsked` hears of each path of the till's page before it is answered. */
export function servePages(
  protocol: Protocol,
  pages: string,
  receipts: ReceiptPages,
  server: URL | null,
  onAsked: (path: string) => void,
): void {
  protocol.handle(scheme, async ({ url, method, headers }) => {
    if (method !== 'GET') return new Response('Not allowed', { status: 405 });
    const { host, pathname } = new URL(url);
    switch (host) {
      case 'till':
        onAsked(pathname);
        return server === null ? servePage(pages, url) : serveDevPage(server, url, headers.get('accept') ?? '*/*');
      case receiptHost:
        return receipts.serve(url);
      default:
        return new Response('Not found', { status: 404 });
    }
  });
}
