// Payments that the till did not make by itself: of the web shop, of other tills that use the same numbers, and of
// customers who follow a link.
import { readIsoTime } from '#contract/data/iso-time.ts';
import { type JsonObject, textAt, valueAt } from '#contract/data/json.ts';
import { chargeOnPage } from './conversions.ts';
import { type Books, type Outcome, listed, newPayment } from './entries.ts';
import type { ListedOperation, OperationType, Payment } from './ledger.ts';
import { epochMs } from '../schedule.ts';

/** The web shop makes a payment that the till did not. */
export function webShopPayment(books: Books, transId: string, value: number, nowMs: number): Payment {
  return made(books, { transId, value, terminalId: null, link: null, charge: null, madeAtMs: nowMs }, [
    'AUTHORIZATION',
  ]);
}

export interface Strange {
  readonly transId: string;
  readonly value: number;
  readonly terminalId: string;
  readonly madeAtMs: number;
  readonly merchantId?: string;
  readonly refNr?: string;
}

/** Another till or merchant, or the same terminal at another time, used the transId for a sale of its own. */
export function strangersPayment(books: Books, facts: Strange): Payment {
  return made(books, { ...facts, link: null, charge: null }, ['AUTHORIZATION', 'CAPTURE']);
}

/** Another program made it at the till's own terminal. */
export function foreignAtTerminal(books: Books, facts: Strange, isCaptured: boolean): Payment {
  return made(books, { ...facts, link: null, charge: null }, [
    'AUTHORIZATION',
    ...(isCaptured ? ['CAPTURE' as const] : []),
  ]);
}

/** How far another till or its web shop came with it. */
export const strangersEnds = ['paid', 'held', 'declined'] as const;

/** The same without a terminal, perhaps, and not paid, perhaps. */
export function strangersAttempt(
  books: Books,
  facts: Omit<Strange, 'terminalId'> & Pick<Payment, 'terminalId'>,
  end: (typeof strangersEnds)[number],
): Payment {
  const mine = { ...facts, link: null, charge: null };
  if (end === 'declined') return declined(books, mine);
  return made(books, mine, end === 'paid' ? ['AUTHORIZATION', 'CAPTURE'] : ['AUTHORIZATION']);
}

/** A link is made; what its customer does with it comes later. */
export function makeLink(books: Books, body: JsonObject, tag: string | null, nowMs: number): Outcome {
  const transId = textAt(body, 'transId') ?? '';
  const value = Number(valueAt(body, 'amount.value') ?? 0);
  books.ledger.execute({ tag, type: 'LINK', payId: `link of ${transId}`, value: 0, atMs: nowMs });
  const href = `https://gateway.example/pay/${books.random.hex128()}`;
  const endMs = readIsoTime(textAt(body, 'expirationTime') ?? '')?.ms ?? Infinity;
  const visit = (atMs: number) => {
    if (epochMs + atMs > endMs) {
      books.met('a customer comes after the end');
      return null;
    }
    const charge = chargeOnPage(books, body, value);
    const facts = { transId, value, terminalId: null, link: tag, charge, madeAtMs: atMs };
    const does = books.random.weighted({ pays: 6, 'is declined': 2, leaves: 2 });
    books.met(`a customer ${does}`);
    const isTwice = does === 'pays' && books.paysTwice > 0 && books.random.chance(books.paysTwice);
    const isOther = charge === null && does === 'pays' && books.paysOther > 0 && books.random.chance(books.paysOther);
    const paid = isOther ? books.random.pick([value + 1, value * 2, Math.ceil(value / 2)]) : value;
    if (isOther) books.met('a customer pays another sum');
    if (does === 'is declined') declined(books, facts);
    if (does !== 'pays') return null;
    const later = books.random.fork(`later ${transId} ${atMs}`).weighted({ 'at once': 6, held: 3, pending: 3 });
    if (!isTwice && later !== 'at once') {
      books.met(`a customer's payment is ${later} at first`);
      return paidLater(books, { ...facts, value: paid }, later);
    }
    made(books, { ...facts, value: paid }, ['AUTHORIZATION', 'CAPTURE']);
    if (isTwice) {
      books.met('a customer pays a second time');
      made(books, facts, ['AUTHORIZATION', 'CAPTURE']);
    }
    return null;
  };
  return { status: 200, body: { transId, _links: { redirect: { href } } }, finish: null, visit };
}

type Facts = Omit<Strange, 'terminalId'> & Pick<Payment, 'terminalId' | 'link' | 'charge'>;

function made(books: Books, facts: Facts, types: readonly OperationType[]): Payment {
  const { transId, value, refNr = null, madeAtMs } = facts;
  const payment = opened(books, facts);
  for (const type of types) {
    const status = type === 'CAPTURE' ? 'CAPTURED' : 'AUTHORIZED';
    payment.operations.push(listed(books, { type, transId, refNr, value }, status, madeAtMs));
  }
  const type = types.at(-1) ?? 'AUTHORIZATION';
  books.ledger.execute({ tag: null, type, payId: payment.payId, value, atMs: madeAtMs });
  return payment;
}

/** It is authorized, or not known yet to succeed; the gateway captures it by itself when the function is called. */
function paidLater(books: Books, facts: Facts, how: 'held' | 'pending'): (nowMs: number) => void {
  const { transId, refNr = null, value } = facts;
  const operation = (status: ListedOperation['status'], atMs: number) =>
    listed(books, { type: 'CAPTURE', transId, refNr, value }, status, atMs);
  const payment = how === 'held' ? made(books, facts, ['AUTHORIZATION']) : opened(books, facts);
  const pending = how === 'held' ? null : operation('PENDING', facts.madeAtMs);
  if (pending !== null) payment.operations.push(pending);
  return (nowMs) => {
    const [status, settledAtMs] = ['CAPTURED', nowMs] as const;
    if (pending === null) payment.operations.push(operation(status, nowMs));
    else Object.assign(pending, { status, settledAtMs });
    books.ledger.execute({ tag: null, type: 'CAPTURE', payId: payment.payId, value, atMs: nowMs });
  };
}

function opened(books: Books, { madeAtMs, ...facts }: Facts): Payment {
  return newPayment(books, { ...facts, refNr: facts.refNr ?? null, byTill: false, currency: 'EUR', nowMs: madeAtMs });
}

function declined(books: Books, facts: Facts): Payment {
  const { transId, value, refNr = null, madeAtMs } = facts;
  const payment = opened(books, facts);
  payment.operations.push(listed(books, { type: 'CAPTURE', transId, refNr, value }, 'FAILED', madeAtMs));
  return payment;
}
