// The two ways in which money moves, whichever endpoint asks: an operation on a payment that is there, and the making
// of a payment. Declines leave their trace here as well, since a look-up has to tell them from what never arrived.
import { type JsonObject, textAt } from '#contract/json.ts';
import type { Answer } from '../exchange.ts';
import { type Refusal, refusal } from '../refusals.ts';
import type { Decision } from '../state/decisions.ts';
import type { Entry } from '../state/ledger.ts';
import type { Opening, OperationStatus, OperationType, Payment, PaymentOperation } from '../state/payment.ts';
import { type Job, amountOf, metadataOf, newId, requiredText } from './job.ts';
import { refusedResult, resultOf, success } from './results.ts';

/** What a terminal adds to an operation. */
export interface TerminalMarks {
  readonly traceNr: string | null;
  readonly approvalCode: string | null;
  readonly trace: Entry['trace'];
}

const noTerminal: TerminalMarks = { traceNr: null, approvalCode: null, trace: undefined };

type Step = Pick<PaymentOperation, 'type' | 'status' | 'value' | 'currency'> & Partial<PaymentOperation>;

function operation(
  { job, marks, why }: { job: Job; marks: TerminalMarks; why: Refusal | null },
  step: Step,
): PaymentOperation {
  return {
    xId: newId(),
    refNr: textAt(job.input, 'refNr'),
    transId: textAt(job.input, 'transId'),
    ...(why ?? success),
    at: job.at(),
    providerTransactionId: why === null ? newId() : null,
    of: null,
    final: false,
    traceNr: marks.traceNr,
    approvalCode: marks.approvalCode,
    ...step,
  };
}

/** Answers 422 and remembers nothing: for what belongs to no payment. */
export function refuse(job: Job, why: Refusal): Answer {
  return job.settle({ status: 422, body: refusedResult(job, null, newId(), why) });
}

/** Answers 422 and lists the attempt on the payment. */
export function refuseOn(job: Job, payment: Payment, type: OperationType, why: Refusal): Answer {
  const { payId, currency } = payment.opening;
  const value = amountOf(job.input)?.value ?? payment.authorised;
  const failed = operation({ job, marks: noTerminal, why }, { type, status: 'FAILED', value, currency });
  return job.settle({
    status: 422,
    body: refusedResult(job, payId, failed.xId, why),
    entry: { payId, operations: [failed] },
  });
}

/** Carries out what was decided on a payment, or refuses it. */
export function performOn(
  job: Job,
  payment: Payment,
  type: OperationType,
  decision: Decision,
  terminal: { readonly marks: TerminalMarks; readonly details: JsonObject } = { marks: noTerminal, details: {} },
): Answer {
  if (job.refusal !== null) return refuseOn(job, payment, type, job.refusal);
  if (!decision.allowed) return refuseOn(job, payment, type, refusal(decision.reason));
  const { payId, currency, approvalCode } = payment.opening;
  const { marks, details } = terminal;
  const done = operation({ job, marks, why: null }, { ...decision.movement, currency });
  const facts = { payId, xId: done.xId, status: done.status, ...success };
  const paymentMethods = { card: cardResult(payment.opening, done, approvalCode) };
  return job.settle({
    status: 200,
    body: resultOf(job, facts, { paymentMethods, ...details }),
    entry: { payId, operations: [done], trace: marks.trace },
    executed: { payId, value: done.value },
  });
}

export interface Making {
  readonly channel: Opening['channel'];
  readonly terminalId: string | null;
  readonly card: Opening['card'];
  /** One after the other; a sale is an authorization and its capture. */
  readonly steps: readonly (readonly [type: OperationType, status: OperationStatus])[];
  readonly marks?: TerminalMarks;
  readonly details?: JsonObject;
}

function opening(job: Job, { channel, terminalId, card, steps, marks = noTerminal }: Making): Opening {
  const { value = 0, currency = '' } = amountOf(job.input) ?? {};
  return {
    payId: newId(),
    transId: requiredText(job.input, 'transId'),
    refNr: textAt(job.input, 'refNr'),
    currency,
    value,
    channel,
    sale: steps.length > 1,
    terminalId,
    traceNr: marks.traceNr,
    approvalCode: marks.approvalCode,
    card,
    metadata: metadataOf(job.input),
  };
}

/** Makes a payment whose first operations are `steps`; the answer is that of the last of them. */
export function makePayment(job: Job, making: Making): Answer {
  const made = opening(job, making);
  const { payId, value, currency } = made;
  const marks = making.marks ?? noTerminal;
  const operations = making.steps.map(([type, status]) =>
    operation({ job, marks, why: null }, { type, status, value, currency }),
  );
  const last = operations.at(-1);
  if (last === undefined) throw new Error('a payment is made by at least one operation');
  const facts = { payId, xId: last.xId, status: last.status, ...success };
  const paymentMethods = { card: cardResult(made, last, marks.approvalCode) };
  return job.settle({
    status: 200,
    body: resultOf(job, facts, { paymentMethods, ...making.details }),
    entry: { opening: made, operations, trace: marks.trace },
    executed: { payId, value },
  });
}

/** A declined payment is a payment too: FAILED, with nothing in it. */
export function refusePayment(job: Job, making: Making, why: Refusal): Answer {
  const made = opening(job, making);
  const { payId, value, currency } = made;
  const type = making.steps[0]?.[0] ?? 'AUTHORIZATION';
  const failed = operation({ job, marks: noTerminal, why }, { type, status: 'FAILED', value, currency });
  const body = refusedResult(job, payId, failed.xId, why);
  return job.settle({ status: 422, body, entry: { opening: made, operations: [failed] } });
}

/** The card sub-object; of the card itself at most BIN and last four. */
function cardResult(
  { card }: Opening,
  { providerTransactionId }: PaymentOperation,
  approvalCode: string | null,
): JsonObject {
  return {
    ...(card === null ? {} : { ...card }),
    providerResponseCode: '00',
    ...(providerTransactionId === null ? {} : { providerTransactionId }),
    ...(approvalCode === null ? {} : { providerApprovalCode: Number(approvalCode) }),
  };
}
