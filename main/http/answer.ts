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

/**
 * An answer whose text is at hand. A Response makes a stream of its body, which is then read to its end to be written:
 * most of what answering costs. Whoever writes it takes the text; to everybody else it is a Response.
 */
export class TextAnswer extends Response {
  readonly content: string;

  constructor(content: string, init: ResponseInit) {
    super(null, init);
    this.content = content;
  }

  override readonly text = async (): Promise<string> => this.content;

  override readonly json = async (): Promise<unknown> => JSON.parse(this.content);
}

export function jsonAnswer(status: number, value: object, headers: Headers = {}): Response {
  const text = JSON.stringify(value);
  return new TextAnswer(text, {
    status,
    headers: { ...guardHeaders, 'Content-Type': 'application/json', ...lengthOf(text), ...headers },
  });
}

/** A refusal as a web Response; its code decides the status. */
export function problemAnswer(refusal: Refusal, headers: Headers = {}): Response {
  const problem = problemOf(refusal);
  const text = JSON.stringify(problem);
  return new TextAnswer(text, {
    status: problem.status,
    headers: { ...problemHeaders(problem), ...lengthOf(text), ...headers },
  });
}

/** Said here and not left to the server: it would not know it for HEAD, which is answered with these headers alone. */
function lengthOf(text: string): Headers {
  return { 'Content-Length': String(Buffer.byteLength(text)) };
}

/** For an adapter that knows Responses only. */
export function asResponse(answer: Response): Response {
  return answer instanceof TextAnswer ? new Response(answer.content, answer) : answer;
}

/** Writes it as the router's adapter would. */
export function writeText(outgoing: ServerResponse, { status, headers, content }: TextAnswer): void {
  // A name may be there several times; only cookies are, and there are none.
  outgoing.writeHead(status, Object.fromEntries(headers));
  outgoing.end(content);
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
