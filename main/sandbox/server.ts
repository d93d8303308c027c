// The embedded gateway: the whole interface on a loopback port, for training mode, demonstrations and tests.
// main/sandbox knows nothing of the bridge; it reads the same operation definitions and may import
// #contract, #operations, #http and the core's types.
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { createApp } from './app.ts';
import { createAuth } from './auth.ts';
import { createControl } from './control.ts';
import { createFaults } from './faults.ts';
import { createKeys } from './keys.ts';
import { compileRoutes } from './routes.ts';
import { createGatewayServer } from './delivery.ts';
import { fileJournal, memoryJournal } from './state/journal.ts';
import { createLedger } from './state/ledger.ts';
import { createTerminals } from './terminals.ts';

export interface SandboxOptions {
  /** 0 takes a free one. */
  readonly port: number;
  /** Only with `apiKey`; without both, any credentials that are not empty are accepted. */
  readonly merchantId?: string | undefined;
  readonly apiKey?: string | undefined;
  /** Without it, the state is in memory. One sandbox at a time may use a folder. */
  readonly dataDir?: string | undefined;
  /** A loopback address; default 127.0.0.1. */
  readonly host?: string | undefined;
  /** Wall clock in ms. */
  readonly now?: (() => number) | undefined;
  /** How long a terminal takes; default 1000. */
  readonly terminalDelayMs?: number | undefined;
  /** Lifetime of a token; default 600. */
  readonly tokenSeconds?: number | undefined;
  readonly log?: ((line: string) => void) | undefined;
}

export interface Sandbox {
  /** The root address, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Ends at once: commands at terminals are dropped, connections closed, what was executed is on disk. */
  close(): Promise<void>;
}

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const {
    merchantId,
    apiKey,
    dataDir,
    host = '127.0.0.1',
    now = Date.now,
    terminalDelayMs = 1000,
    tokenSeconds = 600,
  } = options;
  if (!loopback.has(host)) throw new TypeError(`the sandbox listens on a loopback address only, not on ${host}`);
  if ((merchantId === undefined) !== (apiKey === undefined)) throw new TypeError('merchantId and apiKey go together');
  const credentials = merchantId === undefined || apiKey === undefined ? null : { merchantId, apiKey };

  const opened = dataDir === undefined ? memoryJournal() : await fileJournal(dataDir);
  const stopped = new AbortController();
  const ledger = createLedger(opened);
  const terminals = createTerminals(terminalDelayMs, stopped.signal);
  const routes = compileRoutes();
  const faults = createFaults(routes);
  const app = createApp({
    world: { ledger, terminals, keys: createKeys(ledger), now },
    auth: createAuth({ credentials, tokenSeconds, now, generation: () => ledger.tokenGeneration() }),
    faults,
    routes,
    control: createControl({ ledger, faults, terminals }),
    stopping: stopped.signal,
    log: options.log ?? ((line) => process.stderr.write(`${line}\n`)),
  });
  const server = createGatewayServer(app);
  try {
    await listen(server, options.port, host);
  } catch (error) {
    await opened.journal.close();
    throw error;
  }

  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    close: async () => {
      stopped.abort();
      await stop(server);
      await opened.journal.close();
    },
  };
}

async function listen(server: Server, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

async function stop(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
