// An answer that comes in pieces, each made when the connection has room for it: whoever reads slowly makes nobody else's
// memory grow, and whoever leaves ends the work. An answer that breaks is cut off, never ended as if it were whole.
import type { ServerResponse } from 'node:http';
import { ReadableStream } from 'node:stream/web';
import { type Headers, guardHeaders } from './answer.ts';

/** `failed` is told what making the pieces threw; the connection is destroyed then. */
export function streamAnswer(
  outgoing: ServerResponse,
  pieces: AsyncGenerator<string>,
  headers: Headers,
  failed: (error: unknown) => void,
): Response {
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const piece = await pieces.next();
          if (piece.done === true) controller.close();
          else controller.enqueue(Buffer.from(piece.value));
        } catch (error) {
          // It has left meanwhile, and the stream takes nothing any more: no fault of ours.
          if (outgoing.destroyed) return;
          failed(error);
          outgoing.destroy();
        }
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    // Nothing is made ahead.
    { highWaterMark: 0 },
  );
  return new Response(body, { status: 200, headers: { ...guardHeaders, ...headers } });
}

/** Lets everybody else have a turn: between two pieces of a long answer. */
export function nextTurn(): Promise<void> {
  return new Promise((turn) => {
    setImmediate(turn);
  });
}
