// CloudPos: one command to a terminal (specification, POST /cloudpos; the fields are those of gateway-notes.md). The
// state is looked at when the terminal has finished, because other operations go on while a customer looks for a card.
import { textAt } from '#contract/json.ts';
import type { Answer } from '../exchange.ts';
import { newApprovalCode } from '../ids.ts';
import { type Refusal, refusal } from '../refusals.ts';
import { decideCapture, decideTerminalReversal } from '../state/decisions.ts';
import type { Payment } from '../state/payment.ts';
import type { Session, Verdict } from '../terminals.ts';
import { type Job, amountOf, requiredText } from './job.ts';
import {
  type Making,
  declineOf,
  isTransIdTaken,
  makePayment,
  performOn,
  refuse,
  refuseOn,
  refusePayment,
} from './perform.ts';
import { approved, sixDigits } from './terminal-answers.ts';
import { runService } from './terminal-services.ts';

const making: { readonly [message: string]: Making['steps'] } = {
  SALE: [
    ['AUTHORIZATION', 'AUTHORIZED'],
    ['CAPTURE', 'CAPTURED'],
  ],
  AUTHORISATION_OR_RESERVATION: [['AUTHORIZATION', 'AUTHORIZED']],
  CREDIT: [['CREDIT', 'REFUNDED']],
};

const refusedBy: { readonly [verdict in Exclude<Verdict, 'approve'>]: Refusal } = {
  decline: refusal('terminal-declined'),
  timeout: refusal('terminal-timeout'),
};

export async function cloudPos(job: Job): Promise<Answer> {
  const makes = making[requiredText(job.input, 'messageType')] !== undefined;
  if (makes && isTransIdTaken(job)) return refuse(job, refusal('trans-id-used'));
  const declined = declineOf(job);
  if (declined !== null) return refuseCommand(job, declined);

  const terminalId = requiredText(job.input, 'posTerminalId');
  const session = job.terminals.start(terminalId, makes ? requiredText(job.input, 'transId') : null);
  // The payment of that transId is still being made: to list it as failed would be a lie about the other command.
  if (session === 'trans-id-running') return refuse(job, refusal(session));
  if (session === 'busy') return refuseCommand(job, refusal('terminal-busy'));
  try {
    const verdict = await session.verdict;
    return verdict === 'approve' ? run(job, session) : refuseCommand(job, refusedBy[verdict]);
  } finally {
    session.end();
  }
}

function run(job: Job, session: Session): Answer {
  const message = requiredText(job.input, 'messageType');
  const steps = making[message];
  if (steps !== undefined) return runMaking(job, session, steps);
  if (message === 'CAPTURE' || message === 'REVERSE') return runOnPayment(job, message);
  return runService(job, message, session.card);
}

function runMaking(asked: Job, { card, approves }: Session, steps: Making['steps']): Answer {
  if (isTransIdTaken(asked)) return refuse(asked, refusal('trans-id-used'));
  const amount = amountOf(asked.input);
  const other = approves === null || amount === null ? null : { value: approves, currency: amount.currency };
  const job = other === null ? asked : { ...asked, input: { ...asked.input, amount: other } };
  const { marks, details } = approved(job, card, newApprovalCode());
  const shown = other === null ? details : { ...details, approvedAmount: other };
  return makePayment(job, { ...makingOf(job, steps), card, marks, details: shown });
}

function runOnPayment(job: Job, message: 'CAPTURE' | 'REVERSE'): Answer {
  const payment = paymentByTrace(job);
  if (payment === null) return refuse(job, refusal('trace-unknown'));
  const type = message === 'CAPTURE' ? 'CAPTURE' : 'REVERSAL';
  const { card, approvalCode: code } = payment.opening;
  if (message === 'CAPTURE' && sixDigits(textAt(job.input, 'approvalCode')) !== code) {
    return refuseOn(job, payment, type, refusal('approval-mismatch'));
  }
  const amount = amountOf(job.input);
  const decision =
    message === 'CAPTURE'
      ? decideCapture(payment, amount ?? { value: 0, currency: '' })
      : decideTerminalReversal(payment, amount);
  return performOn(job, payment, type, decision, approved(job, card, code));
}

/** A decline is listed where a look-up would search for the command. */
function refuseCommand(job: Job, why: Refusal): Answer {
  const message = requiredText(job.input, 'messageType');
  const steps = making[message];
  if (steps !== undefined) return refusePayment(job, makingOf(job, steps), why);
  const payment = message === 'CAPTURE' || message === 'REVERSE' ? paymentByTrace(job) : null;
  if (payment === null) return refuse(job, why);
  return refuseOn(job, payment, message === 'CAPTURE' ? 'CAPTURE' : 'REVERSAL', why);
}

function makingOf(job: Job, steps: Making['steps']): Making {
  return { channel: 'POS', terminalId: requiredText(job.input, 'posTerminalId'), card: null, steps };
}

function paymentByTrace(job: Job): Payment | null {
  const traceNr = sixDigits(textAt(job.input, 'traceNr'));
  return job.ledger.byTrace(requiredText(job.input, 'posTerminalId'), traceNr);
}
