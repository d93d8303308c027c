// An HTTP server on the loopback addresses only: limits on what a connection may take, and an end that lets running
// answers out. Each server of ours that listens on loopback listens here.
import { type RequestListener, type Server, type ServerOptions, type ServerResponse, createServer } from 'node:http';
import { type Bound, bindPair } from './loopback-pair.ts';
import { refuseOutright } from './answer.ts';
import { headRefusal } from './request-head.ts';

export interface Listening {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly port: number;
  /** The addresses in use: 127.0.0.1, and ::1 where the machine has it. */
  readonly addresses: readonly string[];
  /** Stops accepting, waits at most `graceMs` for running answers, then destroys what is left. */
  close(graceMs: number): Promise<void>;
}

// Waiting for an operation is not bounded by these: they end when the request has been received.
const limits: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16 * 1024,
  noDelay: true,
  // Missing Host headers are refused in request-head.ts, with a problem that says so.
  requireHostHeader: false,
};
const maxConnections = 512;
const maxRequestsPerSocket = 10_000;

/** Listens on `port`, 0 for a free one. `listener` sees only requests whose head is in order. Throws PortInUse. */
export async function listenOnLoopback(port: number, listener: RequestListener): Promise<Listening> {
  const running = new Set<ServerResponse>();
  let closing = false;
  const guarded: RequestListener = (incoming, outgoing) => {
    running.add(outgoing);
    outgoing.once('close', () => running.delete(outgoing));
    const refusal = closing ? ({ code: 'stopping', detail: 'The program is ending.' } as const) : headRefusal(incoming);
    if (refusal === null) listener(incoming, outgoing);
    else refuseOutright(outgoing, refusal);
  };

  const servers = await bindPair(port, (address, wanted) => bindServer(guarded, address, wanted));
  const bound = servers[0]?.port ?? port;
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    addresses: servers.map(({ address }) => address),
    async close(graceMs) {
      closing = true;
      // A kept connection would hold the server open after its answer.
      for (const outgoing of running) if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close');
      const deadline = setTimeout(() => servers.forEach(({ server }) => server.closeAllConnections()), graceMs);
      await Promise.all(servers.map((each) => each.close()));
      clearTimeout(deadline);
    },
  };
}

interface BoundServer extends Bound {
  readonly address: string;
  readonly server: Server;
}

async function bindServer(listener: RequestListener, address: string, port: number): Promise<BoundServer> {
  const server = createServer(limits, listener);
  server.maxConnections = maxConnections;
  server.maxRequestsPerSocket = maxRequestsPerSocket;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: address, port, ipv6Only: true, exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const at = server.address();
  const bound = at !== null && typeof at === 'object' ? at.port : port;
  return { address, server, port: bound, close: () => closeServer(server) };
}

async function closeServer(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
}
