// The fake's comparison of a shift: the bridge's own, with a gateway and an ERP's list that show what a test says.
import { comparisonCalls } from '#assembly/calls/comparison-calls.ts';
import type { Implementations } from '#contract/calls/table.ts';
import { textAt } from '#contract/data/json.ts';
import { refuse } from '#contract/programs/problems.ts';
import { Comparisons } from '#core/reconciliation/comparisons.ts';
import { sortOf } from '#core/shift/shift-sort.ts';
import { entriesOf, touchedSince } from '#core/shift/shift-entries.ts';
import type { LookUpOutcome } from '#core/gateway/look-up.ts';
import type { StaffActions } from '#core/staff/staff-actions.ts';
import type { LookUp } from '#operations/define.ts';
import { defaultPaymentPaths } from '#operations/payment-view.ts';
import { amountAt, environmentId, paymentRecordOf } from './gateway/records.ts';
import { tell, type World } from './world.ts';

/** The bridge asks five a second; the fake so many more as its gateway is faster. */
const usualDelayMs = 16_000;

export function comparisonsIn(world: () => World): Comparisons {
  return new Comparisons({
    clock: {
      nowMs: () => world().clock.nowMs(),
      iso: (ms) => world().clock.iso(ms),
      after: (ms, work) => world().clock.after((ms * world().delayMs) / usualDelayMs, work),
    },
    shift: async (number) => entriesOf(world().books, number),
    touchedSince: async (seq, names) => touchedSince(world().books, seq, names),
    payment: (lookUp) => shownOf(world(), lookUp),
    connection: () => ({ state: world().online ? 'online' : 'offline', credentials: 'accepted' }),
    environmentId,
    paths: defaultPaymentPaths,
    changed: (view) => tell(world(), 'comparisonChanged', view),
  });
}

export function comparisonCallsOf(world: World, actions: StaffActions) {
  const { compare, ...calls } = comparisonCalls(world.comparisons, actions);
  return {
    ...calls,
    compareShift: ({ number, withList }) => compare(number, withList ? async () => chosenList(world) : null),
  } satisfies Partial<Implementations>;
}

async function shownOf({ fate, till, comparison }: World, { by, id }: LookUp): Promise<LookUpOutcome> {
  const { tables } = till;
  const known = by === 'payId' ? tables.payment(environmentId, id) : tables.paymentByTransId(environmentId, id);
  const shown = known === null ? 'nothing' : (comparison.gatewayShows.get(known.payId ?? '') ?? known);
  if (fate === 'hang' && known?.lane !== tables.allPayments[0]?.payment.lane) return new Promise(() => {});
  if (shown === 'nothing') return refuse('payment-not-found', 'The gateway knows no such payment.');
  if (shown === 'refused') return refuse('gateway-refused', 'The gateway refused the look-up.');
  if (shown === 'unclear') return refuse('gateway-unclear', 'The gateway gave no usable answer.');
  return { type: 'found', payment: paymentRecordOf(shown) };
}

/** All that the till did, without the rows that a test takes out and with those that it adds. */
function chosenList({ operations, comparison: { list, unlisted, listedBeside } }: World) {
  if (list === 'none') return { type: 'no-list' } as const;
  const done = operations.values().filter(({ id, state }) => state === 'succeeded' && !unlisted.has(id));
  const rows = done.flatMap(({ kind, input }) => {
    const sort = sortOf(kind, textAt(input, 'messageType'));
    const { value, currency } = amountAt(input);
    const row = [textAt(input, 'transId') ?? '', textAt(input, 'payId') ?? '', value, currency, sort];
    return sort === null ? [] : [row.join(',')];
  });
  const lines = ['transId,payId,amount,currency,kind', ...rows, ...listedBeside];
  if (list !== 'good') lines[list.badAmountAt - 1] = 'S-bad,,12.50,EUR,sale';
  return { type: 'text', text: lines.join('\n') } as const;
}
