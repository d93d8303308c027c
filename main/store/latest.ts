// When the last thing on record happened: no clock on the folder starts before it, also where the wall clock was set back.
import type { OpenedStore } from './open.ts';

/** Engine time, ms; 0 where nothing is on record. */
export function latestMs({ journal }: Pick<OpenedStore, 'journal'>): number {
  const { seq } = journal.head();
  const [last] = journal.after(seq - 1, 1);
  return last === undefined ? 0 : Date.parse(last.at);
}
