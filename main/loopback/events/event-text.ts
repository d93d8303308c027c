// Records of the journal as server-sent events. The record says what happened and when; the operation beside it is as
// it stands when it is sent, so that a reader who is behind still learns the truth of now.
import type { Client } from '#contract/programs/client.ts';
import type { JsonObject } from '#contract/data/json.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { BooksReads, JournalFact } from '#core/ports/books.ts';
import { type PrintJobView, printJobRecords } from '#contract/devices/print-jobs.ts';
import { type ProgramsView, seesWhole, shownWhole } from '../programs/for-programs.ts';
import type { LoopbackBridge, LoopbackDevices } from '../programs/ports.ts';
import { missingScope } from '../access/scope.ts';

/** How many records are read at once, and from how many characters on a page ends early. */
const pageRecords = 16;
const pageCharacters = 64 * 1_024;

/** An event before it is written for one way of sending it. */
export interface EventItem {
  readonly name: 'operation' | 'print-job';
  readonly seq: number;
  readonly data: object;
}

export interface EventPage {
  /** The events of a stretch of the journal; empty where none of its records tells of an operation. */
  readonly text: string;
  /** The last record of the stretch. */
  readonly upTo: number;
  /** Whether there may be more records behind it. */
  readonly isFull: boolean;
}

export interface EventSources {
  readonly journal: Pick<BooksReads, 'facts'>;
  readonly calls: Pick<LoopbackBridge, 'operation'>;
  /** Null where there are none. */
  readonly devices: Pick<LoopbackDevices, 'job'> | null;
}

/** A stretch of the journal, and what its records tell of: the same for every reader. */
export interface Stretch {
  readonly facts: readonly JournalFact[];
  /** Null where it is no longer there. */
  readonly operation: (id: string) => OperationView | null;
  readonly printJob: (id: string) => PrintJobView | null;
  /** The operation with and without customer data, made once for all readers. */
  readonly shown: (id: string, whole: boolean) => ProgramsView | null;
  /** As many records as are read at once: more of them change nothing. */
  readonly isFull: boolean;
  /** Pages that were written, by what their readers may see. */
  readonly pages: Map<string, EventPage>;
}

/** What a reader gets of a record: nothing, a print job, or an operation with or without customer data. */
type Sight = '-' | 'j' | 'w' | 'p';

/** The records after the one with this number, or null where there are none yet. */
export function stretchAfter({ journal, calls, devices }: EventSources, seq: number): Stretch | null {
  const facts = journal.facts(seq, pageRecords);
  // Several records of a stretch may tell of one operation; it is the same for all of them.
  if (facts.length === 0) return null;
  const printJob = remembered((id: string) => devices?.job(id) ?? null);
  const operation = remembered((id: string) => calls.operation(id));
  const shownAs = (whole: boolean) =>
    remembered((id: string) => {
      const found = operation(id);
      return found === null ? null : shownWhole(found, whole);
    });
  const [inFull, inPart] = [shownAs(true), shownAs(false)];
  const shown = (id: string, whole: boolean) => (whole ? inFull(id) : inPart(id));
  return { facts, operation, printJob, shown, isFull: facts.length >= pageRecords, pages: new Map() };
}

/** The events of a stretch as this reader may see them; the number of each record, and its event where it has one. */
export function* eventsOf(
  stretch: Stretch,
  reader: Client,
): Generator<{ readonly seq: number; readonly hash: string; readonly event: EventItem | null }> {
  const sightOf = sightOfReader(stretch, reader);
  for (const fact of stretch.facts) {
    yield { seq: fact.seq, hash: fact.hash, event: eventOf(stretch, fact, sightOf(fact)) };
  }
}

/** The stretch as this reader may see it: readers who may see the same get the same text, which is made once. */
export function pageOf(stretch: Stretch, reader: Client): EventPage {
  const sightOf = sightOfReader(stretch, reader);
  const sights = stretch.facts.map(sightOf);
  const key = sights.join('');
  const page = stretch.pages.get(key) ?? pageFor(stretch, sights);
  stretch.pages.set(key, page);
  return page;
}

function pageFor(stretch: Stretch, sights: readonly Sight[]): EventPage {
  let text = '';
  let upTo = 0;
  let { isFull } = stretch;
  for (const [index, fact] of stretch.facts.entries()) {
    const event = eventOf(stretch, fact, sights[index] ?? '-');
    if (event !== null) text += eventText(event.name, event.data, fact.seq);
    upTo = fact.seq;
    if (text.length < pageCharacters) continue;
    isFull = true;
    break;
  }
  return { text, upTo, isFull };
}

function sightOfReader({ operation }: Stretch, reader: Client): (fact: JournalFact) => Sight {
  const seesJobs = missingScope(reader, ['print']) === null;
  return (fact) => {
    if (jobIn(fact) !== null && seesJobs) return 'j';
    if (fact.operation === null || isSilent(fact)) return '-';
    const found = operation(fact.operation);
    // The event comes also where the operation is not there any more.
    return found !== null && seesWhole(found, reader) ? 'w' : 'p';
  };
}

function eventOf({ printJob, shown }: Stretch, fact: JournalFact, sight: Sight): EventItem | null {
  const job = jobIn(fact);
  if (sight === 'j' && job !== null) return printJobEvent(fact, printJob(job));
  if ((sight !== 'w' && sight !== 'p') || fact.operation === null) return null;
  return operationEvent(fact, shown(fact.operation, sight === 'w'));
}

function jobIn({ type, data }: JournalFact): string | null {
  const { job } = data;
  return type.startsWith(printJobRecords) && typeof job === 'string' ? job : null;
}

/**
 * A look-up that found nothing new: an outcome is looked up many times a minute, and what it changes is told by another
 * record.
 */
function isSilent({ type }: JournalFact): boolean {
  return type === 'looked-up';
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

function printJobEvent({ seq, hash, type, at, data }: JournalFact, printJob: PrintJobView | null): EventItem {
  const { state } = data;
  return {
    name: 'print-job',
    seq,
    data: { seq, hash, type, at, state: typeof state === 'string' ? state : null, printJob },
  };
}

function operationEvent({ seq, hash, type, at, data }: JournalFact, operation: ProgramsView | null): EventItem {
  const { told, revision } = data;
  // What programs are told instead of the state, where that is something else (reported-state.ts).
  const state = told ?? data['state'];
  const then = {
    state: typeof state === 'string' ? state : null,
    revision: typeof revision === 'number' ? revision : null,
  };
  return { name: 'operation', seq, data: { seq, hash, type, at, ...then, operation } };
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
