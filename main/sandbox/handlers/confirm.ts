// Confirm payment: the second step of a payment that was created for a method with several (specification, "Confirm
// payment"). The answer includes order and customerInfo, which other results do not.
import { type JsonObject, textAt } from '#contract/data/json.ts';
import type { SandboxAnswer } from '../exchange/exchange.ts';
import { present } from '../facts/present.ts';
import { refusal } from '../facts/refusals.ts';
import { captureAtOnce } from '../state/decisions.ts';
import { type Payment, methodOf } from '../state/payment.ts';
import { decideConfirm } from '../state/waiting.ts';
import { customerDetailsOf } from './look-ups.ts';
import { type Job, amountOf, objectOf, requiredText } from './job.ts';
import { performOn, decline } from './perform.ts';
import { captureMethodOf } from './request-facts.ts';

export function confirm(job: Job): SandboxAnswer {
  const payment = job.ledger.payment(requiredText(job.input, 'payId'));
  if (payment === null) return decline(job, job.refusal ?? refusal('payment-unknown'));
  const amount = amountOf(job.input) ?? { value: 0, currency: '' };
  const decision = decideConfirm(payment, {
    amount,
    now: job.now(),
    method: methodOf(payment),
    accessToken: textAt(job.input, 'paymentMethods.klarna.accessToken'),
  });
  const stated = captureMethodOf(job.input);
  const capture = stated ?? payment.capture;
  const capturing = { type: 'CAPTURE', status: 'CAPTURED', value: amount.value, final: false } as const;
  return performOn(job, payment, 'CONFIRMATION', decision, {
    details: detailsOf(job, payment),
    ...(stated === null ? {} : { more: { capture: stated } }),
    followedBy: captureAtOnce(capture) ? [capturing] : [],
    updated: updatedBy(job.input),
  });
}

function detailsOf(job: Job, payment: Payment): JsonObject {
  const { opening } = payment;
  const order = objectOf(job.input, 'order') ?? objectOf(opening.request ?? {}, 'order');
  return present({ order, customerInfo: customerDetailsOf(payment) });
}

/** The details of a payment that a confirmation may change. */
function updatedBy(input: JsonObject): JsonObject | undefined {
  const said = present(Object.fromEntries(['order', 'billingAddress', 'shipping'].map((name) => [name, input[name]])));
  return Object.keys(said).length === 0 ? undefined : said;
}
