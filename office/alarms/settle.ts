// Compares what is wrong now with the alarms that are open: what is new, what comes back, what is gone, what is over, and
// of what people are reminded. Pure: the look (look.ts) reads and writes.
import type { Condition } from './conditions.ts';
import { type NoticeKind, isEvent } from './kinds.ts';

export interface OpenNotice {
  readonly number: number;
  readonly kind: NoticeKind;
  readonly subject: string;
  readonly goneAt: Date | null;
  /** Null: no reminder follows. */
  readonly remindAt: Date | null;
}

export interface Settled {
  readonly opened: readonly Condition[];
  /** It was gone for a moment: the same alarm goes on, and no message is sent. */
  readonly back: readonly number[];
  readonly gone: readonly number[];
  readonly over: readonly number[];
  /** An event that is not shown as open any more. */
  readonly past: readonly number[];
  readonly reminded: readonly number[];
}

/** What is gone for less may come back: a till whose line comes and goes is one alarm, not one each minute. */
export const overAfterMs = 10 * 60_000;
export const firstPauseMinutes = 60;
export const longestPauseMinutes = 24 * 60;

export function settle(conditions: readonly Condition[], open: readonly OpenNotice[], nowMs: number): Settled {
  const keyOf = ({ kind, subject }: { readonly kind: string; readonly subject: string }): string =>
    `${kind} ${subject}`;
  const wrong = new Set(conditions.map(keyOf));
  const known = new Set(open.map(keyOf));
  const present = open.filter((notice) => wrong.has(keyOf(notice)));
  const absent = open.filter((notice) => !wrong.has(keyOf(notice)));
  const numbers = (notices: readonly OpenNotice[]): number[] => notices.map(({ number }) => number);
  return {
    opened: conditions.filter((condition) => !known.has(keyOf(condition))),
    back: numbers(present.filter(({ goneAt }) => goneAt !== null)),
    gone: numbers(absent.filter(({ goneAt, kind }) => goneAt === null && !isEvent(kind))),
    over: numbers(
      absent.filter(({ goneAt, kind }) => !isEvent(kind) && goneAt !== null && goneAt.getTime() <= nowMs - overAfterMs),
    ),
    past: numbers(absent.filter(({ kind }) => isEvent(kind))),
    reminded: numbers(present.filter(({ remindAt }) => remindAt !== null && remindAt.getTime() <= nowMs)),
  };
}
