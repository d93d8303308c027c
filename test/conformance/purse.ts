// What the suite has taken, payment by payment, so that it can give all of it back: what was captured is refunded
// capture by capture, and what was only authorized is reversed.
import type { Body } from './http.ts';

interface Capture {
  readonly id: string | null;
  left: number;
}

interface Account {
  captures: Capture[];
  reversed: boolean;
}

export interface Debt {
  readonly payId: string;
  readonly action:
    | { readonly type: 'reverse' }
    | { readonly type: 'refund'; readonly value: number; readonly more: Body };
}

export interface Movement {
  readonly xId: string | null;
  /** The provider's id of the capture that was made or credited. */
  readonly id: string | null;
}

export class Purse {
  readonly #accounts = new Map<string, Account>();
  /** By xId: a replay under a key is no second movement. */
  readonly #counted = new Set<string>();

  /** A payment that may hold an authorization. */
  opened(payId: string): void {
    if (!this.#accounts.has(payId)) this.#accounts.set(payId, { captures: [], reversed: false });
  }

  captured(payId: string, value: number, { xId, id }: Movement): void {
    if (this.#isCounted(xId)) return;
    this.opened(payId);
    this.#accounts.get(payId)?.captures.push({ id, left: value });
  }

  /** Without the id of a capture it was the last one. */
  refunded(payId: string, value: number, { xId, id }: Movement): void {
    if (this.#isCounted(xId)) return;
    const captures = this.#accounts.get(payId)?.captures ?? [];
    const credited = id === null ? captures.at(-1) : captures.find((each) => each.id === id);
    if (credited !== undefined) credited.left -= value;
  }

  reversed(payId: string): void {
    const account = this.#accounts.get(payId);
    if (account !== undefined) account.reversed = true;
  }

  #isCounted(xId: string | null): boolean {
    if (xId === null) return false;
    const known = this.#counted.has(xId);
    this.#counted.add(xId);
    return known;
  }

  /** What has to be given back, the newest first. */
  debts(): Debt[] {
    return [...this.#accounts].toReversed().flatMap(([payId, { captures, reversed }]): Debt[] => {
      if (reversed) return [];
      if (captures.length === 0) return [{ payId, action: { type: 'reverse' } }];
      return captures
        .filter(({ left }) => left > 0)
        .map(({ id, left }) => ({ payId, action: { type: 'refund', value: left, more: namedCapture(id) } }));
    });
  }
}

/** The part of a refund that names one of several captures. */
export function namedCapture(id: string | null): Body {
  return id === null ? {} : { paymentMethods: { card: { providerTransactionId: id } } };
}
