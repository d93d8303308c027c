// What the ERPs want done, each order with a request id that never changes: as long as an order was not acknowledged,
// it is given again under the same id, which is what an ERP does whose till went away in the middle of an answer.
import type { JsonObject } from '#contract/data/json.ts';
import type { Dice } from './chance.ts';
import { type TestGateway, valueElsewhere } from './gateway.ts';

export interface Order {
  readonly kind: string;
  /** Request id, and transId at the gateway. */
  readonly id: string;
  readonly input: JsonObject;
  /** Minor units that it moves. */
  readonly value: number;
  /** Which client gives it. */
  readonly client: number;
  /** Id of the operation, once the bridge has said that it has it. */
  acknowledged: string | null;
}

export const clientCount = 3;

const amount = (value: number): JsonObject => ({ value, currency: 'EUR' });

/** A handful of orders of several kinds, some of them on one payment. */
export async function newOrders(gateway: TestGateway, dice: Dice, round: string): Promise<Order[]> {
  const [captured, authorized, forReversal] = await Promise.all([
    gateway.make('SALE'),
    gateway.make('AUTHORISATION_OR_RESERVATION'),
    gateway.make('AUTHORISATION_OR_RESERVATION'),
  ]);
  const orders: Order[] = [];
  const add = (kind: string, value: number, input: JsonObject): void => {
    const id = `${round}-${kind}-${orders.length}`;
    const client = dice.between(0, clientCount - 1);
    orders.push({ kind, id, input: { ...input, transId: id }, value, client, acknowledged: null });
  };
  const value = (): number => dice.between(1, 2_000);
  const onPayment = (kind: string, payId: string): void => {
    const sum = value();
    add(kind, sum, { payId, amount: amount(sum) });
  };
  const sale = (messageType: string): void => {
    const sum = value();
    // A terminal of its own: one whose command was cut off stays taken until its window ends.
    add('cloud-pos', sum, { messageType, posTerminalId: `${round}-${orders.length}`, amount: amount(sum) });
  };
  for (let count = dice.between(1, 3); count > 0; count -= 1) onPayment('refund', captured);
  for (let count = dice.between(1, 3); count > 0; count -= 1) onPayment('capture', authorized);
  if (dice.chance(70)) sale('SALE');
  if (dice.chance(40)) sale('AUTHORISATION_OR_RESERVATION');
  if (dice.chance(60)) add('reverse', valueElsewhere, { payId: forReversal });
  return shuffled(orders, dice);
}

function shuffled<T>(list: readonly T[], dice: Dice): T[] {
  const rest = [...list];
  const mixed: T[] = [];
  while (rest.length > 0) mixed.push(...rest.splice(dice.between(0, rest.length - 1), 1));
  return mixed;
}
