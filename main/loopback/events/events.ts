// Who reads events, and what they share: they are woken after each commit, get a beat while nothing happens, and a
// limited number of places. When the bridge stops, all end at once.
import type { ServerResponse } from 'node:http';
import type { Client } from '#contract/programs/client.ts';
import { type Refusal, refuse } from '#contract/programs/problems.ts';
import type { ClientRegistry } from '#core/ports/clients.ts';
import type { Clock } from '#core/ports/clock.ts';
import { type Resume, startOf } from './event-start.ts';
import { EventStream } from './event-stream.ts';
import { type EventPage, type Stretch, eventText, pageOf, statusText, stretchAfter } from './event-text.ts';
import { stillKnown } from '../access/caller.ts';
import type { LoopbackBridge, LoopbackDevices, LoopbackJournal, LoopbackLog } from '../programs/ports.ts';
import type { ReadScheduler } from '../limits/read-scheduler.ts';
import { deviceScopes, missingScope } from '../access/scope.ts';

export interface EventLimits {
  /** Streams at once, of one client and of all. */
  readonly perClient: number;
  readonly inAll: number;
  /** Between two signs of life; a reader that takes nothing for two of them is cut off. */
  readonly beatMs: number;
  /** The status is put together at most once in this time. */
  readonly statusMs: number;
  /** Readers are told of records at most once in this time, of all that came meanwhile at once. */
  readonly gatherMs: number;
  /** How soon a stream ends whose client was revoked by another process. */
  readonly lookMs: number;
}

export const eventLimits: EventLimits = {
  perClient: 8,
  inAll: 64,
  beatMs: 15_000,
  statusMs: 1_000,
  gatherMs: 50,
  lookMs: 1_000,
};

export interface EventPorts {
  readonly journal: LoopbackJournal;
  readonly calls: Pick<LoopbackBridge, 'operation' | 'status'>;
  readonly devices: LoopbackDevices | null;
  readonly clients: Pick<ClientRegistry, 'byId'>;
  readonly reads: Pick<ReadScheduler, 'reader'>;
  readonly after: Clock['after'];
  readonly log: LoopbackLog;
  readonly limits: EventLimits;
}

export type EventsOpened =
  | { readonly type: 'open'; readonly pieces: AsyncGenerator<string> }
  | { readonly type: 'refused'; readonly refusal: Refusal };

export interface Events {
  /** A place for as long as `outgoing` is open and `mayGoOn`, which is asked at least every `lookMs`. */
  open(clientId: string, resume: Resume, outgoing: ServerResponse, mayGoOn: () => boolean): EventsOpened;
  /** Ends all streams, those to come too. */
  endAll(): void;
}

const none: ReadonlyMap<string, string> = new Map();

/** Records and programs are read once for all readers. */
interface Turn {
  readonly stretches: Map<number, Stretch | null>;
  readonly readers: Map<string, Client | null>;
}

/**
 * Readers that are behind come one after the other and share full stretches of records for this time. An operation in a
 * shared stretch is shown as it was up to so long before.
 */
const sharedMs = 100;
const mostShared = 64;

export function createEvents(ports: EventPorts): Events {
  const { journal, calls, devices, clients, reads, after, log, limits } = ports;
  const streams = new Map<EventStream, () => boolean>();
  /** The records read in this turn of the event loop: readers that are up to date all ask for the same ones. */
  let turn: Turn | null = null;
  const shared = new Map<number, { readonly stretch: Stretch; readonly sinceMs: number }>();
  let status = '';
  let deviceTexts: ReadonlyMap<string, string> = new Map();
  let planned: NodeJS.Immediate | NodeJS.Timeout | null = null;
  let wokenMs = Number.NEGATIVE_INFINITY;
  let stopStatusTimer: (() => void) | null = null;
  let stopBeat: (() => void) | null = null;
  let stopLook: (() => void) | null = null;
  let ended = false;

  const thisTurn = (): Turn => {
    if (turn !== null) return turn;
    const begun: Turn = { stretches: new Map(), readers: new Map() };
    turn = begun;
    setImmediate(() => {
      if (turn === begun) turn = null;
    });
    return begun;
  };
  const stretchFrom = (seq: number): Stretch | null => {
    const nowMs = performance.now();
    const known = shared.get(seq);
    if (known !== undefined && nowMs - known.sinceMs < sharedMs) return known.stretch;
    const { stretches } = thisTurn();
    const before = stretches.get(seq);
    if (before !== undefined) return before;
    const stretch = stretchAfter(ports, seq);
    stretches.set(seq, stretch);
    if (shared.size >= mostShared) shared.clear();
    if (stretch?.isFull === true) shared.set(seq, { stretch, sinceMs: nowMs });
    return stretch;
  };
  const supply = {
    pageAfter(seq: number, reader: Client): EventPage | null {
      const stretch = stretchFrom(seq);
      return stretch === null ? null : pageOf(stretch, reader);
    },
    inTurn: <T>(clientId: string, work: () => T) => reads.reader(clientId).slice(work),
    status: () => status,
    devices: (reader: Client) => (missingScope(reader, deviceScopes) === null ? deviceTexts : none),
    reader(clientId: string): Client | null {
      const { readers } = thisTurn();
      const before = readers.get(clientId);
      if (before !== undefined) return before;
      const client = stillKnown(clients, clientId);
      const reader = client === null || missingScope(client, ['status']) !== null ? null : client;
      readers.set(clientId, reader);
      return reader;
    },
  };
  const wakeAll = (): void => {
    for (const stream of streams.keys()) stream.wake();
  };

  const readStatus = (): void => {
    try {
      status = statusText(calls.status());
    } catch (error) {
      // An error in a timer would end the process. A failing disk ends each stream at its next read.
      log('warn', 'events-status-unknown', { error: error instanceof Error ? error.name : 'unknown' });
    }
  };
  const readDevices = (): void => {
    if (devices === null || streams.size === 0) return;
    devices.list().then(
      (views) => {
        deviceTexts = new Map(views.map((view) => [view.id, eventText('device', view)]));
        wakeAll();
      },
      (error: unknown) =>
        log('warn', 'events-devices-unknown', { error: error instanceof Error ? error.name : 'unknown' }),
    );
  };
  const planStatus = (): void => {
    stopStatusTimer ??= after(limits.statusMs, () => {
      stopStatusTimer = null;
      const before = status;
      readStatus();
      if (status !== before) wakeAll();
    });
  };
  const beat = (): void => {
    stopBeat = streams.size === 0 ? null : after(limits.beatMs, beat);
    shared.clear();
    // `news` is not called for records of other processes or for a failing disk, so the beat reads the status.
    if (streams.size > 0) planStatus();
    for (const stream of streams.keys()) stream.beat();
  };

  /** Ends streams whose client was revoked, or its token renewed, by a command: `news` is called for changes of this process only. */
  const look = (): void => {
    stopLook = streams.size === 0 ? null : after(limits.lookMs, look);
    try {
      for (const [stream, mayGoOn] of streams) if (!mayGoOn()) stream.end();
    } catch (error) {
      log('warn', 'events-clients-unknown', { error: error instanceof Error ? error.name : 'unknown' });
    }
  };

  const news = (): void => {
    turn = null;
    if (streams.size === 0) return;
    planStatus();
    if (planned !== null) return;
    const wake = (): void => {
      planned = null;
      wokenMs = performance.now();
      wakeAll();
    };
    const leftMs = wokenMs + limits.gatherMs - performance.now();
    // Deferred in any case, so that callers waiting for an answer to the same commit come first.
    planned = leftMs > 0 ? setTimeout(wake, leftMs) : setImmediate(wake);
  };
  const scanReaders = () =>
    [...streams.keys()].filter(({ clientId }) => {
      const reader = supply.reader(clientId);
      return reader !== null && missingScope(reader, ['scan']) === null;
    });
  const unsubscribeScans = devices?.subscribeScans({
    wants: () => scanReaders().length > 0,
    take(scan) {
      const text = eventText('scan', scan);
      for (const stream of scanReaders()) stream.pass(text);
    },
  });
  const unsubscribe = journal.subscribe(news);
  const unsubscribeDevices = devices?.subscribe(readDevices);

  return {
    open(clientId, resume, outgoing, mayGoOn) {
      if (ended) return refuse('stopping', 'The program is ending.');
      const places = [...streams.keys()].filter((each) => each.clientId === clientId).length;
      if (places >= limits.perClient || streams.size >= limits.inAll)
        return { type: 'refused', refusal: tooMany(limits) };
      readStatus();
      const own = { ...supply, reader: (id: string) => (mayGoOn() ? supply.reader(id) : null) };
      const stream = new EventStream(clientId, outgoing, startOf(journal, resume), own);
      if (!outgoing.destroyed) {
        streams.set(stream, mayGoOn);
        readDevices();
        outgoing.once('close', () => {
          streams.delete(stream);
          stream.end();
        });
      }
      stopBeat ??= after(limits.beatMs, beat);
      stopLook ??= after(limits.lookMs, look);
      return { type: 'open', pieces: stream.pieces() };
    },
    endAll() {
      ended = true;
      unsubscribe();
      unsubscribeDevices?.();
      unsubscribeScans?.();
      stopBeat?.();
      stopLook?.();
      stopStatusTimer?.();
      for (const stream of streams.keys()) stream.end();
    },
  };
}

function tooMany({ perClient, inAll }: EventLimits): Refusal {
  const detail = `At most ${perClient} streams of events at once for a client, ${inAll} in all. Close one that is not needed.`;
  return { code: 'too-many-streams', detail };
}
