// Limits the readers of the whole journal. Each reads as fast as it can, so there are few places; each program gets a
// part of them, and a reader that takes no data loses its place, so that no program can block the others.
import type { ServerResponse } from 'node:http';
import type { Refusal } from '#contract/programs/problems.ts';
import type { Clock } from '#core/ports/clock.ts';
import { nextTurn } from '#http/stream.ts';
import type { LoopbackContext } from './context.ts';

const inAll = 4;
const perClient = 2;
/** A reader that has no room for the next piece after so long is cut off. A piece is a few records. */
const patienceMs = 30_000;

export type JournalOpened =
  | { readonly type: 'open'; readonly pieces: AsyncGenerator<string> }
  | { readonly type: 'refused'; readonly refusal: Refusal };

export interface JournalReaders {
  /**
   * A place for as long as the connection is open, and the client may export. `pages` are made one by one, when there is
   * room for each.
   */
  open(context: LoopbackContext, pages: () => Iterable<string>): JournalOpened;
}

export function createJournalReaders(after: Clock['after']): JournalReaders {
  const running = new Map<ServerResponse, string>();
  return {
    open(context, pages) {
      const { outgoing } = context;
      const clientId = context.client.id;
      const own = [...running.values()].filter((each) => each === clientId).length;
      if (own >= perClient || running.size >= inAll) return { type: 'refused', refusal: tooMany };
      if (!outgoing.destroyed) {
        running.set(outgoing, clientId);
        outgoing.once('close', () => running.delete(outgoing));
      }
      // Cut, never ended: it is not whole.
      const cut = () => void outgoing.destroy();
      const mayGoOn = () => context.barred(['export']) === null;
      const all = pages()[Symbol.iterator]();
      const next = () => context.reader.slice(() => (mayGoOn() ? all.next() : null));
      return { type: 'open', pieces: inTurns(next, () => after(patienceMs, cut), cut) };
    },
  };
}

type Page = IteratorResult<string, unknown> | null;

/** `next` gives null where it may not go on. `lookAtTheClock` begins a time that ends where the piece was taken. */
async function* inTurns(
  next: () => Page | Promise<Page>,
  lookAtTheClock: () => () => void,
  cut: () => void,
): AsyncGenerator<string> {
  for (;;) {
    const page = await next();
    if (page === null) return cut();
    if (page.done === true) return;
    const taken = lookAtTheClock();
    try {
      yield page.value;
    } finally {
      taken();
    }
    await nextTurn();
  }
}

const tooMany: Refusal = {
  code: 'too-many-streams',
  detail: `At most ${perClient} exports of the journal at once for a client, ${inAll} in all. Nothing was read; try again later.`,
};
