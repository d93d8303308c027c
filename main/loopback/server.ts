// The HTTP API for ERPs: a listener on the loopback addresses and the application behind it. It imports #contract,
// #operations, #http and the core's ports and types, and reaches the engine only through the calls it is given.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ClientRegistry } from '#core/ports/clients.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Signer } from '#core/ports/journal.ts';
import { createCountedLog, unheldTimer } from '#http/limits/counted-log.ts';
import { type ConnectionLimits, listenOnLoopback } from '#http/listen.ts';
import { type Rate, createRateLimit } from '#http/limits/rate-limit.ts';
import { writeAnswer } from '#http/write-answer.ts';
import { defaultWrappers } from '#operations/evidence/reading.ts';
import { type PaymentPaths, defaultPaymentPaths } from '#operations/payment-view.ts';
import { withReportedStates } from './programs/reported-state.ts';
import { devicesForPrograms } from './programs/devices-for-programs.ts';
import { createAtOnce, defaultAtOnce } from './limits/at-once.ts';
import { createApp } from './app.ts';
import type { DropInOptions } from './drop-in/options.ts';
import { type EventLimits, createEvents, eventLimits } from './events/events.ts';
import { createPaymentOrigins } from './programs/payment-origins.ts';
import type {
  LoopbackBridge,
  LoopbackDevices,
  LoopbackJournal,
  LoopbackLog,
  LoopbackShifts,
  ReadMetrics,
} from './programs/ports.ts';
import type { Pairings } from './pairing/pairings.ts';
import { createOpenTurns } from './limits/open-turns.ts';
import { createPostBudget } from './limits/post-budget.ts';
import { createPostTurns } from './limits/post-turns.ts';
import { type PushKeeping, type PushLimits, pushLimits } from './push/ports.ts';
import { createPushes } from './push/pushes.ts';
import { type ReadLimits, createReadScheduler, readLimits } from './limits/read-scheduler.ts';
import { createWaits } from './request/wait.ts';

export interface LoopbackOptions {
  /** 0 takes a free one. */
  readonly port: number;
  readonly version: string;
  /** What stands before a command where somebody types it; left out where there are none, as in the packaged app. */
  readonly program?: string;
  readonly clients: ClientRegistry;
  readonly calls: LoopbackBridge;
  /** Left out where there are none to ask for: a sealed folder. */
  readonly shifts?: LoopbackShifts;
  /** Left out where there are none to ask: a sealed folder. */
  readonly devices?: LoopbackDevices;
  /** Left out where it cannot be read: a sealed folder. */
  readonly journal?: LoopbackJournal;
  /** Where the gateway's records show sums and operations, if the shop's settings say so. */
  readonly paymentPaths?: PaymentPaths;
  /** Names of objects and lists that a record may stand in, if the shop's settings say so. */
  readonly wrappers?: readonly string[];
  /** For the beats of event streams; default: this process's timers. */
  readonly after?: Clock['after'];
  /** Engine time, for what a program reads beside its operations; default: the clock on the wall. */
  readonly nowIso?: () => string;
  readonly events?: Partial<EventLimits>;
  /** What is kept for the webhooks of programs; left out where there are none: a sealed folder. */
  readonly keeping?: PushKeeping;
  readonly pushes?: Partial<PushLimits>;
  /** Left out for a sealed folder. */
  readonly pairings?: Pairings;
  readonly identity?: Signer;
  /** Left out where they are not served. */
  readonly metrics?: ReadMetrics;
  /** The gateway's own addresses; left out where they are not served. */
  readonly dropIn?: DropInOptions;
  readonly log: LoopbackLog;
  /** How long running answers may take when the server closes; default 5 s. */
  readonly closeGraceMs?: number;
  /** What one client may send; default 1,000 requests a second. */
  readonly rate?: Rate;
  /** Requests of one client that are under way at once; default 256. */
  readonly atOnce?: number;
  /** What reads may take; the defaults are in read-scheduler.ts. */
  readonly reads?: Partial<ReadLimits>;
  /** The limit for all callers without a known token together; default 200 requests a second. */
  readonly unauthenticatedRate?: Rate;
  /** What connections may take; the defaults are in #http/listen.ts. */
  readonly connections?: Partial<ConnectionLimits>;
}

export interface Loopback {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly port: number;
  /**
   * Ends the event streams, answers waiting requests with the current state, lets running answers finish, then closes
   * every connection.
   */
  close(): Promise<void>;
}

/** Far above what a shop needs; it stops a loop that runs wild before the others feel it. */
const defaultRate: Rate = { perSecond: 1_000, burst: 2_000 };

/** Far above what a page that looks for the bridge needs, or a program with a revoked token. */
const defaultUnauthenticatedRate: Rate = { perSecond: 200, burst: 1_000 };

/** Throws PortInUse. */
export async function createLoopback(options: LoopbackOptions): Promise<Loopback> {
  const { port, version, clients, log, closeGraceMs = 5_000, rate = defaultRate, connections = {} } = options;
  const calls = withReportedStates(options.calls);
  const waits = createWaits(calls);
  const { paymentPaths = defaultPaymentPaths, wrappers = defaultWrappers } = options;
  const { journal = null, shifts = null, pairings = null, identity = null, metrics = null } = options;
  const devices = options.devices === undefined ? null : devicesForPrograms(options.devices);
  const { after = timer, nowIso = wallIso } = options;
  const unauthenticated = createRateLimit(options.unauthenticatedRate ?? defaultUnauthenticatedRate);
  const requests = createRateLimit(rate);
  const limits = { ...eventLimits, ...options.events };
  const reads = createReadScheduler({ ...readLimits, ...options.reads });
  const events =
    journal === null ? null : createEvents({ journal, calls, devices, clients, reads, after, log, limits });
  const { keeping = null } = options;
  const counted = createCountedLog(log, unheldTimer);
  // A receiver decides how often it fails and takes again.
  const pushLog = counted.line;
  const pushing = {
    calls,
    devices,
    clients,
    reads,
    after,
    nowIso,
    log: pushLog,
    limits: { ...pushLimits, ...options.pushes },
  };
  const pushes = journal === null || keeping === null ? null : createPushes({ journal, keeping, ...pushing });
  const atOnce = createAtOnce(options.atOnce ?? defaultAtOnce);
  const posts = createPostBudget();
  const turns = createPostTurns();
  const knownConnections = new WeakSet<Duplex>();
  const strangers = { unauthenticated, openTurns: createOpenTurns(reads.reader('strangers')), knownConnections };
  const limiters = { rate, requests, atOnce, reads, posts, turns, ...strangers, after, countedLog: counted.line };
  const ports = {
    version,
    program: options.program ?? null,
    clients,
    calls,
    shifts,
    devices,
    journal,
    events,
    pushes,
    pairings,
    identity,
    metrics,
    log,
    waits,
    paymentOrigins: createPaymentOrigins(calls),
    paymentPaths,
    wrappers,
    ...limiters,
  };
  const app = createApp(ports, options.dropIn ?? null);
  const respond = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { answer, headers } = await app(incoming, outgoing);
    writeAnswer(incoming, outgoing, answer, headers);
  };
  const listening = await listenOnLoopback(port, (incoming, outgoing) => void respond(incoming, outgoing), {
    limits: connections,
    isKnown: (connection) => knownConnections.has(connection),
  });
  pushes?.begin();
  log('info', 'loopback-listening', { port: listening.port, addresses: [...listening.addresses] });
  return {
    url: listening.url,
    port: listening.port,
    async close() {
      const closed = listening.close(closeGraceMs);
      waits.endAll();
      events?.endAll();
      pairings?.end();
      await pushes?.end();
      await closed;
      counted.end();
    },
  };
}

const wallIso = () => new Date().toISOString();

const timer: Clock['after'] = (ms, work) => {
  const timeout = setTimeout(work, ms);
  return () => clearTimeout(timeout);
};
