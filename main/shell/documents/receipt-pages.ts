// The pages of receipts while they are printed: the hidden window of page-printer.ts loads them by their own scheme.
import { receiptScheme } from '../window/address.ts';
import { hardening } from '../window/page.ts';
import { receiptPolicy, receiptStyle } from './receipt-page.ts';

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
