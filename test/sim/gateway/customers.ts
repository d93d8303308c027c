// Payments that the till did not make by itself: of the web shop, of other tills that use the same numbers, and of
// customers who follow a link.
import { type JsonObject, textAt, valueAt } from '#contract/data/json.ts';
import { chargeOnPage } from './conversions.ts';
import { type Books, type Outcome, listed, newPayment } from './entries.ts';
import type { OperationType, Payment } from './ledger.ts';

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
  const visit = (atMs: number) => {
    const charge = chargeOnPage(books, body, value);
    const facts = { transId, value, terminalId: null, link: tag, charge, madeAtMs: atMs };
    const does = books.random.weighted({ pays: 6, 'is declined': 2, leaves: 2 });
    books.met(`a customer ${does}`);
    const isTwice = does === 'pays' && books.paysTwice > 0 && books.random.chance(books.paysTwice);
    const isOther = charge === null && does === 'pays' && books.paysOther > 0 && books.random.chance(books.paysOther);
    const paid = isOther ? books.random.pick([value + 1, value * 2, Math.ceil(value / 2)]) : value;
    if (isOther) books.met('a customer pays another sum');
    if (does === 'pays') made(books, { ...facts, value: paid }, ['AUTHORIZATION', 'CAPTURE']);
    if (isTwice) {
      books.met('a customer pays a second time');
      made(books, facts, ['AUTHORIZATION', 'CAPTURE']);
    }
    if (does === 'is declined') declined(books, facts);
  };
  return { status: 200, body: { transId, _links: { redirect: { href } } }, finish: null, visit };
}

type Facts = Omit<Strange, 'terminalId'> & Pick<Payment, 'terminalId' | 'link' | 'charge'>;

function made(books: Books, { madeAtMs, ...facts }: Facts, types: readonly OperationType[]): Payment {
  const { transId, value, refNr = null } = facts;
  const payment = newPayment(books, { ...facts, refNr, byTill: false, currency: 'EUR', nowMs: madeAtMs });
  for (const type of types) {
    const status = type === 'CAPTURE' ? 'CAPTURED' : 'AUTHORIZED';
    payment.operations.push(listed(books, { type, transId, refNr, value }, status, madeAtMs));
  }
  const type = types.at(-1) ?? 'AUTHORIZATION';
  books.ledger.execute({ tag: null, type, payId: payment.payId, value, atMs: madeAtMs });
  return payment;
}

function declined(books: Books, { madeAtMs, ...facts }: Facts): Payment {
  const { transId, value, refNr = null } = facts;
  const payment = newPayment(books, { ...facts, refNr, byTill: false, currency: 'EUR', nowMs: madeAtMs });
  payment.operations.push(listed(books, { type: 'CAPTURE', transId, refNr, value }, 'FAILED', madeAtMs));
  return payment;
}
