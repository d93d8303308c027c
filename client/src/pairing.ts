// Pairing: this program asks, a person at the till compares six digits and grants. No request here is repeated by
// itself: a second one would show the person a second dialog with other digits.
import { Connections } from './line/connections.ts';
import { deadlineOf } from './line/deadline.ts';
import { Aborted, IdentityChanged, NoAnswer, NotRunning, Refused } from './line/errors.ts';
import { type Address, type Exchange, addressOf, objectOf, problemIn, retryAfterMs } from './line/exchange.ts';
import type { Scope } from './api/generated.ts';
import { type Host, hostOf } from './line/host.ts';
import { type Proof, hiddenFromPage } from './line/introduction.ts';
import type { About, Identity, Paired } from './api/types.ts';

export interface FindOptions {
  /** `http://127.0.0.1:PORT`, as the till's settings show it. */
  readonly baseUrl: string;
  /** 15 s by default, including a browser's question to its user. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly fetch?: typeof fetch;
}

export interface PairOptions extends FindOptions {
  /** The name of this program, which the person at the till reads. */
  readonly name: string;
  readonly scopes: readonly Scope[];
}

export interface Pairing {
  /** Six digits, which the till shows too: show them, and let the person compare. */
  readonly code: string;
  /** ISO 8601; two minutes from the asking. */
  readonly expiresAt: string;
  /** Resolves when the person has granted it; throws Refused (`pairing-refused`, `pairing-expired`) when not. */
  granted(options?: { readonly signal?: AbortSignal }): Promise<Paired>;
}

const waitSeconds = 20;

/** Whether Tillbridge is there, and which. Throws NotRunning, BlockedByBrowser or Aborted. */
export async function find({ baseUrl, timeoutMs = 15_000, signal, fetch }: FindOptions): Promise<About> {
  const host = hostOf(fetch);
  return met(host, new Connections(host, addressOf(baseUrl), null), timeoutMs, signal);
}

/** Asks to be paired. Throws NotRunning, BlockedByBrowser, Refused, NoAnswer (then ask the person, not the program, again). */
export async function pair(options: PairOptions): Promise<Pairing> {
  const { baseUrl, name, scopes, timeoutMs = 15_000, signal } = options;
  const to = addressOf(baseUrl);
  const host = hostOf(options.fetch);
  const connections = new Connections(host, to, null);
  await met(host, connections, timeoutMs, signal);
  const body = JSON.stringify({ name, scopes });
  const asking = {
    method: 'POST',
    path: '/v1/pairings',
    headers: { 'content-type': 'application/json' },
    body,
  } as const;
  const deadline = deadlineOf(timeoutMs, signal);
  const answer = await connections.exchange(asking, deadline.signal).finally(() => deadline.done());
  const said = await saidOf(answer, host, signal);
  const made = readMade(said);
  return {
    code: made.code,
    expiresAt: made.expiresAt,
    granted: (waiting = {}) => granted({ host, to, made }, waiting.signal ?? signal),
  };
}

async function met(
  host: Host,
  connections: Connections,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<About> {
  const deadline = deadlineOf(timeoutMs, signal);
  try {
    const found = await connections.meet(deadline.signal);
    if (found !== null) return found.about;
  } finally {
    deadline.done();
  }
  throw signal?.aborted === true ? new Aborted() : new NotRunning('no-connection', await host.permission());
}

interface Made {
  readonly id: string;
  readonly secret: string;
  readonly code: string;
  readonly expiresAt: string;
  readonly identity: Identity;
}

interface Asked {
  readonly host: Host;
  readonly to: Address;
  readonly made: Made;
}

async function granted(asked: Asked, signal: AbortSignal | undefined): Promise<Paired> {
  const { host, to, made } = asked;
  // From here on the bridge's key is known: the secret is sent only to the program that holds it.
  const connections = new Connections(host, to, { identity: made.identity, whenUncheckable: 'go-on' });
  const path = `/v1/pairings/${encodeURIComponent(made.id)}?wait=${waitSeconds}`;
  const looking = { method: 'GET', path, headers: { authorization: `Pairing ${made.secret}` } } as const;
  // The bridge says when the pairing has expired; this only ends a line without any answer.
  const deadline = deadlineOf(180_000, signal);
  try {
    for (let lost = 0; ;) {
      const answer = await connections.exchange(looking, deadline.signal);
      if (answer?.type === 'lost' || answer?.type === 'unsent') {
        // Asking for the state changes nothing, so it goes on after a broken line, and ends where the bridge is gone.
        await met(host, connections, 15_000, signal);
        if ((lost += 1) > 5) throw host.inPage ? hiddenFromPage() : new NoAnswer(answer.error);
        await host.sleep(1_000, deadline.signal);
        continue;
      }
      const said = await saidOf(answer, host, signal);
      lost = 0;
      if (said['state'] === 'granted') return readGranted(said, made, connections.proof);
      // Pauses, because a bridge that answers at once would otherwise be asked without end.
      await host.sleep(250, deadline.signal);
    }
  } finally {
    deadline.done();
  }
}

function readGranted(said: Said, { identity }: Made, proof: Proof | null): Paired {
  if (proof === null || proof === 'not-pinned') throw new IdentityChanged();
  return {
    token: textOf(said, 'token'),
    clientId: textOf(said, 'clientId'),
    name: textOf(said, 'name'),
    scopes: said['scopes'] as readonly Scope[],
    origin: typeof said['origin'] === 'string' ? said['origin'] : null,
    identity,
    identityCheck: proof,
  };
}

type Said = { readonly [name: string]: unknown };

async function saidOf(answer: Exchange | null, host: Host, signal: AbortSignal | undefined): Promise<Said> {
  switch (answer?.type) {
    case undefined:
    case 'ended':
      throw signal?.aborted === true ? new Aborted() : new NoAnswer();
    case 'unsent':
      throw new NotRunning('no-connection', await host.permission(), answer.error);
    case 'lost':
      throw new NoAnswer(answer.error);
    case 'answered': {
      const said = objectOf(answer.text);
      if (answer.status >= 200 && answer.status < 300 && said !== null) return said;
      const problem = problemIn(answer);
      if (problem === null) throw new NotRunning('not-tillbridge', await host.permission());
      throw new Refused(problem, retryAfterMs(answer.headers));
    }
  }
}

function readMade(said: Said): Made {
  return {
    id: textOf(said, 'id'),
    secret: textOf(said, 'secret'),
    code: textOf(said, 'code'),
    expiresAt: textOf(said, 'expiresAt'),
    identity: { keyId: textOf(said, 'keyId'), publicKey: textOf(said, 'publicKey') },
  };
}

function textOf(said: Said, name: string): string {
  const value = said[name];
  // Without the answer's body, which may hold the token.
  if (typeof value !== 'string') throw new NoAnswer();
  return value;
}
