// Notifications that are still to be sent, as a fold: each is written together with its change, so that a crash between
// the two cannot lose it. Each is sent at least once; delivered ones are kept for a while, for the panel.
import { createSchedule } from './schedule.ts';

/** The content of a notification, as it was when the notification was made. */
export interface Notice {
  readonly id: string;
  readonly payId: string;
  readonly url: string;
  readonly status: string;
  readonly responseCode: string;
  readonly responseDescription: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

export interface Attempt {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The HTTP status that came back, or in words what came instead. */
  readonly result: number | string;
  /** ISO 8601, UTC; null: there will be no other, it was delivered or given up. */
  readonly againAt: string | null;
}

export interface Letter {
  readonly notice: Notice;
  readonly attempts: Attempt[];
  /** Milliseconds of the sandbox's clock; null: nothing more will be sent. */
  dueAt: number | null;
}

export interface Outbox {
  apply(change: { readonly notice?: Notice | undefined; readonly attempt?: Attempt | undefined }): void;
  /** Takes those out that are due by a moment; each comes back with its attempt, or when it is postponed. */
  takeDue(now: number): readonly Letter[];
  /** Not before this moment. In memory only: after a restart it is due as the entries say. */
  postpone(letter: Letter, until: number): void;
  /** When the next one is due; null: none waits. */
  next(): number | null;
  /** The latest, also the finished ones. */
  view(): readonly Letter[];
}

const keptFinished = 1000;

export function createOutbox(): Outbox {
  const waiting = new Map<string, Letter>();
  const finished: Letter[] = [];
  const schedule = createSchedule();

  const plan = (letter: Letter, at: number): void => {
    letter.dueAt = at;
    schedule.add({ at, id: letter.notice.id });
  };
  const finish = (letter: Letter): void => {
    letter.dueAt = null;
    waiting.delete(letter.notice.id);
    finished.push(letter);
    if (finished.length > keptFinished) finished.shift();
  };

  return {
    apply: ({ notice, attempt }) => {
      if (notice !== undefined) {
        const letter: Letter = { notice, attempts: [], dueAt: null };
        waiting.set(notice.id, letter);
        plan(letter, Date.parse(notice.at));
      }
      const letter = attempt === undefined ? undefined : waiting.get(attempt.id);
      if (attempt === undefined || letter === undefined) return;
      letter.attempts.push(attempt);
      if (attempt.againAt === null) finish(letter);
      else plan(letter, Date.parse(attempt.againAt));
    },
    takeDue: (now) => {
      const due: Letter[] = [];
      for (let first = schedule.first(); first !== null && first.at <= now; first = schedule.first()) {
        schedule.take();
        const letter = waiting.get(first.id);
        if (letter !== undefined && letter.dueAt === first.at && !due.includes(letter)) due.push(letter);
      }
      return due;
    },
    postpone: plan,
    next: () => schedule.first()?.at ?? null,
    view: () => [...finished, ...waiting.values()],
  };
}
