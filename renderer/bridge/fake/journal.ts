// The journal of the fake's store as the shop's books, from which the bridge's own code adds up shifts and compares them.
import type { BooksWrites, ShiftMark } from '#core/ports/books.ts';
import type { Clock } from '#core/ports/clock.ts';
import { closedReport, currentTally } from '#core/shift/shift-books.ts';
import { type Shifts, createShifts } from '#core/shift/shifts.ts';
import type { FakeTill } from './till.ts';

export interface FakeJournal {
  readonly books: BooksWrites;
  readonly shifts: Shifts;
}

export function createJournal({ tables }: Pick<FakeTill, 'tables'>, clock: Clock): FakeJournal {
  const marks = (): ShiftMark[] => {
    const closed = tables.journalRecords.filter(({ type }) => type === 'shift-closed');
    return closed.map(({ seq, at }, index) => {
      const firstSeq = (closed[index - 1]?.seq ?? 0) + 1;
      return { number: index + 1, firstSeq, closedSeq: seq, closedAt: at };
    });
  };
  const books: BooksWrites = {
    labels(environment, { payment, payId, transId }) {
      const rows = [
        payment === null ? null : tables.paymentByLane(environment, payment),
        payId === null ? null : tables.payment(environment, payId),
        transId === null ? null : tables.paymentByTransId(environment, transId),
      ];
      const shown = (label: 'refNr' | 'last4') => rows.find((row) => (row?.[label] ?? null) !== null)?.[label] ?? null;
      return { refNr: shown('refNr'), last4: shown('last4') };
    },
    head: () => tables.head,
    facts: (seq, limit) => tables.journalRecords.slice(seq, seq + limit),
    lastShift: () => marks().at(-1) ?? null,
    shift: (number) => marks()[number - 1] ?? null,
    append: (entry) => tables.journal(entry),
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
