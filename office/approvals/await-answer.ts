// A till waits for a person: it is answered when there is an answer, and after a while that there is none yet, so that
// it asks again. The wait ends when the till is gone or the server closes.
import type { Socket } from 'node:net';
import { type ApprovalQuestion, approvalPollMs } from '#contract/office/approvals.ts';
import type { Database } from '../database/database.ts';
import type { ShownTill } from '../database/standing.ts';
import { type Asked, askIn } from './questions.ts';

/** News of another office process may be missed while its connection is made anew. */
const lookEveryMs = 5_000;

export async function awaitAnswer(
  database: Database,
  at: ShownTill,
  question: ApprovalQuestion,
  { socket, closing }: { readonly socket: Socket; readonly closing: AbortSignal },
): Promise<Asked['answer']> {
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  socket.once('close', leave);
  const over = AbortSignal.any([gone.signal, closing, AbortSignal.timeout(approvalPollMs)]);
  const news = createWake();
  const unhear = database.onNews((chain) => {
    if (chain === at.chain) news.wake();
  });
  try {
    for (;;) {
      const { answer, isNew } = await database.transact(at.chain, (tx) => askIn(tx, at, question));
      if (isNew) database.announce(at.chain);
      if ('code' in answer || answer.type !== 'waiting' || over.aborted) return answer;
      await news.next(over);
    }
  } finally {
    unhear();
    socket.off('close', leave);
  }
}

/** What wakes it before it waits is not lost. */
function createWake(): { wake(): void; next(over: AbortSignal): Promise<void> } {
  let isWoken = false;
  let wakeNow = (): void => undefined;
  return {
    wake() {
      isWoken = true;
      wakeNow();
    },
    async next(over) {
      if (!isWoken && !over.aborted)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(() => end(), lookEveryMs);
          const end = (): void => {
            clearTimeout(timer);
            over.removeEventListener('abort', end);
            resolve();
          };
          wakeNow = end;
          over.addEventListener('abort', end);
        });
      isWoken = false;
    },
  };
}
