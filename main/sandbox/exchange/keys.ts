// Idempotency keys: a key stands for one request. The same request again gets the stored answer byte for byte, also
// while the first is still running; another request under the same key is declined, because one of the two is a
// mistake.
import { createHash } from 'node:crypto';
import { type Json, canonicalJson } from '#contract/data/json.ts';
import type { SandboxAnswer } from './exchange.ts';
import type { Ledger } from '../state/ledger.ts';
import type { PaymentStatus } from '../state/payment.ts';

export interface KeyedRequest {
  readonly key: string;
  readonly fingerprint: string;
  /** A fault: a request whose result is not final is processed again instead of getting the stored answer. */
  readonly reexecutesOpen: boolean;
}

export interface Keys {
  /** Runs the request once; `reused` answers a key that stands for another request. */
  once(
    request: KeyedRequest,
    run: () => SandboxAnswer | Promise<SandboxAnswer>,
    reused: () => SandboxAnswer,
  ): Promise<SandboxAnswer>;
}

/** Equal for requests that mean the same, however their JSON is laid out. */
export function fingerprintOf(method: string, path: string, body: Json): string {
  return createHash('sha256')
    .update(`${method} ${path}\n${canonicalJson(body)}`)
    .digest('hex');
}

/** `now`: ms of the sandbox's clock, by which keys expire. */
export function createKeys(ledger: Ledger, now: () => number): Keys {
  const running = new Map<string, { readonly fingerprint: string; readonly answer: Promise<SandboxAnswer> }>();
  const isOpen = (payId: string | undefined): boolean => open.has(ledger.payment(payId ?? '')?.status ?? 'CAPTURED');

  return {
    once: async ({ key, fingerprint, reexecutesOpen }, run, reused) => {
      const stored = ledger.key(key, now());
      if (stored !== null && !(reexecutesOpen && isOpen(stored.payId))) {
        return stored.fingerprint === fingerprint ? { status: stored.status, body: stored.body } : reused();
      }
      const first = running.get(key);
      if (first !== undefined && !reexecutesOpen) {
        return first.fingerprint === fingerprint ? first.answer : reused();
      }
      const answer = Promise.resolve(run());
      const own = { fingerprint, answer };
      running.set(key, own);
      try {
        return await answer;
      } finally {
        if (running.get(key) === own) running.delete(key);
      }
    },
  };
}

const open: ReadonlySet<PaymentStatus> = new Set(['CREATED', 'PENDING']);
