// The two ways in which money moves, for all endpoints: an operation on an existing payment, and the making of a
// payment. Declines are recorded as well, so that a look-up distinguishes them from requests that never arrived.
import { type JsonObject, textAt } from '#contract/data/json.ts';
import { type MaskedCard, declineOfAmount } from '../facts/cards.ts';
import type { SandboxAnswer } from '../exchange/exchange.ts';
import { newId } from '../facts/ids.ts';
import { methodResult } from '../rules/methods.ts';
import { type Step, operationOf, success } from '../rules/movements.ts';
import { present } from '../facts/present.ts';
import { type Refusal, refusal } from '../facts/refusals.ts';
import type { Decision } from '../state/decisions.ts';
import { shownStatus } from '../state/ledger.ts';
import type { Entry } from '../state/entry.ts';
import {
  type Opening,
  type OperationStatus,
  type OperationType,
  type Payment,
  type PaymentOperation,
  methodOf,
} from '../state/payment.ts';
import { cameToNothing } from '../state/payment-book.ts';
import type { VaultChange } from '../state/vault.ts';
import { type Job, amountOf, metadataOf, requiredText } from './job.ts';
import { refusedResult, resultOf } from './results.ts';

/** The marks that a terminal adds to an operation. */
export interface TerminalMarks {
  readonly traceNr: string | null;
  readonly approvalCode: string | null;
  readonly trace: Entry['trace'];
}

const noTerminal: TerminalMarks = { traceNr: null, approvalCode: null, trace: undefined };

function operation(job: Job, marks: TerminalMarks, why: Refusal | null, step: Step): PaymentOperation {
  const { traceNr, approvalCode } = marks;
  const named = { refNr: textAt(job.input, 'refNr'), transId: textAt(job.input, 'transId') };
  return operationOf(job.at(), { ...named, traceNr, approvalCode, ...step }, why);
}

/** Why a request is declined that the state would allow: a fault, a simulation, or a test amount. */
export function declineOf(job: Job): Refusal | null {
  const byAmount = declineOfAmount(amountOf(job.input)?.value);
  return job.refusal ?? (byAmount === null ? null : refusal(byAmount));
}

/** Answers 422 and records nothing, for a request that belongs to no payment. */
export function decline(job: Job, why: Refusal): SandboxAnswer {
  return job.settle({ status: 422, body: refusedResult(job, null, newId(), why) });
}

/** Answers 422 and lists the attempt on the payment. */
export function declineOn(job: Job, payment: Payment, type: OperationType, why: Refusal): SandboxAnswer {
  const { payId, currency } = payment.opening;
  const value = amountOf(job.input)?.value ?? payment.authorized;
  const failed = operation(job, noTerminal, why, { type, status: 'FAILED', value, currency });
  return job.settle({
    status: 422,
    body: refusedResult(job, payId, failed.xId, why, methodOf(payment)),
    entry: { payId, operations: [failed] },
  });
}

export interface PerformOptions {
  readonly marks?: TerminalMarks;
  /** Further members of the answer. */
  readonly details?: JsonObject;
  /** Members that the operation adds to the decided step. */
  readonly more?: Partial<PaymentOperation>;
  /** Steps that follow the operation at once. */
  readonly followedBy?: readonly Pick<PaymentOperation, 'type' | 'status' | 'value' | 'final'>[];
  readonly updated?: JsonObject | undefined;
  readonly vault?: readonly VaultChange[];
  /** The status in the answer, where it is not the operation's own. */
  readonly status?: string;
}

/** Carries out a decided operation on a payment, or declines it. */
export function performOn(
  job: Job,
  payment: Payment,
  type: OperationType,
  decision: Decision,
  options: PerformOptions = {},
): SandboxAnswer {
  const declined = declineOf(job);
  if (declined !== null) return declineOn(job, payment, type, declined);
  if (!decision.allowed) return declineOn(job, payment, type, refusal(decision.reason));
  const { payId, currency, approvalCode } = payment.opening;
  const { marks = noTerminal, details, more, followedBy = [], updated, vault } = options;
  const done = operation(job, marks, null, { ...decision.movement, currency, ...more });
  const followers = followedBy.map((step) => operation(job, marks, null, { ...step, currency }));
  const last = followers.at(-1) ?? done;
  const facts = { payId, xId: done.xId, status: options.status ?? last.status, ...success };
  const about = { payment, done, last, approvalCode };
  return job.settle({
    status: job.successStatus,
    body: resultOf(job, facts, { paymentMethods: methodsOf(job, about), ...details }),
    entry: { payId, operations: [done, ...followers], trace: marks.trace, updated, vault },
    executed: { payId, value: done.value },
  });
}

interface About {
  readonly payment: Payment;
  readonly done: PaymentOperation;
  /** Names the capture where the operation brought one about. */
  readonly last: PaymentOperation;
  readonly approvalCode: string | null;
}

function methodsOf(job: Job, { payment, done, last, approvalCode }: About): JsonObject {
  const { opening, choice } = payment;
  return methodResult({
    method: choice?.method ?? methodOf(payment),
    type: done.type,
    payId: opening.payId,
    value: done.value,
    waits: false,
    why: null,
    providerTransactionId: last.providerTransactionId,
    approvalCode,
    card: choice?.card ?? opening.card,
    request: { ...opening.request, ...job.input },
    at: done.at,
    rootUrl: job.rootUrl,
  });
}

export interface NewPayment {
  readonly channel: Opening['channel'];
  readonly terminalId: string | null;
  readonly card: MaskedCard | null;
  /** One after the other; a sale is an authorization and its capture. */
  readonly steps: readonly (readonly [type: OperationType, status: OperationStatus])[];
  readonly marks?: TerminalMarks;
  /** Further members of the answer, given the payId. */
  readonly details?: JsonObject;
  readonly opening?: Partial<Opening>;
  readonly vault?: readonly VaultChange[];
  /** Instead of success: a code that says the result is not final. */
  readonly code?: string | undefined;
  /** The whole answer's body instead of a result. */
  readonly body?: (payId: string) => JsonObject;
}

function openingOf(job: Job, making: NewPayment): Opening {
  const { channel, terminalId, card, steps, marks = noTerminal } = making;
  const { value = 0, currency = '' } = amountOf(job.input) ?? {};
  return {
    payId: newId(),
    transId: requiredText(job.input, 'transId'),
    refNr: textAt(job.input, 'refNr'),
    currency,
    value,
    channel,
    sale: channel === 'POS' && steps.length > 1,
    terminalId,
    traceNr: marks.traceNr,
    approvalCode: marks.approvalCode,
    card,
    metadata: metadataOf(job.input),
    ...making.opening,
  };
}

/** Makes a payment whose first operations are `steps`; the answer is that of the last of them. */
export function makePayment(job: Job, making: NewPayment): SandboxAnswer {
  const opening = openingOf(job, making);
  const { payId, value, currency } = opening;
  const { marks = noTerminal, code, details } = making;
  const named = code === undefined ? {} : { responseCode: code, responseDescription: 'the final result follows' };
  const operations = making.steps.map(([type, status]) =>
    operation(job, marks, null, { type, status, value, currency, ...named }),
  );
  const last = operations.at(-1);
  if (last === undefined) throw new Error('a payment is made by at least one operation');
  const status = last.status === 'OK' ? 'OK' : shownStatus(last.status);
  const facts = { payId, xId: last.xId, status, ...success, ...named };
  const paymentMethods = methodResult({
    method: opening.method === undefined ? 'CARD' : opening.method,
    type: last.type,
    payId,
    value,
    waits: opening.waitsFor === 'confirm',
    why: null,
    providerTransactionId: last.status === 'CREATED' ? null : last.providerTransactionId,
    approvalCode: ['CREATED', 'PENDING'].includes(last.status) ? null : opening.approvalCode,
    card: opening.card,
    request: job.input,
    at: last.at,
    rootUrl: job.rootUrl,
  });
  const links = opening.waitsFor === 'customer' ? linksTo(job, payId) : {};
  return job.settle({
    status: job.successStatus,
    body: making.body?.(payId) ?? resultOf(job, facts, present({ paymentMethods, ...links, ...details })),
    entry: { opening, operations, trace: marks.trace, vault: making.vault },
    // A payment that waits for the customer, the merchant or the provider has moved no money yet.
    executed: { payId, value: last.status === 'CREATED' ? 0 : value },
  });
}

/** A declined payment is a payment too: FAILED, with nothing in it. */
export function declinePayment(job: Job, making: NewPayment, why: Refusal): SandboxAnswer {
  const opening = openingOf(job, making);
  const { payId, value, currency } = opening;
  const first = making.steps[0]?.[0] ?? 'AUTHORIZATION';
  const failed = operation(job, noTerminal, why, { type: first, status: 'FAILED', value, currency });
  const body = refusedResult(job, payId, failed.xId, why, opening.method ?? 'CARD');
  return job.settle({ status: 422, body, entry: { opening, operations: [failed] } });
}

/** The page on which the customer pays. The specification shows `_links.redirect` without its fields. */
export function linksTo({ rootUrl }: Pick<Job, 'rootUrl'>, payId: string): { _links: JsonObject } {
  return { _links: { redirect: { href: `${rootUrl}/checkout/${payId}`, type: 'text/html' } } };
}

/** A payment that was declined, or expired, does not use its transId up. */
export function isTransIdTaken(job: Job): boolean {
  if (job.again) return false;
  const payment = job.ledger.madeUnder(requiredText(job.input, 'transId'));
  return payment !== null && !cameToNothing(payment);
}
