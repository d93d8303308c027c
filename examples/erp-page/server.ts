// `npm run -s erp-page -- --port P`: serves the page and the built client, and nothing else, as a shop's own server
// would: with a policy under which no script runs but the page's own, and no address is reached but this computer's.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';

const page = join(import.meta.dirname, 'page');
const client = join(import.meta.dirname, '../../client/dist');

const types: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const headers = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    'connect-src http://127.0.0.1:* http://localhost:*',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-cache',
};

/** The file behind an address, by a pattern that has no way up or out; null for everything else. */
function fileOf(path: string): string | null {
  if (path === '/') return join(page, 'index.html');
  const [, folder, name] = /^\/(client\/(?:[a-z]+\/)?)?([a-z-]+\.(?:js|css|svg))$/.exec(path) ?? [];
  if (name === undefined) return null;
  return folder === undefined ? join(page, name) : join(client, folder.slice('client/'.length), name);
}

async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const file = fileOf((incoming.url ?? '').split('?')[0] ?? '');
  const body = file === null || incoming.method !== 'GET' ? null : await readFile(file).catch(() => null);
  if (file === null || body === null) response.writeHead(404, headers).end();
  else response.writeHead(200, { ...headers, 'Content-Type': types[extname(file)] ?? 'text/plain' }).end(body);
}

const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
const server = createServer((incoming, response) => void serve(incoming, response));
server.listen(Number(values.port), '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
process.stdout.write(`${JSON.stringify({ event: 'ready', url: `http://127.0.0.1:${port}`, pid: process.pid })}\n`);
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    server.close();
    server.closeAllConnections();
  });
}
