// Hosted payments of the fake's gateway: a link that the customer opens, and its status. Tests play the customer by
// changing the status.
import type { WindowOutputs } from '#contract/calls/table.ts';
import { type JsonObject, textAt, valueAt } from '#contract/data/json.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { PaymentSummary } from '#contract/till/window.ts';
import type { HostedPayment } from './world-parts.ts';
import type { World } from './world.ts';
import { refuse } from '#contract/programs/problems.ts';

function isHosted({ kind, input }: OperationView): boolean {
  if (kind === 'create-link') return true;
  return kind === 'create-payment' && textAt(input, 'paymentMethods.integrationType') === 'HOSTED';
}

/** Null for an operation that opens no page. */
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

/** The offer as the bridge first notes it: nothing paid yet, and the bridge looks it up by itself. */
export function newOffer(world: World, operation: OperationView): Pick<OperationView, 'offer'> {
  if (!isHosted(operation)) return {};
  const nextLookUpAt = new Date(world.now() + 60_000).toISOString();
  return { offer: { state: 'open', lookUps: 0, lastLookUpAt: null, nextLookUpAt } };
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
  if (!world.online) return refuse('offline', 'The gateway cannot be reached.');
  const known = summaryOf(found);
  world.payments.set(found.payId, known);
  const { payId, transId, money, paid, status } = found;
  const payment = { payId, transId, status, amount: { ...(paid ?? money) } };
  const looked = { lookUps: 1, lastLookUpAt: null, nextLookUpAt: null };
  return {
    type: 'found',
    payment,
    known,
    offer: paid === undefined ? null : { state: 'differs', shown: paid, ...looked },
  };
}

function summaryOf({ payId, transId, money: asked, paid: other, createdAt, status }: HostedPayment): PaymentSummary {
  const money = other ?? asked;
  const paid = status === 'CAPTURED';
  return {
    id: payId,
    payId,
    transId,
    currency: money.currency,
    authorized: paid || status === 'AUTHORIZED' ? money.value : 0,
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
    offered: {
      money: asked,
      offer: { state: paid ? 'paid' : 'open', lookUps: 1, lastLookUpAt: null, nextLookUpAt: paid ? null : createdAt },
    },
    createdAt,
  };
}
