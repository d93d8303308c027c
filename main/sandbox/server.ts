// The embedded gateway: the whole interface on a loopback port, for training mode, demonstrations and tests.
// main/sandbox knows nothing of the bridge; it reads the same operation definitions and may import
// #contract, #operations, #http and the core's types.
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { createAlarm } from './rules/alarm.ts';
import { createApp } from './wire/app.ts';
import { createAuth } from './wire/auth.ts';
import { createControl } from './wire/control.ts';
import { createFaults } from './exchange/faults.ts';
import { createKeys } from './exchange/keys.ts';
import type { World } from './handlers/operations.ts';
import { createPages } from './pages/pages.ts';
import { type DccSteering, createQuotes } from './rules/quotes.ts';
import { createRecordForm } from './exchange/record-form.ts';
import { compileRoutes } from './exchange/routes.ts';
import { createGatewayServer } from './wire/delivery.ts';
import { runDue } from './rules/settlement.ts';
import { createClock } from './state/clock.ts';
import { type OpenedJournal, fileJournal, memoryJournal } from './state/journal.ts';
import { createLedger } from './state/ledger.ts';
import { createTerminals } from './rules/terminals.ts';
import { createWebhooks } from './webhooks/sender.ts';
import type { WebhookSettings } from './webhooks/settings.ts';

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
  /** The form and signature of notifications; missing members have their defaults. */
  readonly webhooks?: Partial<WebhookSettings> | undefined;
  /** The fields of a terminal command that take a choice of currency, and how long a quote counts. */
  readonly dcc?: DccSteering | undefined;
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
  const { merchantId, apiKey, dataDir, host = '127.0.0.1' } = options;
  if (!loopback.has(host)) throw new TypeError(`the sandbox listens on a loopback address only, not on ${host}`);
  if ((merchantId === undefined) !== (apiKey === undefined)) throw new TypeError('merchantId and apiKey go together');

  const opened = dataDir === undefined ? memoryJournal() : await fileJournal(dataDir);
  try {
    return await start(options, opened);
  } catch (error) {
    await opened.journal.close();
    throw error;
  }
}

async function start(options: SandboxOptions, opened: OpenedJournal): Promise<Sandbox> {
  const { merchantId, apiKey, host = '127.0.0.1', terminalDelayMs = 1000, tokenSeconds = 600 } = options;
  const credentials = merchantId === undefined || apiKey === undefined ? null : { merchantId, apiKey };
  const stopped = new AbortController();
  const ledger = createLedger(opened);
  const clock = createClock(options.now ?? Date.now, ledger);
  const now = (): number => clock.now();
  const terminals = createTerminals(terminalDelayMs, stopped.signal);
  const quotes = createQuotes(clock, options.dcc ?? {});
  const records = createRecordForm();
  const routes = compileRoutes();
  const faults = createFaults(routes);
  const webhooks = createWebhooks({
    ledger,
    clock,
    faults,
    stopping: stopped.signal,
    initial: options.webhooks ?? {},
    attempted: () => alarm.wake(),
  });
  const settle = (): void => runDue({ ledger, clock });
  const alarm = createAlarm({
    run: () => {
      settle();
      webhooks.sendDue();
    },
    nextInMs: () => earliest([ledger.schedule.first()?.at ?? null, webhooks.next()], now()),
  });
  let rootUrl = '';
  const world: World = {
    ledger,
    terminals,
    quotes,
    records,
    keys: createKeys(ledger, now),
    clock,
    rootUrl: () => rootUrl,
    stopping: stopped.signal,
  };
  const app = createApp({
    world,
    auth: createAuth({ credentials, tokenSeconds, now, generation: () => ledger.tokenGeneration() }),
    faults,
    routes,
    control: createControl({ ledger, faults, terminals, quotes, records, clock, webhooks, runDue: settle }),
    pages: createPages(world),
    wakeUp: () => alarm.wake(),
    log: options.log ?? ((line) => process.stderr.write(`${line}\n`)),
  });
  const server = createGatewayServer(app);
  await listen(server, options.port, host);
  const { port } = server.address() as AddressInfo;
  rootUrl = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  alarm.wake();

  return {
    url: rootUrl,
    port,
    close: async () => {
      stopped.abort();
      alarm.stop();
      await stop(server);
      await webhooks.idle();
      await opened.journal.close();
    },
  };
}

/** Milliseconds from now to the first of these moments; null: there is none. */
function earliest(moments: readonly (number | null)[], now: number): number | null {
  const known = moments.filter((each) => each !== null);
  return known.length === 0 ? null : Math.max(0, Math.min(...known) - now);
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
