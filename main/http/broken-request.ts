// Handles what never becomes a request: bytes that Node's parser refuses, heads that are too large, requests that are
// too slow, tunnels. Node would answer with an empty body; here the client gets a problem, and the connection ends.
import type { Duplex } from 'node:stream';
import type { Refusal } from '#contract/programs/problems.ts';
import { type Headers, problemBytes } from './answer.ts';
import { type Exchange, closeAfter, awaitsAnswer } from './limits/connections.ts';

/** How long the client may go on sending before the connection is cut. Cut at once, it might never read the answer. */
const lingerMs = 1_000;

/** Ends a connection that cannot be read any further. `exchanges` are those that are not over. */
export function endBroken(error: NodeJS.ErrnoException, socket: Duplex, exchanges: readonly Exchange[]): void {
  // The client disconnected, or was answered already and still sends.
  if (!socket.writable) {
    if (!socket.writableEnded) socket.destroy();
    return;
  }
  const last = exchanges.findLast(awaitsAnswer);
  if (last !== undefined) {
    // The next answer on this connection belongs to an earlier request: a refusal would be taken for it.
    closeAfter(last.outgoing);
    return;
  }
  // Refused before its body was there; to the rest of it there is nothing to say.
  if (exchanges.some(({ outgoing }) => outgoing.headersSent)) {
    socket.destroy();
    return;
  }
  const refusal = refusalOf(error.code ?? '');
  if (refusal.code === 'request-timeout') {
    socket.write(problemBytes(refusal));
    // At once: what comes now must not complete a request that has been answered.
    socket.destroy();
  } else {
    refuseConnection(socket, refusal);
  }
}

/** Tells a caller why, and ends the connection. */
export function refuseConnection(socket: Duplex, refusal: Refusal, headers: Headers = {}): void {
  const cut = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('end', () => socket.destroy());
  socket.once('close', () => clearTimeout(cut));
  socket.on('error', () => socket.destroy());
  socket.end(problemBytes(refusal, headers));
  socket.resume();
}

export const tunnelRefusal: Refusal = { code: 'method-not-allowed', detail: 'This server makes no tunnels.' };

function refusalOf(code: string): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { code: 'headers-too-large', detail: 'The request line and the headers have more than 16 KiB together.' };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { code: 'request-timeout', detail: 'The request did not arrive as a whole in time. Send it again.' };
    case 'HPE_INVALID_METHOD':
      return malformed('The method is none of HTTP.');
    case 'HPE_INVALID_URL':
      return malformed('The address holds a character that must be percent-encoded.');
    case 'HPE_UNEXPECTED_CONTENT_LENGTH':
    case 'HPE_INVALID_CONTENT_LENGTH':
    case 'HPE_INVALID_TRANSFER_ENCODING':
      return malformed('The length of the body must be given once, by Content-Length or in chunks.');
    case 'HPE_INVALID_EOF_STATE':
      return malformed('The request ended before its end.');
    default:
      return malformed('What was sent is no HTTP/1.1 request.');
  }
}

function malformed(detail: string): Refusal {
  return { code: 'malformed-request', detail };
}
