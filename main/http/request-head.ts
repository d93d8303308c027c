// What a request must look like before anything reads it: an ordinary path, single-valued headers, a Host that is
// this very server. It runs on Node's own request, before a router normalizes paths or joins headers, because
// what two parsers read differently is how guards are got around. The exact Host also stops DNS rebinding.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Refusal } from '#contract/programs/problems.ts';

const maxTargetLength = 4_096;

/** Headers that decide something. Given twice, different readers would pick different ones. */
const singleHeaders = [
  'authorization',
  'origin',
  'content-type',
  'content-length',
  'idempotency-key',
  'last-event-id',
] as const;

/**
 * The first problem of a request's head, or null. The answer repeats nothing of the head. `any` is for a server behind
 * a forwarder: a Host header must be there, and its value is not checked.
 */
export function headRefusal(incoming: IncomingMessage, hosts: 'own' | 'any'): Refusal | null {
  // Node's parser takes a request line without a version for HTTP/0.9 and reads on.
  if (incoming.httpVersionMajor !== 1) return malformed('The version of HTTP must be 1.1.');
  return targetRefusal(incoming.url ?? '') ?? hostRefusal(incoming, hosts) ?? headersRefusal(incoming);
}

function targetRefusal(target: string): Refusal | null {
  if (target.length > maxTargetLength) return malformed(`The address has more than ${maxTargetLength} characters.`);
  // Absolute and asterisk forms are for proxies and for OPTIONS *; neither has a use here.
  if (!target.startsWith('/')) return malformed('The request line must name a path that begins with a slash.');
  if (!/^[!-~]+$/.test(target) || target.includes('\\') || target.includes('#')) {
    return malformed('The address holds a character that must be percent-encoded.');
  }
  // Most: nothing in it is encoded, and no segment begins with a dot.
  if (!target.includes('%') && !target.includes('/.')) return null;
  const decoded = decode(target);
  if (decoded === null) return malformed('The address is not well percent-encoded UTF-8.');
  // oxlint-disable-next-line no-control-regex -- Finding control characters is the purpose.
  if (/[\u0000-\u001f\u007f]/.test(decoded)) return malformed('The address holds a control character.');
  const path = target.split('?', 1)[0] ?? '';
  const segments = path.split('/').map((segment) => decode(segment));
  if (segments.some((segment) => segment === '.' || segment === '..')) {
    return malformed('The path holds a dot segment.');
  }
  return null;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

const ownNames = ['127.0.0.1', '[::1]', 'localhost'] as const;

function hostRefusal({ rawHeaders, socket }: IncomingMessage, allowedHosts: 'own' | 'any'): Refusal | null {
  const at = valueIndex(rawHeaders, 'host', 0);
  // RFC 9112, section 3.2: none or several is a bad request, not a wrong host.
  if (at === -1 || valueIndex(rawHeaders, 'host', at) !== -1) {
    return malformed('There must be exactly one Host header.');
  }
  if (allowedHosts === 'any') return null;
  const port = socket.localPort;
  // RFC 3986, section 3.2.2: names of hosts have no capitals of their own.
  const host = rawHeaders[at]?.toLowerCase();
  if (ownNames.some((name) => host === `${name}:${port}` || (port === 80 && host === name))) return null;
  const allowed = ownNames.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
  return { code: 'host-refused', detail: `The Host header must be ${allowed.join(', ')}.` };
}

function headersRefusal(incoming: IncomingMessage): Refusal | null {
  const { rawHeaders, headers, method } = incoming;
  const twice = singleHeaders.find((name) => {
    const at = valueIndex(rawHeaders, name, 0);
    return at !== -1 && valueIndex(rawHeaders, name, at) !== -1;
  });
  if (twice !== undefined) return malformed(`The header ${twice} is given more than once.`);
  const coding = codingRefusal(incoming);
  if (coding !== null) return coding;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (hasBody && method !== undefined && ['GET', 'HEAD', 'OPTIONS'].includes(method)) {
    return malformed(`A ${method} request has no body here.`);
  }
  return null;
}

/** Node takes any list of codings that ends in `chunked`, and hands over what is packed inside as if it were the body. */
export function codingRefusal({ headers, httpVersion }: IncomingMessage): Refusal | null {
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return null;
  if (coding.toLowerCase() !== 'chunked') {
    return malformed('The only Transfer-Encoding here is chunked: send the body as it is.');
  }
  // RFC 9112, section 6.1: such a message has no end that all readers see.
  return httpVersion === '1.1' ? null : malformed('A body in chunks needs HTTP/1.1.');
}

/**
 * Whether the request offers another protocol. The offer is ignored, but Node's parser does not read what follows such
 * a head, so the connection must end with the answer.
 */
export function offersUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined;
}

/**
 * For a server that has its own listener and checks: it sees only bodies whose end all readers see alike, and nothing
 * that came behind an offer of another protocol or behind a refusal.
 */
export function readAlike(
  listener: RequestListener,
  refuse: (outgoing: ServerResponse, refusal: Refusal) => void,
): RequestListener {
  const ending = new WeakSet<Duplex>();
  return (incoming, outgoing) => {
    if (ending.has(incoming.socket)) return;
    const refusal = codingRefusal(incoming);
    if (refusal === null && !offersUpgrade(incoming)) return listener(incoming, outgoing);
    ending.add(incoming.socket);
    outgoing.setHeader('Connection', 'close');
    return refusal === null ? listener(incoming, outgoing) : refuse(outgoing, refusal);
  };
}

/** Where in Node's list of names and values the first value of a header behind `from` is, or -1. */
function valueIndex(rawHeaders: readonly string[], name: string, from: number): number {
  for (let at = from === 0 ? 1 : from + 2; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at - 1] ?? '';
    if (given.length === name.length && given.toLowerCase() === name) return at;
  }
  return -1;
}

function malformed(detail: string): Refusal {
  return { code: 'malformed-request', detail };
}
