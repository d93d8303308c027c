// The time of the journal's last record: engine time never starts before it, even where the wall clock was set back.
import type { OpenedStore } from './open.ts';

/** Engine time, ms; 0 where the journal is empty. */
export function latestMs({ journal }: Pick<OpenedStore, 'journal'>): number {
  const { seq } = journal.head();
  const [last] = journal.after(seq - 1, 1);
  return last === undefined ? 0 : Date.parse(last.at);
}
