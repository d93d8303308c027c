// An answer that comes in pieces, each made when the connection has room for it: whoever reads slowly makes nobody else's
// memory grow, and whoever leaves ends the work. An answer that breaks is cut off, never ended as if it were whole.
import type { ServerResponse } from 'node:http';
import { type Answer, type Headers, type Pieces, guardHeaders } from './answer.ts';

export function streamAnswer(pieces: Pieces['pieces'], headers: Headers, failed: Pieces['failed']): Answer {
  return { status: 200, headers: { ...guardHeaders, ...headers }, body: { pieces, failed } };
}

/** Writes the pieces behind a head that is written, and ends the answer. */
export async function pour({ pieces, failed }: Pieces, outgoing: ServerResponse): Promise<void> {
  try {
    for await (const piece of pieces) {
      if (!outgoing.destroyed && !outgoing.write(piece)) await room(outgoing);
      // Leaving the loop ends the making as well.
      if (outgoing.destroyed) return;
    }
    outgoing.end();
  } catch (error) {
    // It has left meanwhile, and takes nothing any more: no fault of ours.
    if (outgoing.destroyed) return;
    failed(error);
    outgoing.destroy();
  }
}

/** Until what was written is taken, or nobody is left to take it. */
function room(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      outgoing.off('drain', go).off('close', go);
      resolve();
    };
    outgoing.on('drain', go).on('close', go);
  });
}

/** Lets everybody else have a turn: between two pieces of a long answer. */
export function nextTurn(): Promise<void> {
  return new Promise((turn) => {
    setImmediate(turn);
  });
}
