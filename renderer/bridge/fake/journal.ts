// The fake's journal: records in memory, from which the bridge's own code adds up shifts and compares them.
import { textAt } from '#contract/data/json.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { BooksWrites, JournalFact, ShiftMark } from '#core/ports/books.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { JournalEntry } from '#core/ports/journal.ts';
import { type Moved, movedData } from '#core/payments/moved.ts';
import { closedReport, currentTally } from '#core/shift/shift-books.ts';
import { type Shifts, createShifts } from '#core/shift/shifts.ts';
import { commandOf } from '#operations/index.ts';
import type { Mode } from '#contract/operation/states.ts';
import type { PaymentSummary } from '#contract/till/window.ts';
import { environmentId } from './records.ts';

export interface FakeJournal {
  readonly books: BooksWrites;
  readonly shifts: Shifts;
}

/** What a signed head shows: the fake chains nothing. */
const hash = 'c0ffee'.repeat(10);

interface JournalWorld {
  readonly payments: () => Iterable<PaymentSummary>;
  readonly clock: Clock;
}

export function createJournal({ payments: known, clock }: JournalWorld): FakeJournal {
  const facts: JournalFact[] = [];
  const marks: ShiftMark[] = [];
  const books: BooksWrites = {
    labels(_, { payId, transId }) {
      const payments = [...known()];
      const found = payments.find((each) => payId !== null && each.payId === payId) ?? null;
      const payment = found ?? payments.find((each) => transId !== null && each.transId === transId);
      return { refNr: payment?.reference ?? null, last4: payment?.last4 ?? null };
    },
    head: () => ({ seq: facts.length, hash }),
    facts: (seq, limit) => facts.slice(seq, seq + limit),
    lastShift: () => marks.at(-1) ?? null,
    shift: (number) => marks[number - 1] ?? null,
    append({ type, operationId, atMs, data }: JournalEntry) {
      const fact = { seq: facts.length + 1, hash, at: clock.iso(atMs), type, operation: operationId, data };
      facts.push(fact);
      if (type !== 'shift-closed') return;
      const firstSeq = (marks.at(-1)?.closedSeq ?? 0) + 1;
      marks.push({ number: marks.length + 1, firstSeq, closedSeq: fact.seq, closedAt: fact.at });
    },
  };
  const shifts = createShifts({
    books: { ...books, transact: async (work) => work(books) },
    reads: {
      currentShift: async () => currentTally(books),
      closedShift: async (number) => closedReport(books, number),
    },
    signer: { keyId: '', publicKeyPem: '', sign: () => '' },
    clock,
  });
  return { books, shifts };
}

interface Noting {
  readonly books: BooksWrites;
  readonly mode: Mode;
}

/** That it was accepted. */
export function noteAccepted({ books, mode }: Noting, operation: OperationView): void {
  const { id, kind, input, origin, createdAt } = operation;
  const text = (path: string) => textAt(input, path);
  const amount = commandOf(kind)?.amount(input) ?? null;
  const data = {
    state: 'accepted',
    kind,
    messageType: text('messageType'),
    amount: amount === null ? null : { value: amount.value, currency: amount.currency },
    terminalId: text('posTerminalId'),
    payId: text('payId'),
    transId: text('transId'),
    refNr: text('refNr'),
    mode,
    environment: environmentId,
    origin: origin.type,
    operator: origin.type === 'cashier' && origin.operator !== undefined ? { name: origin.operator } : null,
  };
  books.append({ type: 'accepted', operationId: id, atMs: Date.parse(createdAt), data });
}

const types = { accepted: 'accepted', sending: 'intent' } as const;

/** The state in which it is now, and what it moved. */
export function noteState({ books }: Pick<Noting, 'books'>, operation: OperationView, moved: Moved | null): void {
  const { id, state, result, updatedAt } = operation;
  const payId = textAt(result ?? {}, 'payId');
  const data = {
    state,
    ...(payId === null ? {} : { payId }),
    ...(moved === null ? {} : { moved: movedData(moved) }),
  };
  const type = state === 'accepted' || state === 'sending' ? types[state] : state;
  books.append({ type, operationId: id, atMs: Date.parse(updatedAt), data });
}
