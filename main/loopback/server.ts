// The HTTP API for ERPs: a listener on the loopback addresses and the application behind it. It imports #contract,
// #operations, #http and the core's ports and types, and reaches the engine only through the calls it is given.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientRegistry } from '#core/ports/clients.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Signer } from '#core/ports/signer.ts';
import { createCountedLog, unheldTimer } from '#http/counted-log.ts';
import { type ConnectionLimits, listenOnLoopback } from '#http/listen.ts';
import { type Rate, createRateLimit } from '#http/rate-limit.ts';
import { writeAnswer } from '#http/write-answer.ts';
import { type PaymentPaths, defaultPaymentPaths } from '#operations/payment-view.ts';
import { createAtOnce, defaultAtOnce } from './at-once.ts';
import { createApp } from './app.ts';
import type { DropInOptions } from './drop-in/drop-in.ts';
import { type EventLimits, createEvents, eventLimits } from './events.ts';
import { createMakers } from './makers.ts';
import type { LoopbackBridge, LoopbackJournal, LoopbackLog, LoopbackShifts } from './ports.ts';
import type { Pairings } from './pairings.ts';
import { createPostBudget } from './post-budget.ts';
import { type ReadLimits, createReadScheduler, readLimits } from './read-scheduler.ts';
import { createWaits } from './wait.ts';

export interface LoopbackOptions {
  /** 0 takes a free one. */
  readonly port: number;
  readonly version: string;
  readonly clients: ClientRegistry;
  readonly calls: LoopbackBridge;
  /** Left out where there are none to ask for: a sealed folder. */
  readonly shifts?: LoopbackShifts;
  /** Left out where it cannot be read: a sealed folder. */
  readonly journal?: LoopbackJournal;
  /** Where the gateway's records show sums and operations, if the shop's settings say so. */
  readonly paymentPaths?: PaymentPaths;
  /** For the beats of event streams; default: this process's timers. */
  readonly after?: Clock['after'];
  readonly events?: Partial<EventLimits>;
  /** Left out for a sealed folder. */
  readonly pairings?: Pairings;
  readonly identity?: Signer;
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
  /** What all may send together who show no token that is known; default 200 requests a second. */
  readonly strangerRate?: Rate;
  /** What connections may take; the defaults are in #http/listen.ts. */
  readonly connections?: Partial<ConnectionLimits>;
}

export interface Loopback {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly port: number;
  /** Ends the streams of events, answers those who wait as things stand, lets running answers out, then closes every connection. */
  close(): Promise<void>;
}

/** Far above what a shop needs; it stops a loop that runs wild before the others feel it. */
const defaultRate: Rate = { perSecond: 1_000, burst: 2_000 };

/** A page that looks for the bridge, or a program with a token that was revoked, needs far less. */
const defaultStrangerRate: Rate = { perSecond: 200, burst: 1_000 };

/** Throws PortInUse. */
export async function createLoopback(options: LoopbackOptions): Promise<Loopback> {
  const { port, version, clients, calls, log, closeGraceMs = 5_000, rate = defaultRate, connections = {} } = options;
  const waits = createWaits(calls);
  const { paymentPaths = defaultPaymentPaths } = options;
  const { journal = null, shifts = null, pairings = null, identity = null, after = timer } = options;
  const strangers = createRateLimit(options.strangerRate ?? defaultStrangerRate);
  const requests = createRateLimit(rate);
  const limits = { ...eventLimits, ...options.events };
  const reads = createReadScheduler({ ...readLimits, ...options.reads });
  const events = journal === null ? null : createEvents({ journal, calls, clients, reads, after, log, limits });
  const atOnce = createAtOnce(options.atOnce ?? defaultAtOnce);
  const counted = createCountedLog(log, unheldTimer);
  const posts = createPostBudget();
  const doors = { rate, requests, atOnce, reads, posts, strangers, after, countedLog: counted.line };
  const ports = {
    version,
    clients,
    calls,
    shifts,
    journal,
    events,
    pairings,
    identity,
    log,
    waits,
    makers: createMakers(calls),
    paymentPaths,
    ...doors,
  };
  const app = createApp(ports, options.dropIn ?? null);
  const respond = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { answer, headers } = await app(incoming, outgoing);
    writeAnswer(incoming, outgoing, answer, headers);
  };
  const listening = await listenOnLoopback(port, (incoming, outgoing) => void respond(incoming, outgoing), {
    limits: connections,
  });
  log('info', 'loopback-listening', { port: listening.port, addresses: [...listening.addresses] });
  return {
    url: listening.url,
    port: listening.port,
    async close() {
      const closed = listening.close(closeGraceMs);
      waits.endAll();
      events?.endAll();
      pairings?.end();
      await closed;
      counted.end();
    },
  };
}

const timer: Clock['after'] = (ms, work) => {
  const timeout = setTimeout(work, ms);
  return () => clearTimeout(timeout);
};
