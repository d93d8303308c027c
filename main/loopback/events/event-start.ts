// Where a stream of events begins: now, or after the last event that its reader received. A number that is not in this
// journal (a backup was restored, or the folder is another one) is answered with a reset, so that the reader loads its
// state again and misses nothing unnoticed.
import type { LoopbackJournal } from '../programs/ports.ts';
import { eventText } from './event-text.ts';

export interface Resume {
  /** As the reader gave it; undefined begins now. */
  readonly lastEventId: string | undefined;
  /** The hash of that record, where the reader kept it. */
  readonly lastHash: string | undefined;
}

export interface EventStart {
  /** Events after this record follow. */
  readonly seq: number;
  readonly text: string;
}

/** How long a reader should wait before it connects again, where it has no rule of its own. */
const retryMs = 1_000;

export function startOf(journal: LoopbackJournal, resume: Resume): EventStart {
  const { name, seq, data } = openingOf(journal, resume);
  return { seq, text: `retry: ${retryMs}\n${eventText(name, data, seq)}` };
}

/** The first event, and the position from which the others follow. */
export interface Opening {
  readonly name: 'hello' | 'reset';
  readonly seq: number;
  readonly data: object;
}

export function openingOf(journal: LoopbackJournal, { lastEventId, lastHash }: Resume): Opening {
  const head = journal.head();
  const common = { head: head.seq, journal: journal.keyId };
  const start = (name: 'hello' | 'reset', seq: number, hash: string | null, more: object = {}): Opening => {
    return { name, seq, data: { seq, hash, ...common, ...more } };
  };
  const reset = (reason: 'ahead' | 'other-history' | 'unreadable') => start('reset', head.seq, head.hash, { reason });

  if (lastEventId === undefined) return start('hello', head.seq, head.hash);
  if (!/^\d{1,15}$/.test(lastEventId)) return reset('unreadable');
  const seq = Number(lastEventId);
  if (seq > head.seq) return reset('ahead');
  // Before the first record there is none to compare.
  const hash = seq === 0 ? null : (journal.facts(seq - 1, 1)[0]?.hash ?? null);
  if (lastHash !== undefined && hash !== null && hash !== lastHash) return reset('other-history');
  return start('hello', seq, hash);
}
