// A server of updates over HTTPS, with an authority of the test's own. It sends a package in small pieces, and can tell
// when so much of it has gone out.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createAuthority } from '../../integration/gateway/certificates.ts';

interface Served {
  readonly list: Buffer;
  readonly name: string;
  readonly zip: Buffer;
}

export interface Feed {
  readonly url: string;
  /** The authority's certificate, for NODE_EXTRA_CA_CERTS. */
  readonly caFile: string;
  served: Served | null;
  /** Where each answer about the package began. */
  readonly begun: number[];
  /** Called when so many bytes of the package lie behind what was sent; then the answer stops. */
  stopAt: { readonly bytes: number; readonly reached: () => void } | null;
}

const pieceBytes = 64 * 1_024;

export async function aFeed(): Promise<Feed> {
  const authority = createAuthority();
  onTestFinished(() => authority.remove());
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-feed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const caFile = join(folder, 'authority.pem');
  writeFileSync(caFile, authority.caPem);
  const server = createServer(authority.issue('DNS:localhost,IP:127.0.0.1'), ({ url, headers }, response) => {
    const { served } = feed;
    if (served === null) response.writeHead(404).end();
    else if (url === '/update.json') response.end(served.list);
    else if (url === `/${served.name}`) {
      const [, from = '0'] = /^bytes=(\d+)-$/.exec(headers.range ?? '') ?? [];
      void give(response, served.zip, Number(from));
    } else response.writeHead(404).end();
  });
  const give = async (response: ServerResponse, zip: Buffer, from: number) => {
    feed.begun.push(from);
    if (from === 0) response.writeHead(200, { 'content-length': zip.length });
    else response.writeHead(206, { 'content-range': `bytes ${from}-${zip.length - 1}/${zip.length}` });
    for (let at = from; at < zip.length; at += pieceBytes) {
      const stop = feed.stopAt;
      if (stop !== null && at >= stop.bytes) {
        feed.stopAt = null;
        stop.reached();
        return;
      }
      if (!response.write(zip.subarray(at, at + pieceBytes))) await once(response, 'drain');
    }
    response.end();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const feed: Feed = { url: `https://localhost:${port}/update.json`, caFile, served: null, begun: [], stopAt: null };
  return feed;
}
