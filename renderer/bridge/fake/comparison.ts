// The fake's comparison of a shift: it takes a while, may be stopped, and finds what the world holds as differences.
import {
  type Asking,
  type ComparisonView,
  type Finding,
  type FindingGroup,
  type ListFault,
  groupOf,
} from '#contract/reconcile.ts';
import { textAt } from '#contract/json.ts';
import type { StaffActions } from '#core/staff/staff-actions.ts';
import type { FakeComparison } from './world-parts.ts';
import { type Handlers, tell, type World } from './world.ts';

/** The real one asks five a second. */
const steps = 8;

export function comparisonCalls(world: World, staff: StaffActions) {
  const { comparison: held } = world;
  const show = (view: ComparisonView | null) => {
    held.view = view;
    tell(world, 'comparisonChanged', view);
  };
  return {
    compareShift: ({ number, withList }) => {
      const person = staff.closesShift();
      if (person.type === 'refused') return person;
      if (withList && held.list === 'none') return { type: 'no-list' };
      if (withList && held.list !== 'good') return { type: 'list-refused', ...asFault(held.list) };
      if (held.view?.type === 'running') return { type: 'begun', comparison: held.view };
      const toAsk = paymentsOf(world);
      const comparison: ComparisonView = { type: 'running', number, withList, asked: 0, toAsk: null };
      show(comparison);
      const step = (asked: number) => {
        if (held.view?.type !== 'running') return;
        if (!world.online) show(doneWith(world, held.view, 'offline'));
        else if (asked >= toAsk) show(doneWith(world, held.view, 'whole'));
        else {
          show({ ...held.view, asked, toAsk });
          if (world.fate === 'hang' && asked > 0) return;
          setTimeout(() => step(Math.min(toAsk, asked + Math.ceil(toAsk / steps))), world.delayMs / steps);
        }
      };
      setTimeout(() => step(0), world.delayMs / steps);
      return { type: 'begun', comparison };
    },
    comparison: () => held.view,
    comparisonFindings: ({ group, after, limit }) => {
      const person = staff.closesShift();
      if (person.type === 'refused') return person;
      const all = shown(held).filter((each) => groupOf(each) === group);
      return { type: 'page', findings: all.slice(after, after + limit), total: all.length };
    },
    stopComparison: () => {
      if (held.view?.type === 'running') show(doneWith(world, held.view, 'stopped'));
      return { type: 'stopping' };
    },
    forgetComparison: () => {
      if (held.view?.type !== 'running') show(null);
      return { type: 'forgotten' };
    },
  } satisfies Partial<Handlers>;
}

function asFault(list: FakeComparison['list']): { fault: ListFault; line: number | null } {
  return typeof list === 'string' ? { fault: 'empty', line: null } : list;
}

function paymentsOf(world: World): number {
  return [...world.operations.values()].filter(
    ({ state, input }) => state === 'succeeded' && textAt(input, 'messageType') === 'SALE',
  ).length;
}

/** Without a list, the findings about a list are left out. */
function shown({ findings, view }: FakeComparison): readonly Finding[] {
  const withList = view?.type === 'done' && view.withList;
  const offline = view?.type === 'done' && view.asking === 'offline';
  return findings.filter((each) => (each.with === 'erp' ? withList : !offline));
}

function doneWith(
  world: World,
  { number, withList }: Extract<ComparisonView, { type: 'running' }>,
  asking: Asking,
): ComparisonView {
  const view: ComparisonView = {
    type: 'done',
    number,
    shift: number ?? world.shifts.lastNumber() + 1,
    at: new Date(world.now()).toISOString(),
    withList,
    asking,
    agreed: { gateway: 0, erp: 0 },
    counts: { 'not-at-gateway': 0, 'not-at-erp': 0, 'not-here': 0, amounts: 0, 'cannot-tell': 0 },
    elsewhere: world.comparison.elsewhere,
  };
  const found = shown({ ...world.comparison, view });
  const count = (group: FindingGroup) => found.filter((each) => groupOf(each) === group).length;
  const all = paymentsOf(world);
  const of = (side: Finding['with']) => found.filter((each) => each.with === side).length;
  return {
    ...view,
    agreed: { gateway: asking === 'offline' ? 0 : Math.max(0, all - of('gateway')), erp: withList ? all : 0 },
    counts: {
      'not-at-gateway': count('not-at-gateway'),
      'not-at-erp': count('not-at-erp'),
      'not-here': count('not-here'),
      amounts: count('amounts'),
      'cannot-tell': count('cannot-tell'),
    },
  };
}
