// Reads a request's body into memory, up to a limit and never beyond it. It reads Node's stream itself: iterating
// it would destroy the connection at the limit, and the caller would never see why.
import type { IncomingMessage } from 'node:http';

export type BodyRead =
  | { readonly type: 'read'; readonly bytes: Buffer }
  | { readonly type: 'too-large' }
  /** The caller left, or was too slow, before the announced end. */
  | { readonly type: 'cut' };

export async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<BodyRead> {
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) return { type: 'too-large' };
  if (incoming.destroyed && !incoming.readableEnded) return { type: 'cut' };
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = (outcome: BodyRead) => {
      incoming.off('data', take).off('end', end).off('close', cut).off('error', cut);
      incoming.pause();
      resolve(outcome);
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) finish({ type: 'too-large' });
      else chunks.push(chunk);
    };
    const end = () => finish({ type: 'read', bytes: Buffer.concat(chunks, length) });
    const cut = () => {
      // The request is over, so later errors have no receiver.
      incoming.on('error', () => {});
      finish({ type: 'cut' });
    };
    incoming.on('data', take).on('end', end).on('close', cut).on('error', cut);
  });
}
