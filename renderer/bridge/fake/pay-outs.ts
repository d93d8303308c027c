// Money out at the fake's till: the bridge's own rule of it, read from the fake's payments.
import type { JsonObject } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { Person } from '#contract/people/people.ts';
import { type Refused, refuse } from '#contract/programs/problems.ts';
import type { PaymentSummary } from '#contract/till/window.ts';
import type { Submission } from '#core/acceptance/accept.ts';
import { payIdLane } from '#core/operation/lanes.ts';
import type { KnownPayment } from '#core/ports/record.ts';
import { type PayOut, type PaymentReads, needsSupervisor, payOutOf, voicesNeeded } from '#core/sale/money-out.ts';
import type { Command } from '#operations/define.ts';
import { commandOf } from '#operations/index.ts';
import { withOpen } from './answers.ts';
import { environmentId, knownOf } from './records.ts';
import type { World } from './world.ts';

export function payOutAt(world: World, command: Command, input: JsonObject): PayOut | null {
  return payOutOf(readsOf(world), environmentId, command, input);
}

/** Many small refunds are one large one: asked where the operation is stored, as by the engine. */
export function approvalRefusal(world: World, { kind, input, origin }: Submission): Refused | null {
  const { operator = null, approvedBy = null } = origin;
  const command = commandOf(kind);
  if (origin.type !== 'cashier' || approvedBy !== null || command === null) return null;
  if (operator === null && world.mode !== 'live') return null;
  const paidOut = paidOutToday(world, operator).value;
  return needsSupervisor(payOutAt(world, command, input), paidOut, world.shop) ? refuse('approval-needed', '') : null;
}

/** How many people must decide the same. */
export function voicesOf(world: World, { kind, input }: Pick<OperationView, 'kind' | 'input'>): 1 | 2 {
  const command = commandOf(kind);
  return command === null ? 1 : voicesNeeded(readsOf(world), command, { environmentId, input });
}

/** What the person refunded without a supervisor since the fake began: its day never ends. */
export function paidOutToday(world: World, person: Person | null): Money {
  const { shopCurrency: currency } = world.shop;
  const mine = [...world.operations.values()].filter(({ origin, state }) => {
    const isTheirs = origin.type === 'cashier' && origin.operator === person?.name && origin.approvedBy === undefined;
    return isTheirs && !['failed', 'cancelled', 'expired'].includes(state);
  });
  const amounts = mine.flatMap(({ kind, input }) => {
    const command = commandOf(kind);
    return command === null ? [] : (payOutAt(world, command, input)?.amount ?? []);
  });
  const value = amounts.reduce((sum, each) => sum + (each.currency === currency ? each.value : 0), 0);
  return { value, currency };
}

/** The fake's payments, as the bridge's rules read them. */
function readsOf(world: World): PaymentReads {
  const latest = (fits: (payment: PaymentSummary) => boolean): KnownPayment | null => {
    const found = [...world.payments.values()].findLast(fits);
    return found === undefined ? null : knownOf(found);
  };
  return {
    payment: (_, payId) => latest((each) => each.payId === payId),
    paymentByTransId: (_, transId) => latest((each) => each.transId === transId),
    paymentByTrace: (_, terminalId, traceNr) =>
      latest((each) => each.terminalId === terminalId && each.traceNr === traceNr),
    openClaims(lanes, claim) {
      const named = [...world.payments.values()].filter(({ id }) => lanes.includes(payIdLane(environmentId, id)));
      const open = named.map((each) => withOpen(world, each));
      return open.reduce((sum, each) => sum + (claim === 'capture' ? each.openCaptures : each.openRefunds), 0);
    },
    startedPausedMs: () => null,
  };
}
