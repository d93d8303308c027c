// Who reads events, and what they share: they are woken after each commit, get a beat while nothing happens, and a
// limited number of places. When the bridge stops, all end at once.
import type { ServerResponse } from 'node:http';
import type { Client } from '#contract/client.ts';
import type { Refusal } from '#contract/problems.ts';
import type { ClientRegistry } from '#core/ports/clients.ts';
import type { Clock } from '#core/ports/clock.ts';
import { type Resume, startOf } from './event-start.ts';
import { EventStream } from './event-stream.ts';
import { type EventPage, type Stretch, pageOf, statusText, stretchAfter } from './event-text.ts';
import { stillKnown } from './caller.ts';
import type { LoopbackBridge, LoopbackJournal, LoopbackLog } from './ports.ts';
import type { ReadScheduler } from './read-scheduler.ts';
import { missingScope } from './scope.ts';

export interface EventLimits {
  /** Streams at once, of one client and of all. */
  readonly perClient: number;
  readonly inAll: number;
  /** Between two signs of life; a reader that takes nothing for two of them is cut off. */
  readonly beatMs: number;
  /** The status is put together at most once in this time. */
  readonly statusMs: number;
  /** How soon a stream ends whose client was shut out by another process. */
  readonly lookMs: number;
}

export const eventLimits: EventLimits = { perClient: 8, inAll: 64, beatMs: 15_000, statusMs: 1_000, lookMs: 1_000 };

export interface EventPorts {
  readonly journal: LoopbackJournal;
  readonly calls: Pick<LoopbackBridge, 'operation' | 'status'>;
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
  /** A place for as long as `outgoing` is open. */
  open(clientId: string, resume: Resume, outgoing: ServerResponse): EventsOpened;
  /** Ends all streams, those to come too. */
  endAll(): void;
}

/** What is read once for all, and written once for each program. */
interface Turn {
  readonly stretches: Map<number, Stretch | null>;
  readonly pages: Map<string, EventPage>;
}

export function createEvents(ports: EventPorts): Events {
  const { journal, calls, clients, reads, after, log, limits } = ports;
  const streams = new Set<EventStream>();
  /** What was read in this turn of the event loop: readers that are up to date all ask for the same. */
  let turn: Turn | null = null;
  let status = '';
  let wakePlanned = false;
  let stopStatusTimer: (() => void) | null = null;
  let stopBeat: (() => void) | null = null;
  let stopLook: (() => void) | null = null;
  let ended = false;

  const thisTurn = (): Turn => {
    if (turn !== null) return turn;
    const begun: Turn = { stretches: new Map(), pages: new Map() };
    turn = begun;
    setImmediate(() => {
      if (turn === begun) turn = null;
    });
    return begun;
  };
  const supply = {
    pageAfter(seq: number, reader: Client): EventPage | null {
      const { stretches, pages } = thisTurn();
      const before = stretches.get(seq);
      const stretch = before === undefined ? stretchAfter(ports, seq) : before;
      stretches.set(seq, stretch);
      if (stretch === null) return null;
      // Each program sees its own operations whole, so that what it gets is its own, too.
      const key = `${seq} ${reader.scopes.join(' ')} ${reader.id}`;
      const page = pages.get(key) ?? pageOf(stretch, reader);
      pages.set(key, page);
      return page;
    },
    inTurn: <T>(clientId: string, work: () => T) => reads.reader(clientId).slice(work),
    status: () => status,
    reader(clientId: string): Client | null {
      const client = stillKnown(clients, clientId);
      return client === null || missingScope(client, ['status']) !== null ? null : client;
    },
  };
  const wakeAll = (): void => {
    for (const stream of streams) stream.wake();
  };

  const readStatus = (): void => {
    try {
      status = statusText(calls.status());
    } catch (error) {
      // In a timer nobody would catch it. A disk that fails ends the streams by themselves, at their next read.
      log('warn', 'events-status-unknown', { error: error instanceof Error ? error.name : 'unknown' });
    }
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
    // What other programs wrote into the journal, and what became of the disk, nobody tells.
    if (streams.size > 0) planStatus();
    for (const stream of streams) stream.beat();
  };

  /** Of what was done here, `news` tells; of a token that a command took back, nobody. */
  const look = (): void => {
    stopLook = streams.size === 0 ? null : after(limits.lookMs, look);
    try {
      const readers = new Set([...streams].map(({ clientId }) => clientId));
      const shutOut = new Set([...readers].filter((id) => supply.reader(id) === null));
      for (const stream of streams) if (shutOut.has(stream.clientId)) stream.end();
    } catch (error) {
      log('warn', 'events-clients-unknown', { error: error instanceof Error ? error.name : 'unknown' });
    }
  };

  const news = (): void => {
    turn = null;
    if (streams.size === 0) return;
    planStatus();
    if (wakePlanned) return;
    wakePlanned = true;
    // Whoever waits for an answer to the same commit comes first.
    setImmediate(() => {
      wakePlanned = false;
      wakeAll();
    });
  };
  const unsubscribe = journal.subscribe(news);

  return {
    open(clientId, resume, outgoing) {
      if (ended) return { type: 'refused', refusal: { code: 'stopping', detail: 'The program is ending.' } };
      const own = [...streams].filter((each) => each.clientId === clientId).length;
      if (own >= limits.perClient || streams.size >= limits.inAll) return { type: 'refused', refusal: tooMany(limits) };
      readStatus();
      const stream = new EventStream(clientId, outgoing, startOf(journal, resume), supply);
      if (!outgoing.destroyed) {
        streams.add(stream);
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
      stopBeat?.();
      stopLook?.();
      stopStatusTimer?.();
      for (const stream of streams) stream.end();
    },
  };
}

function tooMany({ perClient, inAll }: EventLimits): Refusal {
  const detail = `At most ${perClient} streams of events at once for a client, ${inAll} in all. Close one that is not needed.`;
  return { code: 'too-many-streams', detail };
}
