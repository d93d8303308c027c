// What the simulated gateway does with a request that it executes: the rules of a payment, and the entry in the ledger.
import { type JsonObject, textAt, valueAt } from '#contract/data/json.ts';
import { tagIn } from '../tag.ts';
import { type Charge, chargeShown, chosenIn, quoteFor } from './conversions.ts';
import { brandShownOf } from './cards.ts';
import { type Approval, type Approved, approvals, approvedOf } from './approvals.ts';
import { makeLink } from './customers.ts';
import { type Books, type Facts, type Outcome, listed, newPayment } from './entries.ts';
import { type ListedOperation, type OperationType, type Payment, sumsOf } from './ledger.ts';

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
  if (path === '/payments/links') return makeLink(books, body, job.tag, nowMs);
  if (path === '/payments') return created(job);
  if (path === '/services/dcc/quote') return { status: 200, body: quoteFor(books, body, nowMs), finish: null };
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
  if (payment.operations.some(({ status }) => status === 'PENDING')) return false;
  if (whyNot(payment, type, value, 'strict') !== null) return false;
  payment.operations.push(listed(books, { type, transId: null, refNr, value }, doneStatus[type], nowMs));
  books.ledger.execute({ tag: null, type, payId: payment.payId, value, atMs: nowMs });
  return true;
}

/** In the back office what a terminal approved by mistake is taken back. */
export function takenBack(books: Books, payment: Payment, nowMs: number): void {
  const value = movedBack(books, payment);
  payment.operations.push(listed(books, { type: 'REVERSAL', transId: null, refNr: null, value }, 'REVERSED', nowMs));
  books.ledger.execute({ tag: null, type: 'REVERSAL', payId: payment.payId, value, atMs: nowMs });
}

export interface ForeignFacts {
  readonly value: number;
  readonly refNr: string | null;
  readonly nowMs: number;
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
      return numbered(job, onExisting(job, payment, 'CAPTURE'));
    case 'REVERSE':
      return numbered(job, onExisting(job, payment, 'REVERSAL', 'VOID'));
    case null:
    default:
      return { status: 200, body: { status: 'OK', responseCode: '00000000' }, finish: null };
  }
}

/** The terminal numbers a capture and a reversal too; numbers of payments are smaller. */
function numbered({ books, body }: Job, outcome: Outcome): Outcome {
  if (outcome.body['traceNr'] === undefined) return outcome;
  const ownNumbers = {
    traceNr: String(1_000 + books.ledger.executions.length),
    originalTraceNr: textAt(body, 'traceNr'),
  };
  return { ...outcome, body: { ...outcome.body, ...ownNumbers } };
}

/** A payment of the interface: on the gateway's page, or at once by the card that the request has. */
function created(job: Job): Outcome {
  const { books, body, tag, nowMs } = job;
  const isHosted = textAt(body, 'paymentMethods.integrationType') === 'HOSTED';
  // Its capture comes by itself, in days that no run has.
  const isDelayed = textAt(body, 'captureMethod.type') === 'DELAYED';
  const types = isDelayed ? (['AUTHORIZATION'] as const) : (['AUTHORIZATION', 'CAPTURE'] as const);
  const outcome = isHosted ? makeLink(books, body, tag, nowMs) : make(job, types, null);
  return outcome.status === 200 ? { ...outcome, status: 201 } : outcome;
}

function make(job: Job, types: readonly OperationType[], terminalId: string | null): Outcome {
  const { books, body, nowMs } = job;
  const last = types.at(-1) ?? 'CREDIT';
  const approved = approvalFor(job, last, terminalId);
  const { value, currency } = approved;
  const chosen = chosenIn(books, body, job.tag, value, nowMs);
  const charge: Charge | null = chosen.type === 'charge' && currency === 'EUR' ? chosen.charge : null;
  const facts = { transId: textAt(body, 'transId'), refNr: textAt(body, 'refNr'), value };
  const named = { transId: facts.transId ?? '', refNr: facts.refNr, link: null };
  const payment = newPayment(books, {
    ...named,
    value,
    asked: amountOf(body),
    currency,
    charge,
    byTill: true,
    terminalId,
    nowMs,
  });
  if (job.declines || chosen.type === 'refused') {
    payment.operations.push(listed(books, { ...facts, type: last }, 'FAILED', nowMs));
    return refused(job, payment, '20000001');
  }
  // The two steps of a sale are one: what its authorization allows its capture takes.
  const outcome = carryOut(job, payment, types, facts, 'AUTHORIZATION');
  return { ...outcome, body: { ...outcome.body, ...chargeShown(charge, { value, currency }), ...approved.shown } };
}

function approvalFor({ books, body, declines }: Job, type: OperationType, terminalId: string | null): Approved {
  const { random } = books;
  const asked = amountOf(body);
  const may = type !== 'CREDIT' && terminalId !== null && !declines && random.chance(books.approvesOthers);
  const approval: Approval | null = may ? random.pick(approvals) : null;
  if (approval !== null) books.met(`a terminal approves ${approval}`);
  return approvedOf(asked, approval, random);
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
  const why = job.declines ? '20000001' : whyNot(payment, rule, value, rulesOf(books));
  if (books.lawless && whyNot(payment, rule, value, 'lax') !== null) books.met('a reversal or refund beyond the rules');
  if (why !== null) {
    if (books.listsRefused) payment.operations.push(listed(books, { ...facts, type }, 'FAILED', nowMs));
    return refused(job, payment, why);
  }
  return carryOut(job, payment, [type], facts, rule);
}

function carryOut(
  job: Job,
  payment: Payment,
  types: readonly OperationType[],
  facts: Facts,
  rule: OperationType | 'VOID' = types.at(-1) ?? 'CREDIT',
): Outcome {
  const { books, tag, nowMs } = job;
  const moves = () => (types.at(-1) === 'REVERSAL' ? movedBack(books, payment) : facts.value);
  const moved = moves();
  const entries = types.map((type) => {
    const entry = listed(books, { ...facts, type }, job.pending ? 'PENDING' : doneStatus[type], nowMs);
    payment.operations.push(entry);
    return entry;
  });
  const last = entries.at(-1)!;
  const effective = (atMs: number, value: number) => {
    books.ledger.execute({ tag, type: last.type, payId: payment.payId, value, atMs }, nowMs);
  };
  const named = { payId: payment.payId, xId: last.xId, transId: facts.transId ?? '', refNr: facts.refNr ?? '' };
  const slip =
    payment.terminalId === null ? {} : { traceNr: payment.traceNr ?? '', approvalCode: payment.approvalCode ?? '' };
  const shown = { ...slip, ...brandShownOf(payment) };
  if (!job.pending) {
    effective(nowMs, moved);
    const body = { ...named, ...shown, status: last.status, responseCode: '00000000' };
    return { status: 200, body, finish: null };
  }
  const finish = (applied: boolean, atMs: number) => {
    // What was open is decided by the rules as they stand at its end.
    const goes = applied && whyNot(payment, rule, facts.value, rulesOf(books)) === null;
    const movedNow = moves();
    for (const entry of entries) {
      entry.status = goes ? doneStatus[entry.type] : 'FAILED';
      entry.settledAtMs = atMs;
    }
    if (goes) effective(atMs, movedNow);
  };
  return { status: 200, body: { ...named, ...shown, status: 'PENDING', responseCode: '60000000' }, finish };
}

function refused({ body, books }: Job, payment: Payment, responseCode: string): Outcome {
  const xId = (books.listsRefused ? payment.operations.at(-1)?.xId : null) ?? `x${books.random.hex128()}`;
  const named = { payId: payment.payId, xId, transId: textAt(body, 'transId'), refNr: textAt(body, 'refNr') };
  return { status: 422, body: { ...named, status: 'FAILED', responseCode }, finish: null };
}

type Rules = 'strict' | 'lax' | 'none';

function rulesOf({ strict, lawless }: Books): Rules {
  if (lawless) return 'none';
  return strict ? 'strict' : 'lax';
}

/** What a reversal gives back. Without rules it is all that was ever captured, refunded and reversed or not. */
function movedBack({ lawless }: Books, payment: Payment): number {
  const { captured, refunded } = sumsOf(payment);
  if (!lawless) return Math.max(0, captured - refunded);
  const done = payment.operations.filter(({ type, status }) => type === 'CAPTURE' && status === 'CAPTURED');
  return done.reduce((sum, each) => sum + each.value, 0);
}

/** Why the rules of a payment forbid it, as a response code, or null. */
function whyNot(payment: Payment, type: OperationType | 'VOID', value: number, rules: Rules): string | null {
  if (rules === 'none') return null;
  const strict = rules === 'strict';
  const { authorized, captured, refunded, reversed } = sumsOf(payment);
  if (type === 'AUTHORIZATION' || type === 'CREDIT') return null;
  if (reversed && (strict || type !== 'CAPTURE')) return '20000002';
  // What is captured cannot be reversed; only the terminal that made a sale can take it back (VOID).
  if (type === 'REVERSAL') return captured > 0 ? '20000003' : null;
  if (type === 'VOID') return payment.terminalId === null ? '20000003' : null;
  if (!strict) return null;
  if (type === 'CAPTURE') return captured + value > authorized ? '20000004' : null;
  return refunded + value > captured ? '20000005' : null;
}

function amountOf(body: JsonObject): number {
  const value = valueAt(body, 'amount.value');
  return typeof value === 'number' ? value : 0;
}
