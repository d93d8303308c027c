// Update payment (specification, "Retrieval and update"): the bodies are not shown. Here any detail may change that a
// look-up shows, except what makes the payment the one it is; what moves money the schema of the input refuses.
import { type JsonObject, textAt, without } from '#contract/data/json.ts';
import type { SandboxAnswer } from '../exchange/exchange.ts';
import { refusal } from '../facts/refusals.ts';
import { allow, deny } from '../state/decisions.ts';
import { shownStatus } from '../state/ledger.ts';
import type { Payment } from '../state/payment.ts';
import { type Job, requiredText } from './job.ts';
import { performOn, decline } from './perform.ts';

export function updatePayment(job: Job): SandboxAnswer {
  const payment = job.ledger.payment(requiredText(job.input, 'payId'));
  if (payment === null) return decline(job, job.refusal ?? refusal('payment-unknown'));
  const updated = without(job.input, ['payId', 'transId']);
  const decision = changesIdentity(job.input, payment)
    ? deny('not-updatable')
    : allow({ type: 'UPDATE', status: 'OK', value: 0 });
  return performOn(job, payment, 'UPDATE', decision, { updated, status: shownStatus(payment.status) });
}

function changesIdentity(input: JsonObject, { opening }: Payment): boolean {
  const given = textAt(input, 'transId');
  return given !== null && given !== opening.transId;
}
