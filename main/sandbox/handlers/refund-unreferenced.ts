// Refund without reference: a credit that no payment here stands behind, so it is a payment of its own. Of the card
// at most BIN and last four are kept; number, code and account stay in the request.
import { textAt } from '#contract/json.ts';
import { maskNumber } from '../cards.ts';
import type { Answer } from '../exchange.ts';
import { refusal } from '../refusals.ts';
import { type Job, requiredText } from './job.ts';
import { type Making, makePayment, refuse, refusePayment } from './perform.ts';

export function refundUnreferenced(job: Job): Answer {
  const number = textAt(job.input, 'paymentMethods.card.number') ?? '';
  const making: Making = {
    channel: 'ECOM',
    terminalId: null,
    card: maskNumber(number, textAt(job.input, 'paymentMethods.card.brand') ?? ''),
    steps: [['CREDIT', 'REFUNDED']],
  };
  if (isTransIdTaken(job)) return refuse(job, refusal('trans-id-used'));
  return job.refusal === null ? makePayment(job, making) : refusePayment(job, making, job.refusal);
}

/** A payment that was declined does not use its transId up. */
export function isTransIdTaken(job: Job): boolean {
  const payment = job.ledger.madeUnder(requiredText(job.input, 'transId'));
  return payment !== null && payment.status !== 'FAILED';
}
