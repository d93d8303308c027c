// Capture, refund and reversal of a payment by its payId (specification, "Capture payment", "Refund payment with
// reference", "Reverse payment"). The specification lists no 404 for them: an unknown payment is declined.
import { textAt, valueAt } from '#contract/json.ts';
import type { Money } from '#contract/money.ts';
import type { Answer } from '../exchange.ts';
import { refusal } from '../refusals.ts';
import { type Decision, decideCapture, decideRefund, decideReversal } from '../state/decisions.ts';
import type { OperationType, Payment } from '../state/payment.ts';
import { type Job, amountOf, requiredText } from './job.ts';
import { performOn, refuse } from './perform.ts';

function onPayment(
  job: Job,
  type: OperationType,
  decide: (payment: Payment, amount: Money | null) => Decision,
): Answer {
  const payment = job.ledger.payment(requiredText(job.input, 'payId'));
  if (payment === null) return refuse(job, job.refusal ?? refusal('payment-unknown'));
  return performOn(job, payment, type, decide(payment, amountOf(job.input)));
}

// Capture and refund schemas require an amount, so the fallback is never used.
const nothing: Money = { value: 0, currency: '' };

export function capture(job: Job): Answer {
  const final = valueAt(job.input, 'captureMethod.manual.final') === true;
  return onPayment(job, 'CAPTURE', (payment, amount) => decideCapture(payment, amount ?? nothing, final));
}

export function refund(job: Job): Answer {
  const named =
    textAt(job.input, 'paymentMethods.card.providerTransactionId') ??
    textAt(job.input, 'paymentMethods.payPal.providerTransactionId');
  return onPayment(job, 'REFUND', (payment, amount) => decideRefund(payment, amount ?? nothing, named));
}

export function reverse(job: Job): Answer {
  return onPayment(job, 'REVERSAL', decideReversal);
}
