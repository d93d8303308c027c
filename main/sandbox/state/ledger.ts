// All that the sandbox remembers, as a fold over entries. An entry is one atomic step (what was done, its execution
// and its Idempotency-Key together): the same entries, read back from disk, give the same state.
import type { JsonObject } from '#contract/data/json.ts';
import type { Entry, Execution } from './entry.ts';
import type { OpenedJournal } from './journal.ts';
import { type KeyRecord, createIdempotentAnswers } from './idempotent-answers.ts';
import { type Outbox, createOutbox } from './outbox.ts';
import { type Payment, type PaymentStatus } from './payment.ts';
import { type PaymentBook, createPaymentBook } from './payment-book.ts';
import { type Vault, createVault } from './vault.ts';

export interface LedgerView {
  readonly payments: {
    readonly payId: string;
    readonly transId: string;
    readonly currency: string;
    readonly authorised: number;
    readonly captured: number;
    readonly refunded: number;
    readonly reversed: number;
    readonly status: string;
  }[];
  readonly executions: Execution[];
}

export interface Ledger extends Omit<PaymentBook, 'apply' | 'all'> {
  /** Takes effect at once; durable when `settled` resolves. */
  commit(entry: Entry): void;
  settled(): Promise<void>;
  /** Null also for one whose lifetime is over; `now` in ms of the sandbox's clock. */
  key(key: string, now: number): KeyRecord | null;
  /** What updates changed of a payment's request. */
  updates(payId: string): JsonObject | null;
  readonly vault: Omit<Vault, 'apply'>;
  readonly outbox: Omit<Outbox, 'apply'>;
  lastTrace(terminalId: string): number;
  tokenGeneration(): number;
  clockOffsetMs(): number;
  nextSeq(): number;
  view(): LedgerView;
}

export function createLedger({ journal, entries }: OpenedJournal): Ledger {
  const book = createPaymentBook();
  const vault = createVault();
  const outbox = createOutbox();
  const keys = createIdempotentAnswers();
  const lastTraces = new Map<string, number>();
  const updates = new Map<string, JsonObject>();
  const executions: Execution[] = [];
  let generation = 0;
  let clockOffsetMs = 0;

  const apply = (entry: Entry): void => {
    const { execution, keyRecord, forgottenKey, trace, updated } = entry;
    const payment = book.apply(entry);
    if (updated !== undefined && payment !== null) {
      const { payId } = payment.opening;
      updates.set(payId, { ...updates.get(payId), ...updated });
    }
    for (const change of entry.vault ?? []) vault.apply(change);
    outbox.apply(entry);
    if (execution !== undefined) executions.push(execution);
    if (keyRecord !== undefined) keys.apply(keyRecord);
    if (forgottenKey !== undefined) keys.forget(forgottenKey);
    if (trace !== undefined) lastTraces.set(trace.terminalId, trace.number);
    generation = entry.tokenGeneration ?? generation;
    clockOffsetMs = entry.clockOffsetMs ?? clockOffsetMs;
  };

  for (const entry of entries) apply(entry);

  return {
    ...book,
    vault,
    outbox,
    commit: (entry) => {
      apply(entry);
      journal.append(entry);
    },
    settled: () => journal.settled(),
    key: (key, now) => keys.find(key, now),
    updates: (payId) => updates.get(payId) ?? null,
    lastTrace: (terminalId) => lastTraces.get(terminalId) ?? 0,
    tokenGeneration: () => generation,
    clockOffsetMs: () => clockOffsetMs,
    nextSeq: () => executions.length + 1,
    view: () => ({ payments: Array.from(book.all(), viewOf), executions: [...executions] }),
  };
}

/** A payment that waits for the customer, the merchant or the provider is not final: a look-up calls it PENDING. */
export function shownStatus(status: PaymentStatus): string {
  return status === 'CREATED' ? 'PENDING' : status;
}

function viewOf(payment: Payment): LedgerView['payments'][number] {
  const { opening, authorized, captured, refunded, reversed } = payment;
  const { payId, transId, currency } = opening;
  return {
    payId,
    transId,
    currency,
    authorised: authorized,
    captured,
    refunded,
    reversed,
    status: shownStatus(payment.status),
  };
}
