// Finds the file of an address under app://till/. Only files of the built renderer are served; each page has a content
// security policy that allows neither inline script nor inline style nor eval.
import { extname, join, normalize, sep } from 'node:path';

const types: { readonly [extension: string]: string } = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/**
 * There is no `cross-origin-opener-policy`: no page may open another (session-guard.ts), and with the header Chromium
 * discards the process that it has just started and makes a second one.
 */
export const hardening = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

/** Additions for the development server, which writes script and styles into the page and reloads over a socket. */
export interface Development {
  readonly nonce: string;
  readonly connect: string;
}

export function contentSecurityPolicy(development?: Development): string {
  const nonce = development === undefined ? '' : ` 'nonce-${development.nonce}'`;
  const connect = development === undefined ? '' : ` ${development.connect}`;
  return [
    "default-src 'none'",
    `script-src 'self'${nonce}`,
    `style-src 'self'${nonce}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export interface PageFile {
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
}

/** The file below `root`, whether it exists or not, with its headers; null for other addresses. */
export function pageFile(root: string, url: string): PageFile | null {
  const path = pathOf(url);
  const type = path === null ? undefined : types[extname(path)];
  if (path === null || type === undefined) return null;
  const headers = { ...hardening, 'content-type': type };
  if (extname(path) !== '.html') return { path: join(root, path), headers };
  const policy = { 'cache-control': 'no-store', 'content-security-policy': contentSecurityPolicy() };
  return { path: join(root, path), headers: { ...headers, ...policy } };
}

/** The path below the root, or null where it would lead out of the root. */
function pathOf(url: string): string | null {
  const { pathname } = new URL(url);
  let path: string;
  try {
    path = normalize(decodeURIComponent(pathname));
  } catch {
    return null;
  }
  if (path.includes('\0') || path.split(sep).includes('..')) return null;
  return path === sep ? 'index.html' : path.slice(1);
}
