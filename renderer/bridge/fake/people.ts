// Who may do what at the fake's till: the bridge's own calls, checks and questions over the fake's operations.
import { type TillCalls, createTillCalls } from '#core/api/till-calls.ts';
import { createSubmissions } from '#core/api/submit.ts';
import { type StaffActions, createStaffActions } from '#core/staff/staff-actions.ts';
import { engineOf } from './engine.ts';
import { terminalsOf } from './held.ts';
import { type World, withQueue } from './world.ts';

export interface FakeStaff {
  readonly actions: StaffActions;
  readonly calls: TillCalls;
}

export function staffOf(world: World): FakeStaff {
  const { people, session, mode, shop, confirmations } = world;
  const { refundLimitMinor, shopCurrency, cardNumbersTyped } = shop;
  const engine = engineOf(world);
  const policy = { refundLimitMinor, shopCurrency, cardNumbersTyped, idsMayLookLikeCards: false };
  const environment = { mode };
  const actions = createStaffActions({ engine, session, policy, environment, lastClosedMs: () => null });
  const submissions = createSubmissions({ engine, people, confirmations, policy, environment });
  const calls = createTillCalls({
    submissions,
    staffActions: actions,
    session,
    calls: {
      operation(id) {
        const held = world.operations.get(id);
        return held === undefined ? null : withQueue(world, held);
      },
      terminals: () => terminalsOf(world),
    },
  });
  return { actions, calls };
}
