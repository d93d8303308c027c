// A server may say things before its answer (103 Early Hints, 100 Continue). One that never stops would keep the thread
// busy that payments need, and no limit of an answer's size counts what it sends.
import type { ClientRequest } from 'node:http';

/** More than a server that means well says before one answer. */
const mostHints = 16;

/** Calls `tooMany` once, where the other side goes on with hints; the caller ends the request. */
export function onTooManyHints(request: ClientRequest, tooMany: () => void): void {
  let hints = 0;
  request.on('information', () => {
    hints += 1;
    if (hints === mostHints + 1) tooMany();
  });
}
