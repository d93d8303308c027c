// Reads for people, which may walk through what is stored. The engine never uses them.
import type { State } from '#contract/operation/states.ts';
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

/** A read in steps: each reads a bounded stretch of what is stored, so that a sale waits for one step at most. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Reads for people, newest first. They may walk through what is stored; the engine never uses them. */
export interface Searches {
  search(environmentId: string | null, filter: OperationSearch): OperationRecord[];
  searchInSteps(environmentId: string | null, filter: OperationSearch): Steps<OperationRecord[]>;
  /** Without a text those that take the rest of another sale are left out: they are shown with it. */
  payments(environmentId: string, filter: PaymentSearch): KnownPayment[];
  paymentsInSteps(environmentId: string, filter: PaymentSearch): Steps<KnownPayment[]>;
}

/** A read in one step. */
// eslint-disable-next-line require-yield -- It has one step.
export function* atOnce<T>(read: () => T): Steps<T> {
  return read();
}

/** `nextTurn` lets other work be done between two steps. */
export async function inTurns<T>(steps: Steps<T>, nextTurn: () => Promise<void>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
}

/** All steps at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
