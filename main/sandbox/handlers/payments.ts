// The operations on a payment by its payId: capture, refund, reversal, incremental (specification, "Capture payment"
// and the following). The specification lists no 404 for them: an unknown payment is declined.
import { type JsonObject, textAt, valueAt } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import type { SandboxAnswer } from '../exchange/exchange.ts';
import { refusal } from '../facts/refusals.ts';
import {
  type Decision,
  type Series,
  decideCapture,
  decideIncremental,
  decideRefund,
  decideReversal,
} from '../state/decisions.ts';
import { type OperationType, type Payment, methodOf } from '../state/payment.ts';
import { type Job, amountOf, requiredText } from './job.ts';
import { performOn, decline } from './perform.ts';

function onPayment(
  job: Job,
  type: OperationType,
  decide: (payment: Payment, amount: Money | null) => Decision,
): SandboxAnswer {
  const payment = job.ledger.payment(requiredText(job.input, 'payId'));
  if (payment === null) return decline(job, job.refusal ?? refusal('payment-unknown'));
  return performOn(job, payment, type, decide(payment, amountOf(job.input)));
}

// Their schemas require an amount, so the fallback is never used.
const nothing: Money = { value: 0, currency: '' };

export function capture(job: Job): SandboxAnswer {
  const series = seriesOf(job.input);
  return onPayment(job, 'CAPTURE', (payment, amount) => decideCapture(payment, amount ?? nothing, series));
}

function seriesOf(input: JsonObject): Series {
  const numberAt = (path: string): number | undefined => {
    const value = valueAt(input, path);
    return typeof value === 'number' ? value : undefined;
  };
  return {
    currentSequence: numberAt('captureMethod.manual.currentSequence'),
    total: numberAt('captureMethod.manual.total'),
    final: valueAt(input, 'captureMethod.manual.final') === true || givesUpRest(input),
    reversesRest: textAt(input, 'paymentMethods.klarna.completeType') === 'YES',
  };
}

/** Fields by which a method ends the authorization with this capture. */
function givesUpRest(input: JsonObject): boolean {
  return (
    valueAt(input, 'paymentMethods.card.finishAuth') === true ||
    valueAt(input, 'paymentMethods.mobilePay.finishAuth') === 'Y' ||
    valueAt(input, 'paymentMethods.payPal.completeType') === true
  );
}

export function refund(job: Job): SandboxAnswer {
  const named =
    textAt(job.input, 'paymentMethods.card.providerTransactionId') ??
    textAt(job.input, 'paymentMethods.payPal.providerTransactionId');
  return onPayment(job, 'REFUND', (payment, amount) => decideRefund(payment, amount ?? nothing, named));
}

export function reverse(job: Job): SandboxAnswer {
  return onPayment(job, 'REVERSAL', decideReversal);
}

export function incremental(job: Job): SandboxAnswer {
  return onPayment(job, 'INCREMENTAL', (payment, amount) =>
    decideIncremental(payment, amount ?? nothing, methodOf(payment)),
  );
}
