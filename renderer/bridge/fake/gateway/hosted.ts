// Hosted payments of the fake's gateway: a link that the customer opens, and its status. Tests play the customer by
// changing the status.
import { type JsonObject, textAt } from '#contract/data/json.ts';
import { type Sent, amountAt } from './records.ts';
import type { GatewayWorld } from '../world-parts.ts';

function isHosted({ kind, input }: Pick<Sent, 'kind' | 'input'>): boolean {
  if (kind === 'create-link') return true;
  return kind === 'create-payment' && textAt(input, 'paymentMethods.integrationType') === 'HOSTED';
}

/** Null for an operation that opens no page. */
export function hostedAnswer(operation: Sent): JsonObject | null {
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

export function openHosted(world: GatewayWorld, operation: Sent): void {
  if (!isHosted(operation)) return;
  const { id, input } = operation;
  const transId = textAt(input, 'transId') ?? id;
  world.hosted.set(transId, { payId: `PAY-${id}`, transId, money: amountAt(input), status: 'PENDING' });
}

/** What a look-up shows of it; null where it is no hosted payment. */
export function hostedRecord(world: GatewayWorld, payId: string | null, transId: string | null): JsonObject | null {
  const found = [...world.hosted.values()].find((each) => each.payId === payId || each.transId === transId);
  if (found === undefined) return null;
  const { money: asked, paid, status } = found;
  const money = paid ?? asked;
  const captured = status === 'CAPTURED' ? money.value : 0;
  const authorized = status === 'AUTHORIZED' ? money.value : captured;
  return {
    payId: found.payId,
    transId: found.transId,
    status,
    amount: { ...money },
    totals: { authorized, captured, refunded: 0 },
  };
}
