// Web pages and this API. A page may call only from an origin that a person paired with a client; to all others not
// even the preflight is answered, so a page that a cashier happens to visit cannot reach the till. Two addresses are
// open to pages that are not paired yet: the one that says what this is, and the one where they ask to be paired.
import type { IncomingMessage } from 'node:http';
import type { Refusal } from '#contract/programs/problems.ts';
import type { Client } from '#contract/programs/client.ts';
import type { ClientRegistry } from '#core/ports/clients.ts';
import { type Answer, type Headers, emptyAnswer, problemAnswer } from '#http/answer.ts';
import type { RateLimit } from '#http/limits/rate-limit.ts';
import { originProblem } from '#http/origin.ts';

/** What a browser asks before it lets a page send its request. `path`: as in the request line. */
export function preflightAnswer(
  clients: ClientRegistry,
  unauthenticated: RateLimit,
  { headers }: IncomingMessage,
  path: string,
): Answer {
  const { origin } = headers;
  const isAnswered = isAllowed(clients, path, origin);
  // It carries no token, and any program can send the Origin of a paired page: a limit would let it keep the page out.
  const mayBeRefused = !isAnswered || !isPaired(clients, origin);
  if (mayBeRefused && !unauthenticated.take(isAnswered ? 'open' : 'refused'))
    return problemAnswer(tooManyUnauthenticated, fromPlainPages);
  if (!isAnswered) return problemAnswer(originRefusal, fromPlainPages);
  const nearby = headers['access-control-request-private-network'] === 'true';
  return emptyAnswer(204, preflightHeaders(origin, nearby));
}

/** Lets the pages of paired origins read what they are answered. */
export function crossOriginHeaders(clients: ClientRegistry, { headers }: IncomingMessage, path: string): Headers {
  const { origin } = headers;
  if (!isAllowed(clients, path, origin)) return fromPlainPages;
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers':
      'Idempotency-Replayed, Location, Retry-After, Tillbridge-Operation, Tillbridge-Problem, WWW-Authenticate',
    Vary: 'Origin',
  };
}

export const tooManyUnauthenticated: Refusal = {
  code: 'too-many-requests',
  detail: 'Too many requests without a token that is known here. Programs with one are not refused for it.',
};

const fromPlainPages: Headers = { Vary: 'Origin' };

function isAllowed(clients: ClientRegistry, path: string, origin: string | undefined): origin is string {
  return origin !== undefined && (isOpen(path, origin) || isPaired(clients, origin));
}

/** For a request without a token: whether its Origin is that of any client. */
export function foreignOrigin(clients: ClientRegistry, origin: string | undefined): Refusal | null {
  return origin === undefined || isPaired(clients, origin) ? null : originRefusal;
}

/**
 * An Origin that is there must be the client's own: a token of a program is not for pages, and a page's is for no other
 * page. One that is missing refuses nothing: a program could send any, so it would stop none that means harm.
 */
export function originOfOther(client: Client, origin: string | undefined): Refusal | null {
  return origin === undefined || origin === client.origin ? null : originRefusal;
}

export const originRefusal: Refusal = {
  code: 'origin-refused',
  detail: 'Pages of this origin may not use the bridge. A token made with --origin allows its own origin only.',
};

/** Whether pages of this origin may use this address without being paired. The origin `null` may not. */
function isOpen(path: string, origin: string): boolean {
  const open = path === '/.well-known/tillbridge' || path === '/v1/pairings' || path.startsWith('/v1/pairings/');
  return open && originProblem(origin) === null;
}

// `null` (sandboxed frames, files) can never be paired: an origin is checked when its client is made.
function isPaired(clients: ClientRegistry, origin: string): boolean {
  if (origin === 'null') return false;
  return clients.list().some((each) => each.revokedAt === null && each.believed !== false && each.origin === origin);
}

function preflightHeaders(origin: string, nearby: boolean): Headers {
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'Access-Control-Allow-Headers': 'authorization, content-type, idempotency-key, last-event-id',
    'Access-Control-Max-Age': '600',
    ...(nearby ? { 'Access-Control-Allow-Private-Network': 'true' } : {}),
  };
}
