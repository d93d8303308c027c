// Callers without a token, at an address that every client needs before it may send its own: they are not refused where
// there are many of them, but answered in turns. One question of each connection waits at a time, the one that has
// waited longest is next, and all of them together are one reader beside the programs (read-scheduler.ts). So who asks
// without end, over however many connections, makes the others wait and does not keep them from the bridge.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Answer, emptyAnswer } from '#http/answer.ts';
import { type Reader, isNext } from './read-scheduler.ts';

export interface OpenTurns {
  /** Calls `answer` when the connection has its turn. Null, and nothing is done, where another question waits on it. */
  turn(request: Request, answer: () => Answer): Promise<Answer> | null;
}

interface Request {
  readonly incoming: Pick<IncomingMessage, 'socket'>;
  readonly outgoing: ServerResponse;
}

export function createOpenTurns(reader: Pick<Reader, 'slices'>): OpenTurns {
  /** The questions whose answers are the next of their connections, the oldest first. */
  const line = new Set<() => void>();
  const waiting = new WeakSet<Socket>();
  let isServing = false;

  const serveNext = (): true | null => {
    const [next] = line;
    if (next !== undefined) line.delete(next);
    next?.();
    isServing = line.size > 0;
    return isServing ? null : true;
  };

  const enter = (turn: () => void): void => {
    line.add(turn);
    if (isServing) return;
    isServing = true;
    void reader.slices(serveNext);
  };

  return {
    turn({ incoming: { socket }, outgoing }, answer) {
      if (waiting.has(socket)) return null;
      waiting.add(socket);
      return new Promise((resolve, reject) => {
        const turn = () => {
          waiting.delete(socket);
          try {
            resolve(answer());
          } catch (error) {
            reject(error instanceof Error ? error : new Error('no answer', { cause: error }));
          }
        };
        outgoing.once('close', () => {
          line.delete(turn);
          // The caller has left; where it was answered, this changes nothing.
          resolve(emptyAnswer(204, {}));
        });
        if (isNext(outgoing)) enter(turn);
        else outgoing.once('socket', () => enter(turn));
      });
    },
  };
}
