// Where a stream of events begins: now, or after the last event that its reader had. A number that is not of this
// journal (a backup was put back, the folder is another one) is told as a reset, so that the reader loads its state anew
// instead of missing something without knowing.
import type { LoopbackJournal } from './ports.ts';
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

export function startOf(journal: LoopbackJournal, { lastEventId, lastHash }: Resume): EventStart {
  const head = journal.head();
  const common = { head: head.seq, journal: journal.keyId };
  const start = (name: 'hello' | 'reset', seq: number, hash: string | null, more: object = {}): EventStart => {
    return { seq, text: `retry: ${retryMs}\n${eventText(name, { seq, hash, ...common, ...more }, seq)}` };
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
