// One life of a bridge: started, given orders by several clients at once, killed at a moment that the seed chose. Then
// the next one, on the same folder. At the end of a series it is started once more and left alone until all is settled.
import type { JsonObject } from '#contract/data/json.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import { until } from '#support/until.ts';
import type { Dice } from './chance.ts';
import type { TestGateway } from './gateway.ts';
import { type Order, newOrders } from './orders.ts';
import { type KilledTill, hasStrace } from './till.ts';

export type Death =
  /** This long after its start began. */
  | { readonly by: 'moment while starting'; readonly afterMs: number }
  /** This long after it was ready. */
  | { readonly by: 'moment'; readonly afterMs: number; readonly throughNpm: boolean }
  /** Before the n-th system call of this name. */
  | { readonly by: 'system call'; readonly call: string; readonly nth: number };

/** `struck`: false where it lived on (it never came to its n-th call) and was killed by its process id. */
export type Dead = Death & { readonly struck: boolean };

/** A start has 3 fsyncs and 17 pwrites, an operation 2 to 3 and about 25. */
function chooseDeath(dice: Dice): Death {
  const throwOf = dice.between(1, 100);
  if (hasStrace && throwOf <= 35) return { by: 'system call', call: 'fsync', nth: dice.between(1, 30) };
  if (hasStrace && throwOf <= 45) return { by: 'system call', call: 'pwrite64', nth: dice.between(1, 300) };
  if (throwOf <= 55) return { by: 'moment while starting', afterMs: dice.between(0, 350) };
  return { by: 'moment', afterMs: dice.between(0, 250), throughNpm: dice.chance(10) };
}

/** What the network and the gateway do to one request of a round. */
function troubleOf(dice: Dice): JsonObject[] {
  if (dice.chance(50)) return [];
  const route = dice.pick(['POST /payments/{id}/captures', 'POST /payments/{id}/refunds', 'POST /cloudpos']);
  const trouble = dice.pick<JsonObject>([
    { fault: 'latency', ms: dice.between(50, 400) },
    { fault: 'reset-before' },
    { fault: 'reset-after' },
    { fault: 'hang-after' },
    { fault: 'status', status: 500 },
    { fault: 'status', status: 500, executed: true },
  ]);
  return [{ route, times: 1, ...trouble }];
}

/** Long enough that requests are under way when the bridge dies. */
const steadyLatency: readonly JsonObject[] = ['captures', 'refunds', 'reversals'].map((what) => ({
  route: `POST /payments/{id}/${what}`,
  fault: 'latency',
  ms: 15,
}));

export interface Series {
  readonly till: KilledTill;
  readonly gateway: TestGateway;
  readonly dice: Dice;
  readonly orders: Order[];
}

/** The same request id gave another operation than before; or the bridge refused what it must take. */
class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise';
}

/** Returns how it died. */
export async function liveAndDie(series: Series, round: string): Promise<Dead> {
  const { till, gateway, dice, orders } = series;
  const death = chooseDeath(dice);
  const trouble = troubleOf(dice);
  const injection = death.by === 'system call' ? `${death.call}:signal=KILL:when=${death.nth}` : undefined;
  till.launch({ injection, throughNpm: death.by === 'moment' && death.throughNpm });
  if (death.by === 'moment while starting') {
    await passed(death.afterMs);
    await till.kill();
    return { ...death, struck: true };
  }
  let struck = true;
  await gateway.setFaults([]);
  orders.push(...(await newOrders(gateway, dice, round)));
  await gateway.setFaults([...trouble, ...steadyLatency]);
  if (await till.ready()) {
    const givenAll = giveAll(series);
    const patience = passed(death.by === 'moment' ? death.afterMs : dice.between(300, 700)).then(() => false);
    struck = await Promise.race([till.exited().then(() => true), patience]);
    await till.kill();
    await givenAll;
  }
  await till.kill();
  return { ...death, struck: struck || death.by === 'moment' };
}

/** Every client gives what is not acknowledged, and sometimes what is, all at once. */
export async function giveAll({ till, dice, orders }: Series): Promise<void> {
  const given = orders.filter(({ acknowledged }) => acknowledged === null);
  const again = orders.filter(({ acknowledged }) => acknowledged !== null).slice(-10);
  const repeated = again.filter(() => dice.chance(30));
  await Promise.all([...given, ...repeated].map((order) => give(till, order)));
}

/** Gives an order; true once it is acknowledged. A bridge that dies meanwhile has simply not answered. */
async function give(till: KilledTill, order: Order): Promise<boolean> {
  let reply: { readonly status: number; readonly body: JsonObject };
  try {
    reply = await till.erp(order.client).post(`/v1/operations/${order.kind}`, order.input, order.id);
  } catch {
    return false;
  }
  // Momentary: offline, stopping. Nothing was stored, says the bridge, and the client comes again.
  if (reply.status === 503) return false;
  if (reply.status !== 200 && reply.status !== 202) {
    throw new BrokenPromise(`${order.id} was refused: ${JSON.stringify(reply.body)}`);
  }
  const { id } = reply.body as unknown as OperationView;
  if (order.acknowledged !== null && order.acknowledged !== id) {
    throw new BrokenPromise(`${order.id} was ${order.acknowledged} and is now ${id}`);
  }
  order.acknowledged = id;
  return true;
}

/** Starts it a last time, gives what is not acknowledged, waits until all is settled, and ends it cleanly. */
export async function drain({ till, gateway, orders }: Series): Promise<void> {
  await gateway.setFaults([]);
  await till.start();
  await until(async () => {
    const open = orders.filter(({ acknowledged }) => acknowledged === null);
    const given = await Promise.all(open.map((order) => give(till, order)));
    return given.every(Boolean) ? true : null;
  });
  await until(async () => {
    const { body } = await till.erp().get('/v1/status');
    const { accepted, sending, pending, unknown } = body['operations'] as Record<string, number>;
    return (accepted ?? 0) + (sending ?? 0) + (pending ?? 0) + (unknown ?? 0) === 0 ? true : null;
  });
  // The same request id still gives the same operation, whatever it went through.
  for (const order of orders) if (!(await give(till, order))) throw new BrokenPromise(`${order.id} got no answer`);
  const code = await till.stop();
  if (code !== 0) throw new BrokenPromise(`the bridge ended with ${code}: ${till.said}`);
}

export function passed(ms: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, ms);
  });
}
