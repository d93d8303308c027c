// An HTTP server on the loopback addresses only, with limits for each connection and an end that lets running answers
// finish. All loopback servers of the bridge use it.
import { type RequestListener, type Server, type ServerOptions, createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Refusal } from '#contract/programs/problems.ts';
import { refuseOutright } from './answer.ts';
import { endBroken, refuseConnection, tunnelRefusal } from './broken-request.ts';
import { Connections, closeAfter } from './limits/connections.ts';
import { type Bound, bindPair } from './loopback-pair.ts';
import { headRefusal, offersUpgrade } from './request-head.ts';

export interface Listening {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly port: number;
  /** The addresses in use: 127.0.0.1, and ::1 where the machine has it. */
  readonly addresses: readonly string[];
  /** Stops accepting, waits at most `graceMs` for running answers, then destroys what is left. */
  close(graceMs: number): Promise<void>;
}

export interface ConnectionLimits {
  /** Connections at once, on all addresses together. */
  readonly max: number;
  /** For the head of a request, from its first byte; of the first request, from the connection's beginning. */
  readonly headersMs: number;
  /** For a whole request. Waiting for an operation is not bounded by it: it ends when the request is here. */
  readonly requestMs: number;
  /** How long a client may take to read an answer that is ready. */
  readonly takeMs: number;
  /** How often the connections are checked. */
  readonly checkMs: number;
}

// Callers are on this machine. On a busy till a program may get no processor for ten seconds and send its head late; a
// limit of 5 s refused such programs. Longer limits cost little: an unfinished request can be closed when the places
// run out, a head has at most 16 KiB, and at most 256 bodies of one program are read at once. Some systems allow a
// process 4,096 open files, and the database needs some of them.
const defaultLimits: ConnectionLimits = {
  max: 2_048,
  headersMs: 15_000,
  requestMs: 30_000,
  takeMs: 30_000,
  checkMs: 1_000,
};

const serverOptions: ServerOptions = {
  keepAliveTimeout: 30_000,
  maxHeaderSize: 16 * 1024,
  noDelay: true,
  // Missing Host headers are refused in request-head.ts, with a problem that says so.
  requireHostHeader: false,
};
const maxRequestsPerSocket = 10_000;
/** The backlog while this process is busy. A connection that is dropped there is retried only after a second. */
const backlog = 1_024;

export interface ListenWishes {
  readonly limits?: Partial<ConnectionLimits>;
  /** `own` (default): the Host header must name this server. `any`: for a server behind a forwarder. */
  readonly hosts?: 'own' | 'any';
  /** Whether a caller that is known was seen on this connection. Left out: of none it is known. */
  readonly isKnown?: (connection: Duplex) => boolean;
}

/** Listens on `port`, 0 for a free one. `listener` sees only requests whose head is in order. Throws PortInUse. */
export async function listenOnLoopback(
  port: number,
  listener: RequestListener,
  wishes: ListenWishes = {},
): Promise<Listening> {
  const limits = { ...defaultLimits, ...wishes.limits };
  const hosts = wishes.hosts ?? 'own';
  const connections = new Connections(limits.max, wishes.isKnown ?? null);
  let closing = false;
  /** Connections that are about to end. RFC 9112, section 9.6: later requests on them must not be carried out. */
  const told = new WeakSet<Duplex>();
  const guarded =
    (next: RequestListener): RequestListener =>
    (incoming, outgoing) => {
      if (told.has(incoming.socket)) return;
      connections.begin({ incoming, outgoing });
      const refusal = closing ? stopping : headRefusal(incoming, hosts);
      if (refusal !== null || offersUpgrade(incoming)) told.add(incoming.socket);
      if (refusal === null) {
        if (offersUpgrade(incoming)) closeAfter(outgoing);
        return next(incoming, outgoing);
      }
      refuseOutright(outgoing, refusal);
    };
  const createGuarded = () =>
    createServer({ ...serverOptions, ...timeoutsOf(limits) }, guarded(listener))
      .on('connection', (socket) => connections.add(socket))
      // Without this, Node asks for the body before the head was checked.
      .on(
        'checkContinue',
        guarded((incoming, outgoing) => {
          outgoing.writeContinue();
          listener(incoming, outgoing);
        }),
      )
      .on(
        'checkExpectation',
        guarded((_incoming, outgoing) => refuseOutright(outgoing, expectationRefusal)),
      )
      .on('connect', (_incoming, socket) => refuseConnection(socket, tunnelRefusal, { Allow: allMethods }))
      .on('clientError', (error, socket) => endBroken(error, socket, connections.exchanges(socket)));

  const servers = await bindPair(port, (address, wanted) => bindServer(createGuarded(), address, wanted));
  const bound = servers[0]?.port ?? port;
  const checks = setInterval(() => connections.endUntaken(performance.now(), limits.takeMs), limits.checkMs);
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    addresses: servers.map(({ address }) => address),
    async close(graceMs) {
      closing = true;
      connections.keepNone();
      const deadline = setTimeout(() => connections.destroyAll(), graceMs);
      await Promise.all(servers.map((each) => each.close()));
      clearTimeout(deadline);
      clearInterval(checks);
    },
  };
}

const allMethods = 'GET, HEAD, POST, OPTIONS';
const stopping: Refusal = { code: 'stopping', detail: 'The program is ending.' };
const expectationRefusal: Refusal = {
  code: 'expectation-refused',
  detail: 'The only expectation that is met here is 100-continue.',
};

function timeoutsOf({ headersMs, requestMs, checkMs }: ConnectionLimits): ServerOptions {
  return { headersTimeout: headersMs, requestTimeout: requestMs, connectionsCheckingInterval: checkMs };
}

interface BoundServer extends Bound {
  readonly address: string;
}

async function bindServer(server: Server, address: string, port: number): Promise<BoundServer> {
  server.maxRequestsPerSocket = maxRequestsPerSocket;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: address, port, ipv6Only: true, exclusive: true, backlog }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const at = server.address();
  const bound = at !== null && typeof at === 'object' ? at.port : port;
  return { address, port: bound, close: () => closeServer(server) };
}

async function closeServer(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
}
