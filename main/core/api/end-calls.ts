// Ends of operations that no person at the till has seen yet: of those that were in doubt, and of those that had waited
// for long. The window shows them to the person who began the operation and to supervisors until one of them says that
// they saw it, and not to the person who decided it. Payments of another sum than was asked for are shown likewise. What
// a person confirmed for a program is shown to everyone at the till, also while its end is in doubt.
import type { Implementations } from '#contract/calls/table.ts';
import { mayActAs } from '#contract/people/roles.ts';
import type { Session } from '../staff/session.ts';
import { differingUnseen, seeDiffering } from '../payments/differing.ts';
import type { Clock } from '../ports/clock.ts';
import type { EndRows, Store } from '../ports/store.ts';
import type { Environment, OperationRecord } from '../ports/record.ts';
import { type ViewPorts, viewOf } from './view.ts';

export interface EndPorts extends ViewPorts {
  readonly ends: EndRows;
  readonly store: Store;
  readonly clock: ViewPorts['clock'] & Pick<Clock, 'nowMs'>;
  readonly session: Pick<Session, 'current'>;
  readonly environment: Pick<Environment, 'id'>;
}

export type EndCalls = ReturnType<typeof createEndCalls>;

/** How many ends of each sort are shown at once. */
const mostEnds = 200;

export function createEndCalls(ports: EndPorts) {
  const { ends, store, clock, environment, session } = ports;
  const mine = (): OperationRecord[] => {
    const differing = differingUnseen(store, environment.id, mostEnds);
    const ids = new Set(differing.map(({ id }) => id));
    const ended = ends.unseen(environment.id, mostEnds).filter((id) => !ids.has(id));
    const all = [...differing.toReversed(), ...ended.flatMap((id) => store.operation(id) ?? [])];
    return all.filter((record) => !isUnderWay(record) && concerns(ports, record));
  };
  return {
    ends: () => mine().map((record) => viewOf(record, ports)),
    async seeEnd({ id }) {
      if (!mine().some((record) => record.id === id)) return { seen: false };
      await ends.see(id);
      await store.transact((tx) => {
        const record = tx.operation(id);
        if (record !== null) seeDiffering(tx, record, session.current(), clock.nowMs());
      });
      return { seen: true };
    },
  } satisfies Partial<Implementations>;
}

/** Noted when it was confirmed, and still on its way. */
function isUnderWay({ state }: OperationRecord): boolean {
  return state === 'accepted' || state === 'sending';
}

function concerns({ session }: EndPorts, { origin, decisions }: OperationRecord): boolean {
  const person = session.current();
  if (person === null) return true;
  if (decisions.at(-1)?.by.id === person.id) return false;
  // The question was put to everyone at the till, and so is the answer.
  if (origin.type === 'erp' && (origin.approvedBy ?? null) !== null) return true;
  return mayActAs(person.role, 'supervisor') || origin.operator?.id === person.id;
}
