// Keeps the access token until shortly before it ends and makes sure that all callers share one request for a new
// one: a shop with twenty waiting captures must not ask the token endpoint twenty times.
import type { Clock } from '#core/ports/clock.ts';

// The specification names no fixed lifetime, and the field may be missing.
const defaultLifetimeMs = 300_000;
const marginMs = 30_000;

export type TokenAnswer =
  | { readonly type: 'granted'; readonly value: string; readonly lifetimeMs: number | null }
  | { readonly type: 'refused' | 'unreachable'; readonly reason: string };

export type TokenResult =
  /** `id` names the token without telling anything of it. */
  | { readonly type: 'token'; readonly id: string; readonly value: string }
  | { readonly type: 'refused' | 'unreachable'; readonly reason: string };

export interface TokenCache {
  current(): Promise<TokenResult>;
  /** A token other than the one named; fetched only where no other caller fetched one already. */
  otherThan(id: string | null): Promise<TokenResult>;
}

interface Cached {
  readonly id: string;
  readonly value: string;
  readonly apiKey: string;
  readonly usableUntilMs: number;
}

export function createTokenCache(ports: {
  readonly apiKey: () => string | null;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly fetchToken: (apiKey: string) => Promise<TokenAnswer>;
}): TokenCache {
  let cached: Cached | null = null;
  let flight: { readonly apiKey: string; readonly result: Promise<TokenResult> } | null = null;
  let count = 0;

  async function fetchFor(apiKey: string): Promise<TokenResult> {
    // Counted from before the request, because the lifetime may have begun at any moment since.
    const startedMs = ports.clock.nowMs();
    const answer = await ports.fetchToken(apiKey);
    if (answer.type !== 'granted') return answer;
    const lifetimeMs = answer.lifetimeMs ?? defaultLifetimeMs;
    const usableMs = lifetimeMs - Math.min(marginMs, lifetimeMs / 2);
    count += 1;
    cached = { id: `token-${count}`, value: answer.value, apiKey, usableUntilMs: startedMs + usableMs };
    return { type: 'token', id: cached.id, value: cached.value };
  }

  function usable(apiKey: string): Cached | null {
    // A key that was changed in the settings makes the old key's token the wrong one.
    return cached?.apiKey === apiKey && ports.clock.nowMs() < cached.usableUntilMs ? cached : null;
  }

  async function obtain(rejected: string | null): Promise<TokenResult> {
    const apiKey = ports.apiKey();
    if (apiKey === null) return { type: 'refused', reason: 'no API key is set' };
    const known = usable(apiKey);
    if (known !== null && known.id !== rejected) return { type: 'token', id: known.id, value: known.value };
    if (known !== null) cached = null;
    if (flight?.apiKey === apiKey) return flight.result;
    const mine = { apiKey, result: fetchFor(apiKey) };
    flight = mine;
    try {
      return await mine.result;
    } finally {
      if (flight === mine) flight = null;
    }
  }

  return { current: () => obtain(null), otherThan: obtain };
}
