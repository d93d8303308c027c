// Serves the window's files under app://till/. Only files of the built renderer exist there; each page comes with a
// content security policy that allows neither inline script nor eval, and a fresh nonce for the styles that the
// window's component library writes at run time.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';

export const noncePlaceholder = '__CSP_NONCE__';

const types: { readonly [extension: string]: string } = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export const hardening = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** `connect`: where a page may connect to besides its own origin (the development server's socket). */
export function contentSecurityPolicy(nonce: string, connect: readonly string[] = []): string {
  return [
    "default-src 'none'",
    `script-src 'self'${connect.length > 0 ? ` 'nonce-${nonce}'` : ''}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...connect].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export function newNonce(): string {
  return randomBytes(18).toString('base64');
}

/** Answers a request for a file below `root`; 404 for all else. */
export async function servePage(root: string, url: string): Promise<Response> {
  const path = pathOf(url);
  const type = path === null ? undefined : types[extname(path)];
  if (path === null || type === undefined) return new Response('Not found', { status: 404 });
  let bytes: Buffer;
  try {
    bytes = await readFile(join(root, path));
  } catch {
    return new Response('Not found', { status: 404 });
  }
  if (extname(path) !== '.html') {
    return new Response(new Uint8Array(bytes), { headers: { ...hardening, 'content-type': type } });
  }
  const nonce = newNonce();
  return new Response(bytes.toString('utf8').replaceAll(noncePlaceholder, nonce), {
    headers: {
      ...hardening,
      'content-type': type,
      'cache-control': 'no-store',
      'content-security-policy': contentSecurityPolicy(nonce),
    },
  });
}

/** The path below the root, or null where it would leave it. */
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
