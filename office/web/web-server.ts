// The HTTPS server of the page that people sign in at. It has a port of its own: at the tills' port a browser would be
// asked for a certificate, and a firewall can keep the two apart.
import { type Server, createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createCountedLog, unheldTimer } from '#http/limits/counted-log.ts';
import { readAlike } from '#http/request-head.ts';
import { StartProblem } from '#commands/io/problems.ts';
import { DatabaseAway } from '../database/database.ts';
import { type WebAnswer, refused, writeAnswer } from './answers.ts';
import { answerApi } from './api.ts';
import { type Live, createLive } from './live.ts';
import { type Upload, createUploads } from './settlement.ts';
import type { WebPorts } from './web-ports.ts';

export interface WebListening {
  readonly port: number;
  readonly address: string;
  /** The names that browsers know the office by. Others are refused. */
  readonly hosts: readonly string[];
  /** PEM. */
  readonly key: string;
  readonly cert: string;
  readonly files: ReadonlyMap<string, WebAnswer>;
}

export interface WebServer {
  readonly url: string;
  close(): Promise<void>;
}

export async function startWebServer(given: WebPorts, listening: WebListening): Promise<WebServer> {
  const { key, cert, hosts, files } = listening;
  // Strangers can cause lines without end.
  const counted = createCountedLog(given.log, unheldTimer);
  const ports: WebPorts = { ...given, log: counted.line };
  const live = createLive(ports);
  const upload = createUploads();
  const names = new Set(hosts.map((host) => host.toLowerCase()));
  const server = createServer(
    {
      key,
      cert,
      minVersion: 'TLSv1.2',
      headersTimeout: 15_000,
      // For an acquirer's file over a slow line; other bodies have less (api.ts).
      requestTimeout: 300_000,
      keepAliveTimeout: 60_000,
      maxHeaderSize: 16 * 1024,
    },
    readAlike(
      (incoming, outgoing) => {
        void answerTo(ports, { names, files, live, upload }, incoming, outgoing);
      },
      (outgoing) => writeAnswer(outgoing, refused('bad-request')),
    ),
  );
  server.maxConnections = 2_000;
  const bound = await listen(server, listening.port, listening.address);
  const [host = 'localhost'] = hosts;
  return {
    url: `https://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    async close() {
      live.close();
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeAllConnections();
      await closed;
      counted.end();
    },
  };
}

interface Served {
  readonly names: ReadonlySet<string>;
  readonly files: ReadonlyMap<string, WebAnswer>;
  readonly live: Live;
  readonly upload: Upload;
}

async function answerTo(
  ports: WebPorts,
  { names, files, live, upload }: Served,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    const host = hostOf(incoming);
    if (host === null || !names.has(host.name)) return writeAnswer(outgoing, refused('origin-refused'));
    const target = URL.parse(incoming.url ?? '/', 'https://office.invalid');
    if (target === null) return writeAnswer(outgoing, refused('not-found'));
    const { pathname, searchParams } = target;
    if (!pathname.startsWith('/api/')) {
      const file = incoming.method === 'GET' || incoming.method === 'HEAD' ? files.get(pathname) : undefined;
      return writeAnswer(outgoing, file ?? refused('not-found'));
    }
    const answer = await answerApi(
      ports,
      { live, upload },
      { incoming, outgoing, pathname, searchParams, origin: host.origin },
    );
    if (answer !== null) writeAnswer(outgoing, answer);
  } catch (error) {
    if (error instanceof DatabaseAway) ports.onAway();
    else ports.log('error', 'page-request-failed', { error: error instanceof Error ? error.name : 'unknown' });
    if (!outgoing.headersSent) writeAnswer(outgoing, refused('try-again'));
  }
}

function hostOf({ headers }: IncomingMessage): { readonly name: string; readonly origin: string } | null {
  const { host = '' } = headers;
  if (!URL.canParse(`https://${host}`)) return null;
  const url = new URL(`https://${host}`);
  return url.pathname === '/' ? { name: url.hostname.replaceAll(/^\[|\]$/g, ''), origin: url.origin } : null;
}

async function listen(server: Server, port: number, address: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      const words = `Port ${port} is taken: choose another with --page-port.`;
      reject(taken ? new StartProblem(words, { cause: error }) : error);
    });
    server.listen(port, address, resolve);
  });
  const at = server.address();
  return at !== null && typeof at === 'object' ? at.port : port;
}
