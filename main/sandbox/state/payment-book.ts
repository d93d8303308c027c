// All payments, and the ways in which they are found: by payId, by the transId they were made under or that an operation
// on them carried, by a terminal's trace number, and by when the clock alone changes them.
import { type Schedule, createSchedule } from './schedule.ts';
import { type Opening, type Payment, type PaymentOperation, applyOperation, openPayment } from './payment.ts';
import { nextDue } from './waiting.ts';

export interface PaymentChange {
  readonly opening?: Opening | undefined;
  readonly payId?: string | undefined;
  readonly operations?: readonly PaymentOperation[] | undefined;
}

export interface PaymentBook {
  /** Applies a change and gives the payment that it was about. */
  apply(change: PaymentChange): Payment | null;
  payment(payId: string): Payment | null;
  /** The payment made under this transId; one that came to nothing only where there is no other, and the latest of one page. */
  madeUnder(transId: string): Payment | null;
  byTransId(transId: string): Payment | null;
  /** The payment that a terminal's command with this trace number made; the latest, since numbers wrap. */
  byTrace(terminalId: string, traceNr: string): Payment | null;
  readonly schedule: Schedule;
  all(): Iterable<Payment>;
}

export function createPaymentBook(): PaymentBook {
  const payments = new Map<string, Payment>();
  const madeUnder = new Map<string, Payment>();
  const mentioned = new Map<string, Payment>();
  const traces = new Map<string, Payment>();
  const schedule = createSchedule();

  const index = (opening: Opening, payment: Payment): void => {
    const before = madeUnder.get(opening.transId);
    if (before === undefined || opening.again === true || cameToNothing(before))
      madeUnder.set(opening.transId, payment);
    if (opening.traceNr !== null) traces.set(traceKey(opening.terminalId, opening.traceNr), payment);
  };

  return {
    apply: ({ opening, payId, operations = [] }) => {
      if (opening !== undefined) payments.set(opening.payId, openPayment(opening));
      const payment = payments.get(opening?.payId ?? payId ?? '');
      for (const operation of operations) {
        if (payment === undefined) throw new Error('an entry names a payment that does not exist');
        applyOperation(payment, operation);
        const { transId } = operation;
        if (transId !== null && transId !== payment.opening.transId) mentioned.set(transId, payment);
      }
      if (payment === undefined) return null;
      if (opening !== undefined) index(opening, payment);
      const due = nextDue(payment);
      if (due !== null) schedule.add({ at: due.at, id: payment.opening.payId });
      return payment;
    },
    payment: (payId) => payments.get(payId) ?? null,
    madeUnder: (transId) => madeUnder.get(transId) ?? null,
    byTransId: (transId) => madeUnder.get(transId) ?? mentioned.get(transId) ?? null,
    byTrace: (terminalId, traceNr) => traces.get(traceKey(terminalId, traceNr)) ?? null,
    schedule,
    all: () => payments.values(),
  };
}

/** Its transId may be used again. */
export function cameToNothing({ status }: Payment): boolean {
  return status === 'FAILED' || status === 'EXPIRED';
}

function traceKey(terminalId: string | null, traceNr: string): string {
  return `${terminalId ?? ''}\n${traceNr}`;
}
