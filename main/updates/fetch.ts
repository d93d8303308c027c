// Asks a generic HTTP server for a manifest or for a package, on HTTPS or on this machine. A redirect is not followed: the
// settings say where updates come from.
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { trusting } from '#http/authorities.ts';
import { lookup } from '#http/found-addresses.ts';
import { onTooManyHints } from '#http/limits/hints.ts';

/** The server could not be asked, or gave something else; the message is for people. */
export class NotFetched extends Error {
  override readonly name = 'NotFetched';
}

/** For so long no byte may come. */
const silentMs = 60_000;
/** Shorter than a command waits for the bridge's answer. */
const manifestMs = 20_000;

interface FetchRequest {
  readonly url: string;
  /** Asks for the bytes from this one on. */
  readonly from?: number;
  readonly signal: AbortSignal;
}

/** The answer, whose body the caller reads or destroys. Rejects with NotFetched, or where `signal` is aborted. */
export function ask({ url, from = 0, signal }: FetchRequest): Promise<IncomingMessage> {
  const target = new URL(url);
  const options = {
    agent: false,
    lookup,
    signal,
    timeout: silentMs,
    headers: {
      'Accept-Encoding': 'identity',
      'User-Agent': 'Tillbridge',
      ...(from === 0 ? {} : { Range: `bytes=${from}-` }),
    },
  } as const;
  return new Promise((resolve, reject) => {
    const outgoing =
      target.protocol === 'http:'
        ? httpRequest(target, target.hostname === 'localhost' ? { ...options, hostname: '127.0.0.1' } : options)
        : httpsRequest(target, { ...options, ...trusting() });
    outgoing.on('response', resolve);
    onTooManyHints(outgoing, () => outgoing.destroy(new NotFetched('the server sends too much before an answer')));
    outgoing.on('timeout', () => outgoing.destroy(new NotFetched('the server sends nothing')));
    outgoing.on('error', (error) => {
      reject(error instanceof NotFetched || signal.aborted ? error : new NotFetched(error.message, { cause: error }));
    });
    outgoing.end();
  });
}

/** The whole body, which may have so many bytes. Rejects with NotFetched. */
export async function askWhole(url: string, mostBytes: number, ending: AbortSignal): Promise<Buffer> {
  const signal = AbortSignal.any([ending, AbortSignal.timeout(manifestMs)]);
  const answer = await ask({ url, signal });
  try {
    if (answer.statusCode !== 200) throw new NotFetched(`the server answers with status ${answer.statusCode}`);
    const pieces: Buffer[] = [];
    let bytes = 0;
    for await (const piece of answer as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > mostBytes) throw new NotFetched(`the server sends more than ${mostBytes} bytes`);
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  } catch (error) {
    if (error instanceof NotFetched || ending.aborted) throw error;
    throw new NotFetched('the answer broke off', { cause: error });
  } finally {
    answer.destroy();
  }
}
