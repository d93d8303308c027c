// What the simulated gateway does with a request that it executes: the rules of a payment, and the entry in the ledger.
import { type Json, type JsonObject, textAt, valueAt } from '#contract/json.ts';
import type { Random } from '../random.ts';
import { tagIn } from '../tag.ts';
import { type Ledger, type ListedOperation, type OperationType, type Payment, sumsOf } from './ledger.ts';

export interface Outcome {
  readonly status: number;
  readonly body: JsonObject;
  /** Set where the operation stays open for a while; its end is told by calling it. */
  readonly finish: ((applied: boolean, nowMs: number) => void) | null;
}

export interface Books {
  readonly ledger: Ledger;
  readonly random: Random;
  readonly strict: boolean;
  readonly listsRefused: boolean;
}

interface Job {
  readonly books: Books;
  readonly body: JsonObject;
  readonly tag: string | null;
  readonly nowMs: number;
  readonly pending: boolean;
  readonly declines: boolean;
}

const doneStatus = {
  AUTHORIZATION: 'AUTHORIZED',
  CAPTURE: 'CAPTURED',
  REFUND: 'REFUNDED',
  REVERSAL: 'REVERSED',
  CREDIT: 'REFUNDED',
} as const satisfies { [type in OperationType]: ListedOperation['status'] };

const onPayment = /^\/payments\/([^/]+)\/(captures|refunds|reversals)$/;

/** Executes what the path says. Null where there is no such path. */
export function execute(books: Books, path: string, text: string, nowMs: number, how: Ways): Outcome | null {
  const body = JSON.parse(text) as JsonObject;
  const job: Job = { books, body, tag: tagIn(body), nowMs, ...how };
  const match = onPayment.exec(path);
  if (match !== null) {
    const payment = books.ledger.payments.get(decodeURIComponent(match[1] ?? '')) ?? null;
    const type = match[2] === 'captures' ? 'CAPTURE' : match[2] === 'refunds' ? 'REFUND' : 'REVERSAL';
    return onExisting(job, payment, type);
  }
  if (path === '/payments/refunds') return make(job, ['CREDIT'], null);
  if (path === '/cloudpos') return atTerminal(job);
  if (path === '/services/dcc/quote') return { status: 200, body: quoteOf(job), finish: null };
  return null;
}

export interface Ways {
  /** It stays open for a while. */
  readonly pending: boolean;
  readonly declines: boolean;
}

/** A foreign hand on the payment: the back office, the web shop, a delayed capture. False where the rules forbid it. */
export function foreign(books: Books, payment: Payment, type: OperationType, facts: ForeignFacts): boolean {
  const { value, nowMs, refNr } = facts;
  if (whyNot(payment, type, value, true) !== null) return false;
  payment.operations.push(listed(books, { type, transId: null, refNr, value }, doneStatus[type], nowMs));
  books.ledger.execute({ tag: null, type, payId: payment.payId, value, atMs: nowMs });
  return true;
}

export interface ForeignFacts {
  readonly value: number;
  readonly refNr: string | null;
  readonly nowMs: number;
}

/** The web shop makes a payment that the till did not. */
export function webShopPayment(books: Books, transId: string, value: number, nowMs: number): Payment {
  const payment = newPayment(books, { transId, refNr: null, value, byTill: false, terminalId: null, nowMs });
  const entry = listed(books, { type: 'AUTHORIZATION', transId, refNr: null, value }, 'AUTHORIZED', nowMs);
  payment.operations.push(entry);
  books.ledger.execute({ tag: null, type: 'AUTHORIZATION', payId: payment.payId, value, atMs: nowMs });
  return payment;
}

function atTerminal(job: Job): Outcome {
  const { books, body } = job;
  const terminalId = textAt(body, 'posTerminalId') ?? '';
  const trace = textAt(body, 'traceNr');
  const payment = trace === null ? null : books.ledger.byTrace(terminalId, trace);
  switch (textAt(body, 'messageType')) {
    case 'SALE':
      return make(job, ['AUTHORIZATION', 'CAPTURE'], terminalId);
    case 'AUTHORISATION_OR_RESERVATION':
      return make(job, ['AUTHORIZATION'], terminalId);
    case 'CREDIT':
      return make(job, ['CREDIT'], terminalId);
    case 'CAPTURE':
      return onExisting(job, payment, 'CAPTURE');
    case 'REVERSE':
      return onExisting(job, payment, 'REVERSAL', 'VOID');
    case null:
    default:
      return { status: 200, body: { status: 'OK', responseCode: '00000000' }, finish: null };
  }
}

function make(job: Job, types: readonly OperationType[], terminalId: string | null): Outcome {
  const { books, body, nowMs } = job;
  const facts = { transId: textAt(body, 'transId'), refNr: textAt(body, 'refNr'), value: amountOf(body) };
  const { transId, refNr, value } = facts;
  const payment = newPayment(books, { transId: transId ?? '', refNr, value, byTill: true, terminalId, nowMs });
  const last = types.at(-1) ?? 'CREDIT';
  if (job.declines) {
    payment.operations.push(listed(books, { ...facts, type: last }, 'FAILED', nowMs));
    return refused(job, payment, '20000001');
  }
  // The two steps of a sale are one: what its authorization allows its capture takes.
  return carryOut(job, payment, types, facts, 'AUTHORIZATION');
}

function onExisting(
  job: Job,
  payment: Payment | null,
  type: OperationType,
  rule: OperationType | 'VOID' = type,
): Outcome {
  const { books, body, nowMs } = job;
  if (payment === null) {
    return { status: 404, body: { status: 404, title: 'Not Found', errors: {} }, finish: null };
  }
  const value = type === 'REVERSAL' ? payment.value : amountOf(body);
  const facts = { transId: textAt(body, 'transId'), refNr: textAt(body, 'refNr'), value };
  const why = job.declines ? '20000001' : whyNot(payment, rule, value, books.strict);
  if (why !== null) {
    if (books.listsRefused) payment.operations.push(listed(books, { ...facts, type }, 'FAILED', nowMs));
    return refused(job, payment, why);
  }
  return carryOut(job, payment, [type], facts, rule);
}

interface Facts {
  readonly transId: string | null;
  readonly refNr: string | null;
  readonly value: number;
}

function carryOut(
  job: Job,
  payment: Payment,
  types: readonly OperationType[],
  facts: Facts,
  rule: OperationType | 'VOID' = types.at(-1) ?? 'CREDIT',
): Outcome {
  const { books, tag, nowMs } = job;
  const entries = types.map((type) => {
    const entry = listed(books, { ...facts, type }, job.pending ? 'PENDING' : doneStatus[type], nowMs);
    payment.operations.push(entry);
    return entry;
  });
  const last = entries.at(-1)!;
  const effective = (atMs: number) => {
    books.ledger.execute({ tag, type: last.type, payId: payment.payId, value: facts.value, atMs });
  };
  const named = { payId: payment.payId, xId: last.xId, transId: facts.transId ?? '', refNr: facts.refNr ?? '' };
  const terminal =
    payment.terminalId === null ? {} : { traceNr: payment.traceNr ?? '', approvalCode: payment.approvalCode ?? '' };
  if (!job.pending) {
    effective(nowMs);
    const body = { ...named, ...terminal, status: last.status, responseCode: '00000000' };
    return { status: 200, body, finish: null };
  }
  const finish = (applied: boolean, atMs: number) => {
    // What was open is decided by the rules as they stand at its end.
    const goes = applied && whyNot(payment, rule, facts.value, books.strict) === null;
    for (const entry of entries) {
      entry.status = goes ? doneStatus[entry.type] : 'FAILED';
      entry.settledAtMs = atMs;
    }
    if (goes) effective(atMs);
  };
  return { status: 200, body: { ...named, ...terminal, status: 'PENDING', responseCode: '60000000' }, finish };
}

function refused({ body, books }: Job, payment: Payment, responseCode: string): Outcome {
  const xId = (books.listsRefused ? payment.operations.at(-1)?.xId : null) ?? `x${books.random.hex128()}`;
  const named = { payId: payment.payId, xId, transId: textAt(body, 'transId'), refNr: textAt(body, 'refNr') };
  return { status: 422, body: { ...named, status: 'FAILED', responseCode }, finish: null };
}

/** Why the rules of a payment forbid it, as a response code, or null. */
function whyNot(payment: Payment, type: OperationType | 'VOID', value: number, strict: boolean): string | null {
  const { authorised, captured, refunded, reversed } = sumsOf(payment);
  if (type === 'AUTHORIZATION' || type === 'CREDIT') return null;
  if (reversed && (strict || type !== 'CAPTURE')) return '20000002';
  // What is captured cannot be reversed; only the terminal that made a sale can take it back (VOID).
  if (type === 'REVERSAL') return captured > 0 ? '20000003' : null;
  if (type === 'VOID') return payment.terminalId === null ? '20000003' : null;
  if (!strict) return null;
  if (type === 'CAPTURE') return captured + value > authorised ? '20000004' : null;
  return refunded + value > captured ? '20000005' : null;
}

function quoteOf({ body }: Job): JsonObject {
  const amount: Json = valueAt(body, 'amount') ?? null;
  return { dccInfo: { status: 'AVAILABLE', amounts: { merchant: amount } } };
}

function amountOf(body: JsonObject): number {
  const value = valueAt(body, 'amount.value');
  return typeof value === 'number' ? value : 0;
}

function listed(
  { random }: Books,
  facts: Facts & { readonly type: OperationType },
  status: ListedOperation['status'],
  atMs: number,
): ListedOperation {
  return { ...facts, status, xId: `x${random.hex128()}`, atMs, settledAtMs: status === 'PENDING' ? Infinity : atMs };
}

type Made = Pick<Payment, 'transId' | 'refNr' | 'value' | 'byTill' | 'terminalId'> & { readonly nowMs: number };

function newPayment({ ledger, random }: Books, { nowMs, ...made }: Made): Payment {
  const number = ledger.payments.size + 1;
  const payment: Payment = {
    ...made,
    payId: `p${random.hex128()}`,
    currency: 'EUR',
    // Terminals count their traces round.
    traceNr: made.terminalId === null ? null : String(1 + (number % 900)),
    approvalCode: made.terminalId === null ? null : String(100_000 + number),
    madeAtMs: nowMs,
    operations: [],
  };
  ledger.payments.set(payment.payId, payment);
  return payment;
}
