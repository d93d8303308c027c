// Changes payments without a request: the customer pays, declines or cancels on a hosted page, and the clock captures,
// settles and expires. The merchant of a hosted payment gets a notification.
import { textAt } from '#contract/data/json.ts';
import { declineOfAmount } from '../facts/cards.ts';
import { newId } from '../facts/ids.ts';
import { type Step, operationOf } from './movements.ts';
import { type Refusal, refusal } from '../facts/refusals.ts';
import type { SandboxClock } from '../state/clock.ts';
import { captureAtOnce } from '../state/decisions.ts';
import { type Ledger, shownStatus } from '../state/ledger.ts';
import type { Notice } from '../state/outbox.ts';
import type { Choice, Opening, OperationStatus, Payment, PaymentOperation } from '../state/payment.ts';
import { type Due, decideDue, decidePaying, nextDue } from '../state/waiting.ts';
import { storing } from './vault-rules.ts';

interface Place {
  readonly ledger: Ledger;
  readonly clock: SandboxClock;
}

/** The customer has decided. `why`: the issuer says no. False where the payment did not wait for it. */
export function pay({ ledger, clock }: Place, payment: Payment, choice: Choice, why: Refusal | null = null): boolean {
  const decision = decidePaying(payment);
  if (!decision.allowed) return false;
  const { opening, capture } = payment;
  const { payId, currency, value, transId, refNr } = opening;
  const byAmount = declineOfAmount(value);
  const declined = why ?? (byAmount === null ? null : refusal(byAmount));
  const at = clock.at();
  const step = { ...decision.movement, currency, transId, refNr, choice };
  const operations =
    declined === null
      ? withCapture(operationOf(at, step), capture)
      : [operationOf(at, { ...step, status: 'FAILED' }, declined)];
  const customer = ledger.vault.customer(opening.gatewayCustomerId ?? '');
  const stores = declined === null && customer !== null && choice.card !== null && choice.consent === true;
  const vault = stores && choice.card !== null ? [storing(ledger.vault, customer, choice.card, at)] : [];
  ledger.commit({ payId, operations, vault, notice: noticeOf(payment, operations, at) });
  return true;
}

/** The customer pays the same page once more, which makes another payment. Null where it was not paid before. */
export function payAgain({ ledger, clock }: Place, payment: Payment): string | null {
  const { opening, status, choice, capture } = payment;
  const isPaid = status === 'AUTHORIZED' || status === 'CAPTURED' || status === 'REFUNDED' || status === 'REVERSED';
  if (opening.waitsFor !== 'customer' || !isPaid || choice === null) return null;
  const { currency, value, transId, refNr } = opening;
  const [at, payId] = [clock.at(), newId()];
  const made: Opening = { ...opening, payId, createdAt: at, again: true };
  const step: Step = { type: 'AUTHORIZATION', status: 'AUTHORIZED', value, currency, transId, refNr, choice };
  const operations = withCapture(operationOf(at, step), capture);
  ledger.commit({ opening: made, operations, notice: noticeOf({ ...payment, opening: made }, operations, at) });
  return payId;
}

/** The customer leaves by the cancel button. False where the payment did not wait for the customer. */
export function cancel({ ledger, clock }: Place, payment: Payment): boolean {
  if (!decidePaying(payment).allowed) return false;
  const { payId, currency, value, transId, refNr } = payment.opening;
  const at = clock.at();
  const step: Step = { type: 'CANCELLATION', status: 'FAILED', value, currency, transId, refNr };
  const operations = [operationOf(at, step, refusal('cancelled'))];
  ledger.commit({ payId, operations, notice: noticeOf(payment, operations, at) });
  return true;
}

/** Carries out everything that is due, in the order of its time. */
export function runDue({ ledger, clock }: Place): void {
  const { schedule } = ledger;
  for (let first = schedule.first(); first !== null && first.at <= clock.now(); first = schedule.first()) {
    schedule.take();
    const payment = ledger.payment(first.id);
    const due = payment === null ? null : nextDue(payment);
    if (payment !== null && due !== null && due.at <= clock.now()) happen(ledger, payment, due);
  }
}

function happen(ledger: Ledger, payment: Payment, due: Due): void {
  const decision = decideDue(payment, due);
  if (!decision.allowed) return;
  const { payId, currency, transId, refNr } = payment.opening;
  const at = new Date(due.at).toISOString();
  const operation = operationOf(at, { ...decision.movement, currency, transId, refNr });
  const operations = withCapture(operation, payment.capture);
  ledger.commit({ payId, operations, notice: noticeOf(payment, operations, at) });
}

/** An authorization, and its capture where that follows at once. */
function withCapture(operation: PaymentOperation, capture: Payment['capture']): PaymentOperation[] {
  if (operation.type !== 'AUTHORIZATION' || !captureAtOnce(capture)) return [operation];
  const { at, value, currency, transId, refNr } = operation;
  const step: Step = { type: 'CAPTURE', status: 'CAPTURED', value, currency, transId, refNr };
  return [operation, operationOf(at, step)];
}

/** "Final result of a payment for hosted integration types", to urls.webhook where the request gave one. */
function noticeOf(payment: Payment, operations: readonly PaymentOperation[], at: string): Notice | undefined {
  const { opening } = payment;
  const url = textAt(opening.request ?? {}, 'urls.webhook');
  const last = operations.at(-1);
  if (opening.waitsFor !== 'customer' || url === null || last === undefined) return undefined;
  const { responseCode, responseDescription } = last;
  return { id: newId(), payId: opening.payId, url, status: shown(last.status), responseCode, responseDescription, at };
}

function shown(status: OperationStatus): string {
  return status === 'OK' ? status : shownStatus(status);
}
