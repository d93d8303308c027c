// Sends one POST to a merchant's address on this machine. Only loopback addresses are called, so that no real shop gets
// a notification of play money.
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

export interface Posting {
  readonly url: string;
  readonly body: string;
  readonly headers: { readonly [name: string]: string };
  readonly timeoutMs: number;
  readonly stopping: AbortSignal;
}

const loopback = /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/;

/** Null: it may be called. */
export function objectionTo(address: string): string | null {
  if (!URL.canParse(address)) return 'not an address';
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'http:' && protocol !== 'https:') return 'not an http address';
  return loopback.test(hostname) ? null : 'not a loopback address: the sandbox calls no other';
}

/** The HTTP status, or in words what came instead. Never rejects. A redirect is not followed. */
export function post({ url, body, headers, timeoutMs, stopping }: Posting): Promise<number | string> {
  const send = url.startsWith('https:') ? httpsRequest : httpRequest;
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]);
  return new Promise((resolve) => {
    const request = send(
      url,
      {
        method: 'POST',
        agent: false,
        signal,
        headers: { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...headers },
      },
      (response) => {
        response.resume();
        response.on('error', () => resolve('the answer broke off'));
        response.on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    request.on('error', (error) => resolve(signal.aborted ? 'no answer in time' : error.message));
    request.end(body);
  });
}
