// One HTTP request and its outcome, as data; retry.ts has the rules of when to repeat one. A token goes only into the
// Authorization header, and redirects are refused, so that a request goes only to the address it was made for.
import type { Problem } from './errors.ts';
import type { Host } from './host.ts';
import { connectionEnded } from './node-connection.ts';
import type { Outgoing } from './outgoing.ts';

export interface Address {
  /** `http://127.0.0.1:7737` */
  readonly origin: string;
  /** The value of the Host header. */
  readonly host: string;
}

/** Throws a TypeError for an address of another computer, so that a token is never sent there. */
export function addressOf(baseUrl: string): Address {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  const plain = url !== null && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  const here = ['127.0.0.1', '[::1]', 'localhost'];
  if (url === null || url.protocol !== 'http:' || !plain || !here.includes(url.hostname)) {
    throw new TypeError('baseUrl must be http://127.0.0.1:PORT, http://[::1]:PORT or http://localhost:PORT.');
  }
  return { origin: url.origin, host: url.host };
}

export type Exchange =
  | { readonly type: 'answered'; readonly status: number; readonly headers: Headers; readonly text: string }
  /** There was no connection: no part of the request was sent. */
  | { readonly type: 'unsent'; readonly error: unknown }
  /** No answer, or not all of it. A browser says no more than this, even where it hides an answer. */
  | { readonly type: 'lost'; readonly error: unknown }
  /** The signal ended it. */
  | { readonly type: 'ended' };

export type Opened = { readonly type: 'open'; readonly response: Response } | Exclude<Exchange, { type: 'answered' }>;

/** Far above the longest page of a list. */
const mostAnswerBytes = 64 * 1_024 * 1_024;

/** An answer that is longer than `mostBytes` is lost: the program that listens may be any. */
export async function readWhole(
  response: Response,
  signal: AbortSignal,
  mostBytes = mostAnswerBytes,
): Promise<Exchange> {
  const { status, headers } = response;
  try {
    return { type: 'answered', status, headers, text: await textOf(response, mostBytes) };
  } catch (error) {
    return signal.aborted ? { type: 'ended' } : { type: 'lost', error };
  }
}

async function textOf({ body }: Response, mostBytes: number): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > mostBytes) {
      void reader.cancel().catch(() => {});
      throw new Error('The answer is too long.');
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** The outcome of a request whose answer never began. */
export function unanswered(error: unknown, signal: AbortSignal): Exclude<Exchange, { type: 'answered' }> {
  if (signal.aborted) return { type: 'ended' };
  return { type: neverConnected(error) ? 'unsent' : 'lost', error };
}

/** As far as the head of the answer; the body is the caller's to read. */
export async function open(host: Host, to: Address, request: Outgoing, signal: AbortSignal): Promise<Opened> {
  if (signal.aborted) return { type: 'ended' };
  const { method, path, headers = {}, body } = request;
  const url = `${to.origin}${path}`;
  try {
    const init: RequestInit = {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      signal,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      ...loopbackSpace(url),
    };
    return { type: 'open', response: await host.fetch(url, init) };
  } catch (error) {
    return unanswered(error, signal);
  }
}

/** Tells the browser that the request goes to this computer, so that it can ask its user before it connects. */
function loopbackSpace(url: string): RequestInit {
  if (typeof Request === 'undefined' || !('targetAddressSpace' in Request.prototype)) return {};
  try {
    const space = { targetAddressSpace: 'loopback' } as RequestInit;
    // Browsers before the names of today throw here.
    return new Request(url, space) instanceof Request ? space : {};
  } catch {
    return {};
  }
}

const beforeConnecting = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  connectionEnded,
];

/** The reason why a connection failed: Node gives it, its fetch one level deeper; a browser never does. */
function neverConnected(error: unknown): boolean {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  return [error, cause].some(
    (each) =>
      typeof each === 'object' &&
      each !== null &&
      'code' in each &&
      typeof each.code === 'string' &&
      beforeConnecting.includes(each.code),
  );
}

/** A JSON object, or null. */
export function objectOf(text: string): { readonly [name: string]: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as { readonly [name: string]: unknown })
      : null;
  } catch {
    return null;
  }
}

/** The problem in an answer, or null where it is none of Tillbridge's. */
export function problemIn({ status, text }: { readonly status: number; readonly text: string }): Problem | null {
  const value = objectOf(text);
  if (value === null || typeof value['code'] !== 'string' || typeof value['title'] !== 'string') return null;
  const [detail, type] = [value['detail'], value['type']].map((each) => (typeof each === 'string' ? each : ''));
  return { ...value, type: type ?? '', code: value['code'], title: value['title'], detail: detail ?? '', status };
}

/** `Retry-After` in milliseconds: seconds or a date (RFC 9110, section 10.2.3). */
export function retryAfterMs(headers: Headers): number | null {
  const text = headers.get('retry-after');
  if (text === null) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}
