// How every HTTP server of ours answers: JSON that no cache keeps and no browser guesses at, and refusals as
// RFC 9457 problem details. One place, so that no route can forget a header.
import { STATUS_CODES, type ServerResponse } from 'node:http';
import { type Problem, type Refusal, problemOf } from '#contract/problems.ts';

export type Headers = { readonly [name: string]: string };

/** On every answer, whatever it says. */
export const guardHeaders: Headers = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

export function jsonAnswer(status: number, value: object, headers: Headers = {}): Response {
  const body = Buffer.from(JSON.stringify(value));
  return new Response(body, {
    status,
    headers: { ...guardHeaders, 'Content-Type': 'application/json', ...lengthOf(body), ...headers },
  });
}

/** A refusal as a web Response; its code decides the status. */
export function problemAnswer(refusal: Refusal, headers: Headers = {}): Response {
  const problem = problemOf(refusal);
  const body = Buffer.from(JSON.stringify(problem));
  return new Response(body, {
    status: problem.status,
    headers: { ...problemHeaders(problem), ...lengthOf(body), ...headers },
  });
}

/** Said here and not left to the server: it would not know it for HEAD, which is answered with these headers alone. */
function lengthOf(body: Buffer): Headers {
  return { 'Content-Length': String(body.length) };
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

function problemHeaders({ status }: Problem): Headers {
  return {
    ...guardHeaders,
    'Content-Type': 'application/problem+json',
    // RFC 9110, section 15.5.2: a 401 names the scheme that would be accepted.
    ...(status === 401 ? { 'WWW-Authenticate': 'Bearer realm="tillbridge"' } : {}),
    ...(status === 429 ? { 'Retry-After': '1' } : {}),
  };
}
