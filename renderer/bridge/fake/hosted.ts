// Hosted payments of the fake's gateway: a link that the customer opens, and what became of it. Tests play the customer
// by changing the status.
import { type JsonObject, textAt, valueAt } from '#contract/json.ts';
import type { Money } from '#contract/money.ts';
import type { OperationView } from '#contract/operation.ts';
import type { PaymentSummary, WindowOutputs } from '#contract/window.ts';
import type { World } from './world.ts';

export interface HostedPayment {
  readonly payId: string;
  readonly transId: string;
  readonly money: Money;
  readonly createdAt: string;
  status: 'PENDING' | 'CAPTURED' | 'AUTHORIZED' | 'FAILED' | 'EXPIRED';
}

function isHosted({ kind, input }: OperationView): boolean {
  if (kind === 'create-link') return true;
  return kind === 'create-payment' && textAt(input, 'paymentMethods.integrationType') === 'HOSTED';
}

/** Null for what opens no page. */
export function hostedAnswer(operation: OperationView): JsonObject | null {
  if (!isHosted(operation)) return null;
  const transId = textAt(operation.input, 'transId') ?? operation.id;
  return {
    payId: `PAY-${operation.id}`,
    transId,
    status: 'PENDING',
    responseCode: '00000000',
    _links: { redirect: { href: `https://pay.example.com/checkout/${operation.id}` } },
  };
}

export function openHosted(world: World, operation: OperationView): void {
  if (!isHosted(operation)) return;
  const { input, createdAt } = operation;
  const transId = textAt(input, 'transId') ?? operation.id;
  const value = Number(valueAt(input, 'amount.value') ?? 0);
  const money = { value, currency: textAt(input, 'amount.currency') ?? 'EUR' };
  world.hosted.set(transId, { payId: `PAY-${operation.id}`, transId, money, createdAt, status: 'PENDING' });
}

/** What the gateway says when it is asked; null where it is no hosted payment. */
export function findHosted(world: World, by: 'payId' | 'transId', id: string): WindowOutputs['findPayment'] | null {
  const found = [...world.hosted.values()].find((each) => each[by] === id);
  if (found === undefined) return null;
  if (!world.online) return { type: 'refused', refusal: { code: 'offline', detail: 'The gateway cannot be reached.' } };
  const known = summaryOf(found);
  world.payments.set(found.payId, known);
  const { payId, transId, money, status } = found;
  return { type: 'found', payment: { payId, transId, status, amount: { ...money } }, known };
}

function summaryOf({ payId, transId, money, createdAt, status }: HostedPayment): PaymentSummary {
  const paid = status === 'CAPTURED';
  return {
    id: payId,
    payId,
    transId,
    currency: money.currency,
    authorised: paid || status === 'AUTHORIZED' ? money.value : 0,
    captured: paid ? money.value : 0,
    refunded: 0,
    captureCount: paid ? 1 : 0,
    captures: null,
    reversed: false,
    openRefunds: 0,
    openCaptures: 0,
    terminalId: null,
    traceNr: null,
    tip: 0,
    tender: null,
    reference: null,
    brand: null,
    last4: null,
    person: null,
    settledBy: null,
    createdAt,
  };
}
