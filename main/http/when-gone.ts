// A client that went away: what was done for it alone (a wait, a stream, a turn) ends.
import type { ServerResponse } from 'node:http';

/** Calls back once when the client has closed its connection; at once where it already did. */
export function whenGone(outgoing: ServerResponse): (work: () => void) => void {
  return (work) => {
    if (outgoing.destroyed) work();
    else outgoing.once('close', work);
  };
}
