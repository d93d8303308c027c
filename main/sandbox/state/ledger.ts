// All that the sandbox remembers, as a fold over entries. An entry is one atomic step (what was done, its execution
// and its Idempotency-Key together): the same entries, read back from disk, give the same state.
import type { OpenedJournal } from './journal.ts';
import { type Opening, type Payment, type PaymentOperation, applyOperation, openPayment } from './payment.ts';

/** One effect that was really carried out. */
export interface Execution {
  readonly seq: number;
  /** `POST /payments/{id}/captures` */
  readonly route: string;
  readonly payId: string | null;
  readonly transId: string | null;
  readonly key: string | null;
  /** Minor units; 0 for what moves no money. */
  readonly value: number;
  readonly at: string;
}

/** An answer given under an Idempotency-Key. */
export interface KeyRecord {
  readonly key: string;
  readonly fingerprint: string;
  readonly status: number;
  readonly body: string;
}

export interface Entry {
  readonly opening?: Opening | undefined;
  readonly payId?: string | undefined;
  readonly operations?: readonly PaymentOperation[] | undefined;
  readonly execution?: Execution | undefined;
  readonly keyRecord?: KeyRecord | undefined;
  readonly trace?: { readonly terminalId: string; readonly number: number } | undefined;
  /** Tokens of an earlier generation are revoked. */
  readonly tokenGeneration?: number | undefined;
}

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

export interface Ledger {
  /** Takes effect at once; durable when `settled` resolves. */
  commit(entry: Entry): void;
  settled(): Promise<void>;
  payment(payId: string): Payment | null;
  /** The payment made under this transId; one that was declined only where there is no other. */
  madeUnder(transId: string): Payment | null;
  byTransId(transId: string): Payment | null;
  /** The payment that a terminal's command with this trace number made; the latest, since numbers wrap. */
  byTrace(terminalId: string, traceNr: string): Payment | null;
  key(key: string): KeyRecord | null;
  lastTrace(terminalId: string): number;
  tokenGeneration(): number;
  nextSeq(): number;
  view(): LedgerView;
}

export function createLedger({ journal, entries }: OpenedJournal): Ledger {
  const payments = new Map<string, Payment>();
  const madeUnder = new Map<string, Payment>();
  const mentioned = new Map<string, Payment>();
  const traces = new Map<string, Payment>();
  const lastTraces = new Map<string, number>();
  const keys = new Map<string, KeyRecord>();
  const executions: Execution[] = [];
  let generation = 0;

  const apply = (entry: Entry): void => {
    const { opening, operations = [], execution, keyRecord, trace } = entry;
    if (opening !== undefined) payments.set(opening.payId, openPayment(opening));
    const payment = payments.get(opening?.payId ?? entry.payId ?? '');
    for (const operation of operations) {
      if (payment === undefined) throw new Error('an entry names a payment that does not exist');
      applyOperation(payment, operation);
      if (operation.transId !== null) mentioned.set(operation.transId, payment);
    }
    if (opening !== undefined && payment !== undefined) index(opening, payment);
    if (execution !== undefined) executions.push(execution);
    if (keyRecord !== undefined) keys.set(keyRecord.key, keyRecord);
    if (trace !== undefined) lastTraces.set(trace.terminalId, trace.number);
    if (entry.tokenGeneration !== undefined) generation = entry.tokenGeneration;
  };

  const index = (opening: Opening, payment: Payment): void => {
    const before = madeUnder.get(opening.transId);
    if (before === undefined || before.status === 'FAILED') madeUnder.set(opening.transId, payment);
    if (opening.traceNr !== null) traces.set(traceKey(opening.terminalId, opening.traceNr), payment);
  };

  for (const entry of entries) apply(entry);

  return {
    commit: (entry) => {
      apply(entry);
      journal.append(entry);
    },
    settled: () => journal.settled(),
    payment: (payId) => payments.get(payId) ?? null,
    madeUnder: (transId) => madeUnder.get(transId) ?? null,
    byTransId: (transId) => madeUnder.get(transId) ?? mentioned.get(transId) ?? null,
    byTrace: (terminalId, traceNr) => traces.get(traceKey(terminalId, traceNr)) ?? null,
    key: (key) => keys.get(key) ?? null,
    lastTrace: (terminalId) => lastTraces.get(terminalId) ?? 0,
    tokenGeneration: () => generation,
    nextSeq: () => executions.length + 1,
    view: () => ({ payments: [...payments.values()].map(viewOf), executions: [...executions] }),
  };
}

function traceKey(terminalId: string | null, traceNr: string): string {
  return `${terminalId ?? ''}\n${traceNr}`;
}

function viewOf({
  opening,
  status,
  authorised,
  captured,
  refunded,
  reversed,
}: Payment): LedgerView['payments'][number] {
  const { payId, transId, currency } = opening;
  return { payId, transId, currency, authorised, captured, refunded, reversed, status };
}
