// Reads for people, which may walk through what is stored. The engine never uses them.
import type { State } from '#contract/states.ts';
import type { KnownPayment, OperationRecord } from './record.ts';

/** What people look for. `text` may stand anywhere in the ids, the refNr or the terminal. */
export interface OperationSearch {
  readonly states?: readonly State[];
  readonly kind?: string;
  readonly payId?: string;
  readonly text?: string;
  /** Accepted before the operation with this id. */
  readonly before?: string;
  readonly limit: number;
}

export interface PaymentSearch {
  /**
   * A whole payId, transId or reference finds just those payments. Any other text may stand anywhere in the ids, the
   * reference, the terminal or the trace number, or be a whole approval code or the card's last four digits. What
   * `amounts`, `begun` and `by` say is found as well, each by itself; without a text none of them counts.
   * By `begun` and `by` those that take the rest of another sale are left out, as they are without a text.
   */
  readonly text?: string;
  /** What the text says as an amount, minor units: payments that the list shows with one of them are found too. */
  readonly amounts?: readonly number[];
  /** Begun within this time, engine time in ms: from the first on, before the second. */
  readonly begun?: { readonly fromMs: number; readonly beforeMs: number };
  /** Begun by one of these people at the till, or by one of these programs. */
  readonly by?: { readonly people: readonly string[]; readonly clients: readonly string[] };
  /** Heard of before the payment of this lane. */
  readonly before?: string;
  readonly limit: number;
}

/** Reads for people, newest first. They may walk through what is stored; the engine never uses them. */
export interface Searches {
  search(environmentId: string | null, filter: OperationSearch): OperationRecord[];
  /** Without a text those that take the rest of another sale are left out: they are shown with it. */
  payments(environmentId: string, filter: PaymentSearch): KnownPayment[];
}
