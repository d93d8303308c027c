// Records of the journal as server-sent events. The record says what happened and when; the operation beside it is as it
// stands when it is sent, so that a reader who is behind still learns the truth of now.
import type { Client } from '#contract/client.ts';
import type { JsonObject } from '#contract/json.ts';
import type { OperationView } from '#contract/operation.ts';
import type { BooksReads, JournalFact } from '#core/ports/books.ts';
import { type ProgramsView, forPrograms } from './for-programs.ts';
import type { LoopbackBridge } from './ports.ts';

/** How many records are read at once, and from how many characters on a page ends early. */
const pageRecords = 16;
const pageCharacters = 64 * 1_024;

export interface EventPage {
  /** The events of a stretch of the journal; empty where none of its records tells of an operation. */
  readonly text: string;
  /** The last record of the stretch. */
  readonly upTo: number;
}

export interface EventSources {
  readonly journal: Pick<BooksReads, 'facts'>;
  readonly calls: Pick<LoopbackBridge, 'operation'>;
}

/** A stretch of the journal, and what its records tell of: the same for every reader. */
export interface Stretch {
  readonly facts: readonly JournalFact[];
  /** Null where it is no longer there. */
  readonly operation: (id: string) => OperationView | null;
}

/** What follows the record with this number, or null where nothing does yet. */
export function stretchAfter({ journal, calls }: EventSources, seq: number): Stretch | null {
  const facts = journal.facts(seq, pageRecords);
  // Several records of a stretch may tell of one operation; it is the same for all of them.
  return facts.length === 0 ? null : { facts, operation: remembered((id) => calls.operation(id)) };
}

/** The stretch as this reader may see it. */
export function pageOf({ facts, operation }: Stretch, reader: Client): EventPage {
  const viewOf = remembered((id): ProgramsView | null => {
    const found = operation(id);
    return found === null ? null : forPrograms(found, reader);
  });
  let text = '';
  let upTo = 0;
  for (const fact of facts) {
    if (fact.operation !== null) text += operationEvent(fact, viewOf(fact.operation));
    upTo = fact.seq;
    if (text.length >= pageCharacters) break;
  }
  return { text, upTo };
}

function remembered<T>(read: (id: string) => T | null): (id: string) => T | null {
  const known = new Map<string, T | null>();
  return (id) => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const found = read(id);
    known.set(id, found);
    return found;
  };
}

function operationEvent({ seq, hash, type, at, data }: JournalFact, operation: ProgramsView | null): string {
  const { state, revision } = data;
  const then = {
    state: typeof state === 'string' ? state : null,
    revision: typeof revision === 'number' ? revision : null,
  };
  return eventText('operation', { seq, hash, type, at, ...then, operation }, seq);
}

/** `id`: what a reader that loses the line goes on after; events that are not durable have none. */
export function eventText(name: string, data: object, id?: number): string {
  // JSON text has no line break of its own.
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

export function statusText(status: JsonObject): string {
  return eventText('status', status);
}

/** A comment: it says that the line is alive. */
export const beatText = ': beat\n\n';
