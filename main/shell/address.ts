// The addresses of our own pages. Schemes of our own instead of file://: pages of theirs share no origin with the disk,
// and nothing but our protocol handlers answers for them.

export const scheme = 'app';
export const windowUrl = `${scheme}://till/`;
/** Of receipts while they are printed. */
export const receiptScheme = 'receipt';

/** Whether a URL is the till's own page (and not a receipt, a web site or an opaque origin). */
export function isWindowUrl(url: string): boolean {
  const parsed = parse(url);
  return parsed !== null && parsed.protocol === `${scheme}:` && parsed.host === 'till';
}

/** Whether a request may be made at all by our pages. */
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
