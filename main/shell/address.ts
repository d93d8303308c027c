// The window's own address. A scheme of our own instead of file://: pages of it share no origin with the disk, and
// nothing but our protocol handler answers for it.

export const scheme = 'app';
export const windowUrl = `${scheme}://till/`;
export const receiptHost = 'receipt';

/** Whether a URL is the till's own page (and not a receipt, a web site or an opaque origin). */
export function isWindowUrl(url: string): boolean {
  const parsed = parse(url);
  return parsed !== null && parsed.protocol === `${scheme}:` && parsed.host === 'till';
}

/** Whether a request may be made at all by our pages. */
export function isOwnUrl(url: string): boolean {
  return parse(url)?.protocol === `${scheme}:`;
}

function parse(url: string): URL | null {
  try {
    return new URL(url);
  } catch {
    return null;
  }
}
