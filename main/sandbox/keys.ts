// Idempotency keys: a key stands for one request. The same request again gets the stored answer byte for byte, also
// while the first is still running; another request under the same key is declined, because one of the two is a mistake.
import { createHash } from 'node:crypto';
import { type Json, canonicalJson } from '#contract/json.ts';
import type { Answer } from './exchange.ts';
import type { Ledger } from './state/ledger.ts';

export interface KeyedRequest {
  readonly key: string;
  readonly fingerprint: string;
}

export interface Keys {
  /** Runs the request once; `reused` answers a key that stands for another request. */
  once(request: KeyedRequest, run: () => Answer | Promise<Answer>, reused: () => Answer): Promise<Answer>;
}

/** Equal for requests that mean the same, however their JSON is laid out. */
export function fingerprintOf(method: string, path: string, body: Json): string {
  return createHash('sha256')
    .update(`${method} ${path}\n${canonicalJson(body)}`)
    .digest('hex');
}

export function createKeys(ledger: Ledger): Keys {
  const running = new Map<string, { readonly fingerprint: string; readonly answer: Promise<Answer> }>();

  return {
    once: async ({ key, fingerprint }, run, reused) => {
      const stored = ledger.key(key);
      if (stored !== null) {
        return stored.fingerprint === fingerprint ? { status: stored.status, body: stored.body } : reused();
      }
      const first = running.get(key);
      if (first !== undefined) return first.fingerprint === fingerprint ? first.answer : reused();
      const answer = Promise.resolve(run());
      running.set(key, { fingerprint, answer });
      try {
        return await answer;
      } finally {
        running.delete(key);
      }
    },
  };
}
