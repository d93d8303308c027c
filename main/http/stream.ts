// An answer in pieces. Each piece is made when the connection has room for it, so a slow reader does not use up memory,
// and the work ends when the reader disconnects. An answer that fails is cut off and never looks complete.
import type { ServerResponse } from 'node:http';
import { type Answer, type Headers, type Pieces, guardHeaders } from './answer.ts';

export function streamAnswer(pieces: Pieces['pieces'], headers: Headers, failed: Pieces['failed']): Answer {
  return { status: 200, headers: { ...guardHeaders, ...headers }, body: { pieces, failed } };
}

/** Writes the pieces behind a head that is written, and ends the answer. */
export async function pipePieces({ pieces, failed }: Pieces, outgoing: ServerResponse): Promise<void> {
  try {
    for await (const piece of pieces) {
      if (!outgoing.destroyed && !outgoing.write(piece)) await room(outgoing);
      // Leaving the loop ends the making as well.
      if (outgoing.destroyed) return;
    }
    outgoing.end();
  } catch (error) {
    // The client disconnected; this is not an error.
    if (outgoing.destroyed) return;
    failed(error);
    outgoing.destroy();
  }
}

/** Waits until the client took what was written, or disconnected. */
function room(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      outgoing.off('drain', go).off('close', go);
      resolve();
    };
    outgoing.on('drain', go).on('close', go);
  });
}

/** Lets other work run between two pieces of a long answer. */
export function nextTurn(): Promise<void> {
  return new Promise((turn) => {
    setImmediate(turn);
  });
}
