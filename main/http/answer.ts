// How every HTTP server of ours answers: JSON that no cache keeps and no browser guesses at, and refusals as
// RFC 9457 problem details. One place, so that no route can forget a header.
import { STATUS_CODES, type ServerResponse } from 'node:http';
import { type Problem, type Refusal, problemOf } from '#contract/programs/problems.ts';

export type Headers = { readonly [name: string]: string };

/** On every answer, whatever it says. */
export const guardHeaders: Headers = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const jsonHeaders: Headers = { ...guardHeaders, 'Content-Type': 'application/json' };

/** An answer that is not written yet. Plain, so that making one costs nothing: write-answer.ts puts it on the wire. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Null: there is none. */
  readonly body: string | Pieces | null;
}

/** A body that is made while it is written. */
export interface Pieces {
  readonly pieces: AsyncGenerator<string>;
  /** Called with the error that making a piece threw; the connection is destroyed then. */
  readonly failed: (error: unknown) => void;
}

export function jsonAnswer(status: number, value: object, headers?: Headers): Answer {
  const own = headers === undefined ? jsonHeaders : { ...jsonHeaders, ...headers };
  return { status, headers: own, body: JSON.stringify(value) };
}

/** For JSON that was put together as text. */
export function jsonTextAnswer(status: number, text: string): Answer {
  return { status, headers: jsonHeaders, body: text };
}

/** A refusal; its code decides the status. */
export function problemAnswer(refusal: Refusal, headers: Headers = {}): Answer {
  const problem = problemOf(refusal);
  const { retryAfterSeconds } = refusal;
  const retry = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
  const own = { ...problemHeaders(problem), ...retry, ...headers };
  return { status: problem.status, headers: own, body: JSON.stringify(problem) };
}

export function textAnswer(status: number, text: string, headers: Headers): Answer {
  return { status, headers: { ...guardHeaders, ...headers }, body: text };
}

export function emptyAnswer(status: number, headers: Headers): Answer {
  return { status, headers: { ...guardHeaders, ...headers }, body: null };
}

/** The same with a header that says that its request had been accepted before: nothing was done anew. */
export function replayed(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, 'Idempotency-Replayed': 'true' } };
}

/** A refusal written past the router; the connection is then closed: for requests that no router may see. */
export function refuseOutright(outgoing: ServerResponse, refusal: Refusal): void {
  const problem = problemOf(refusal);
  const body = Buffer.from(JSON.stringify(problem));
  outgoing.writeHead(problem.status, {
    ...problemHeaders(problem),
    'Content-Length': body.length,
    Connection: 'close',
  });
  outgoing.end(body);
}

/** A whole answer as bytes, which says that the connection ends: for where Node has made no response. */
export function problemBytes(refusal: Refusal, headers: Headers = {}): Buffer {
  const problem = problemOf(refusal);
  const body = JSON.stringify(problem);
  const all = {
    ...problemHeaders(problem),
    ...headers,
    Date: new Date().toUTCString(),
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  const lines = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`,
    ...Object.entries(all).map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

function problemHeaders({ status, code }: Problem): Headers {
  return {
    ...guardHeaders,
    'Content-Type': 'application/problem+json',
    // RFC 9110, section 15.5.2: a 401 names the scheme that would be accepted; RFC 6750, section 3: and whether a token
    // that was shown is the reason.
    ...(status === 401 ? { 'WWW-Authenticate': `Bearer realm="tillbridge"${isOfToken(code) ? invalid : ''}` } : {}),
    ...(status === 429 ? { 'Retry-After': '1' } : {}),
  };
}

const invalid = ', error="invalid_token"';

function isOfToken(code: Problem['code']): boolean {
  return code === 'token-unknown' || code === 'token-revoked';
}
