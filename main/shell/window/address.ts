// The addresses of the app's own pages. They have their own schemes instead of file://, so that they share no origin
// with the disk and only the app's protocol handlers answer them.

export const scheme = 'app';
export const windowUrl = `${scheme}://till/`;
/** An origin of its own: the customer's page shares nothing with the till's. */
export const customerUrl = `${scheme}://customer/`;
/** The scheme of receipts while they are printed. */
export const receiptScheme = 'receipt';

/** Whether a URL is the till's own page (and not a receipt, a web site or an opaque origin). */
export function isWindowUrl(url: string): boolean {
  return isPageOf('till', url);
}

/** Whether a URL is the page on the customer's screen. */
export function isCustomerUrl(url: string): boolean {
  return isPageOf('customer', url);
}

function isPageOf(host: string, url: string): boolean {
  const parsed = parse(url);
  return parsed !== null && parsed.protocol === `${scheme}:` && parsed.host === host;
}

/** Whether the app's pages may make this request at all. */
export function isOwnUrl(url: string): boolean {
  const protocol = parse(url)?.protocol;
  return protocol === `${scheme}:` || protocol === `${receiptScheme}:`;
}

function parse(url: string): URL | null {
  try {
    return new URL(url);
  } catch {
    return null;
  }
}
