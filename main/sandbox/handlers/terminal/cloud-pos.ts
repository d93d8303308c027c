// CloudPos: one command to a terminal (specification, POST /cloudpos; fields of the answer are those of the gateway's public
// notes). The state is looked at when the terminal has finished: other operations go on while a customer looks for a card.
import { textAt } from '#contract/data/json.ts';
import type { SandboxAnswer } from '../../exchange/exchange.ts';
import { newApprovalCode } from '../../facts/ids.ts';
import { type Refusal, refusal } from '../../facts/refusals.ts';
import { decideCapture, decideTerminalReversal } from '../../state/decisions.ts';
import type { Payment } from '../../state/payment.ts';
import type { Session, Verdict } from '../../rules/terminals.ts';
import { onceAt } from '../../rules/test-amounts.ts';
import { type Job, amountOf, requiredText } from '../job.ts';
import {
  type NewPayment,
  declineOf,
  isTransIdTaken,
  makePayment,
  performOn,
  decline,
  declineOn,
  declinePayment,
} from '../perform.ts';
import { approved, asApproved, sells, sixDigits } from './terminal-answers.ts';
import { runService } from './terminal-services.ts';

const stepsByMessage: { readonly [message: string]: NewPayment['steps'] } = {
  SALE: [
    ['AUTHORIZATION', 'AUTHORIZED'],
    ['CAPTURE', 'CAPTURED'],
  ],
  AUTHORISATION_OR_RESERVATION: [['AUTHORIZATION', 'AUTHORIZED']],
  CREDIT: [['CREDIT', 'REFUNDED']],
};

const refusedBy: { readonly [verdict in Exclude<Verdict, 'approve' | 'previous'>]: Refusal } = {
  decline: refusal('terminal-declined'),
  timeout: refusal('terminal-timeout'),
};

export async function cloudPos(job: Job): Promise<SandboxAnswer> {
  const makes = stepsByMessage[requiredText(job.input, 'messageType')] !== undefined;
  if (makes && isTransIdTaken(job)) return decline(job, refusal('trans-id-used'));
  const declined = declineOf(job);
  if (declined !== null) return declineCommand(job, declined);

  const terminalId = requiredText(job.input, 'posTerminalId');
  const once = sells(job) ? onceAt(amountOf(job.input)?.value) : {};
  const session = job.terminals.start(terminalId, makes ? requiredText(job.input, 'transId') : null, once);
  // The payment of that transId is still being made: to list it as failed would be a lie about the other command.
  if (session === 'trans-id-running') return decline(job, refusal(session));
  if (session === 'offline') return declineCommand(job, refusal('terminal-offline'));
  if (session === 'busy') return declineCommand(job, refusal('terminal-busy'));
  try {
    const verdict = await session.verdict;
    switch (verdict) {
      case 'approve':
        return run(remembering(job, session), session);
      case 'previous':
        // Before its first answer there is none to give again.
        if (session.previous === null) return run(remembering(job, session), session);
        return job.settle({ status: job.successStatus, body: session.previous });
      case 'decline':
      case 'timeout':
        return declineCommand(job, refusedBy[verdict]);
    }
  } finally {
    session.end();
  }
}

function remembering(job: Job, session: Session): Job {
  return {
    ...job,
    settle: (outcome) => {
      if (outcome.status < 300) session.answered(outcome.body);
      return job.settle(outcome);
    },
  };
}

function run(job: Job, session: Session): SandboxAnswer {
  const message = requiredText(job.input, 'messageType');
  const steps = stepsByMessage[message];
  if (steps !== undefined) return payAtTerminal(job, session, steps);
  if (message === 'CAPTURE' || message === 'REVERSE') return runOnPayment(job, message, session);
  return runService(job, message, session.card);
}

function payAtTerminal(asked: Job, session: Session, steps: NewPayment['steps']): SandboxAnswer {
  if (isTransIdTaken(asked)) return decline(asked, refusal('trans-id-used'));
  const { card } = session;
  const taken = sells(asked) ? asked.quotes.choiceIn(asked.input, amountOf(asked.input), card.bin) : null;
  if (typeof taken === 'string') return declinePayment(asked, newPaymentOf(asked, steps), refusal(taken));
  const { job, details } = asApproved(asked, session.approves);
  const terminal = approved(job, card, newApprovalCode(), session.words, taken);
  return makePayment(job, {
    ...newPaymentOf(job, steps),
    card,
    marks: terminal.marks,
    details: { ...details, ...terminal.details },
  });
}

function runOnPayment(job: Job, message: 'CAPTURE' | 'REVERSE', { words }: Session): SandboxAnswer {
  const payment = paymentByTrace(job);
  if (payment === null) return decline(job, refusal('trace-unknown'));
  const type = message === 'CAPTURE' ? 'CAPTURE' : 'REVERSAL';
  const { card, approvalCode: code } = payment.opening;
  if (message === 'CAPTURE' && sixDigits(textAt(job.input, 'approvalCode')) !== code) {
    return declineOn(job, payment, type, refusal('approval-mismatch'));
  }
  const amount = amountOf(job.input);
  const decision =
    message === 'CAPTURE'
      ? decideCapture(payment, amount ?? { value: 0, currency: '' })
      : decideTerminalReversal(payment, amount);
  return performOn(job, payment, type, decision, approved(job, card, code, words));
}

/** A decline is listed where a look-up would search for the command. */
function declineCommand(job: Job, why: Refusal): SandboxAnswer {
  const message = requiredText(job.input, 'messageType');
  const steps = stepsByMessage[message];
  if (steps !== undefined) return declinePayment(job, newPaymentOf(job, steps), why);
  const payment = message === 'CAPTURE' || message === 'REVERSE' ? paymentByTrace(job) : null;
  if (payment === null) return decline(job, why);
  return declineOn(job, payment, message === 'CAPTURE' ? 'CAPTURE' : 'REVERSAL', why);
}

function newPaymentOf(job: Job, steps: NewPayment['steps']): NewPayment {
  return { channel: 'POS', terminalId: requiredText(job.input, 'posTerminalId'), card: null, steps };
}

function paymentByTrace(job: Job): Payment | null {
  const traceNr = sixDigits(textAt(job.input, 'traceNr'));
  return job.ledger.byTrace(requiredText(job.input, 'posTerminalId'), traceNr);
}
