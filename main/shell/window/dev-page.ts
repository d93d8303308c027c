// Serves the files from Vite's server in development, at the same address and under almost the same policy, so that
// code which breaks under the policy already fails in development.
import { randomBytes } from 'node:crypto';
import { contentSecurityPolicy, hardening } from './page.ts';

/**
 * The placeholder that Vite's server writes for a nonce (electron.vite.config.ts); each load replaces it with a new
 * one.
 */
const noncePlaceholder = '__CSP_NONCE__';

/** The development server's address, or null: only from electron-vite and only in an app that is not packaged. */
export function devServer(packaged: boolean, environment: { readonly [name: string]: string | undefined }): URL | null {
  const address = environment['ELECTRON_RENDERER_URL'];
  if (packaged || address === undefined) return null;
  const url = new URL(address);
  return ['localhost', '127.0.0.1'].includes(url.hostname) ? url : null;
}

/** The address of the socket for hot reloading. */
export function devSocket(server: URL): string {
  return `ws://${server.host}`;
}

/** `accept` is the request's: by it Vite tells a style sheet of the page from one that a script imports. */
export async function serveDevPage(server: URL, url: string, accept: string): Promise<Response> {
  const { pathname, search } = new URL(url);
  const answer = await fetch(new URL(`${pathname}${search}`, server), { headers: { accept } });
  const type = answer.headers.get('content-type') ?? 'application/octet-stream';
  const headers = { ...hardening, 'content-type': type, 'cache-control': 'no-store' };
  if (!type.startsWith('text/html'))
    return new Response(await answer.arrayBuffer(), { status: answer.status, headers });
  const nonce = randomBytes(18).toString('base64');
  const text = (await answer.text()).replaceAll(noncePlaceholder, nonce);
  const policy = contentSecurityPolicy({ nonce, connect: devSocket(server) });
  return new Response(text, { status: answer.status, headers: { ...headers, 'content-security-policy': policy } });
}
