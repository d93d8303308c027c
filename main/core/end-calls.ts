// Ends that a person at the till has not seen yet: of what was in doubt, and of what had waited for long. They are shown
// to whoever began it and to supervisors, until one of them says that it was seen; whoever decided it knows already.
import type { OperationView } from '#contract/operation.ts';
import { mayActAs } from '#contract/roles.ts';
import type { WindowOutputs } from '#contract/window.ts';
import type { People } from './people.ts';
import type { EndRows } from './ports/ends.ts';
import type { Environment, OperationRecord } from './record.ts';
import { type ViewPorts, viewOf } from './view.ts';

export interface EndPorts extends ViewPorts {
  readonly ends: EndRows;
  readonly store: ViewPorts['store'] & { operation(id: string): OperationRecord | null };
  readonly people: Pick<People, 'current'>;
  readonly environment: Pick<Environment, 'id'>;
}

export interface EndCalls {
  /** Newest first. */
  ends(): WindowOutputs['ends'];
  seeEnd(id: string): Promise<WindowOutputs['seeEnd']>;
}

/** More than anybody goes through at once. */
const mostEnds = 200;

export function createEndCalls(ports: EndPorts): EndCalls {
  const { ends, store, environment } = ports;
  const mine = (): OperationRecord[] =>
    ends
      .unseen(environment.id, mostEnds)
      .flatMap((id) => store.operation(id) ?? [])
      .filter((record) => concerns(ports, record));
  return {
    ends: (): OperationView[] => mine().map((record) => viewOf(record, ports)),
    async seeEnd(id) {
      if (!mine().some((record) => record.id === id)) return { seen: false };
      await ends.see(id);
      return { seen: true };
    },
  };
}

function concerns({ people }: EndPorts, { origin, decisions }: OperationRecord): boolean {
  const person = people.current();
  if (person === null) return true;
  if (decisions.at(-1)?.by.id === person.id) return false;
  return mayActAs(person.role, 'supervisor') || origin.operator?.id === person.id;
}
