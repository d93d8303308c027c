// Puts an answer on the wire, and what its request still sends out of the way.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer, Headers } from './answer.ts';
import { pipePieces } from './stream.ts';

/** Nothing happens where the caller has left. `more` headers go with it, whatever it says itself. */
export function writeAnswer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, headers, body }: Answer,
  more: Headers,
): void {
  if (outgoing.destroyed) return;
  // It was answered before all of it was read, or all of it was here.
  if (!incoming.readableEnded && hasBody(incoming)) outgoing.once('close', () => dropRest(incoming));
  if (typeof body === 'string') {
    // Said here and not left to the server: it would not know it for HEAD, which is answered with these headers alone.
    outgoing.writeHead(status, { ...headers, ...more, 'Content-Length': Buffer.byteLength(body) });
    outgoing.end(body);
    return;
  }
  outgoing.writeHead(status, { ...headers, ...more });
  if (body === null) outgoing.end();
  else {
    // The first piece may be long in coming.
    outgoing.flushHeaders();
    void pipePieces(body, outgoing);
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** How long, and how much, a client may go on sending an unread body before the connection is cut. */
const restMs = 500;
const restBytes = 64 * 1024 * 1024;

/** Read away: a connection that is cut while its caller sends may lose the answer, which says what was wrong. */
function dropRest(incoming: IncomingMessage): void {
  const { socket } = incoming;
  if (incoming.readableEnded || socket.destroyed) return;
  let bytes = 0;
  const over = () => {
    clearTimeout(timer);
    incoming.off('data', count).off('end', over).off('error', over);
  };
  const cut = () => {
    over();
    socket.destroySoon();
  };
  const timer = setTimeout(cut, restMs);
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > restBytes) cut();
  };
  incoming.on('data', count).on('end', over).on('error', over);
  incoming.resume();
}
