// Ends that were not seen at the fake's till, shown to the person who began the operation and to supervisors, as main
// does.
import type { OperationView } from '#contract/operation/operation.ts';
import { mayActAs } from '#contract/people/roles.ts';
import type { Handlers, World } from './world.ts';

function concerns({ session }: World, { origin, decisions }: OperationView): boolean {
  const person = session.current();
  if (person === null) return true;
  if (decisions?.at(-1)?.by === person.name) return false;
  return mayActAs(person.role, 'supervisor') || (origin.type === 'cashier' && origin.operator === person.name);
}

export function endCalls(world: World) {
  const mine = () =>
    [...world.unseen].flatMap((id) => world.operations.get(id) ?? []).filter((each) => concerns(world, each));
  return {
    ends: () => mine().toReversed(),
    seeEnd: ({ id }) => ({ seen: mine().some((each) => each.id === id) && world.unseen.delete(id) }),
  } satisfies Partial<Handlers>;
}
