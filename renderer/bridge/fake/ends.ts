// Ends that nobody at the fake's till has seen, for whoever began it and for supervisors, as the real bridge tells them.
import type { OperationView } from '#contract/operation.ts';
import { isFinal, isInDoubt } from '#contract/states.ts';
import { mayActAs } from '#contract/roles.ts';
import type { Handlers } from './fake-bridge.ts';
import type { World } from './world.ts';

const longMs = 10_000;

/** Whether its end is news to whoever began it. */
export function endsUnseen(before: OperationView, after: OperationView): boolean {
  if (!isFinal(after.state) || after.state === 'cancelled') return false;
  const waitedMs = Date.parse(after.updatedAt) - Date.parse(after.createdAt);
  return isInDoubt(before.state) || (after.mayWait && waitedMs >= longMs);
}

function concerns({ operators, signedIn }: World, { origin, decisions }: OperationView): boolean {
  const person = operators.find(({ id }) => id === signedIn);
  if (person === undefined) return true;
  if (decisions?.at(-1)?.by === person.name) return false;
  return mayActAs(person.role, 'supervisor') || (origin.type === 'cashier' && origin.operator === person.name);
}

export function endCalls(world: World): Pick<Handlers, 'ends' | 'seeEnd'> {
  const mine = () =>
    [...world.unseen].flatMap((id) => world.operations.get(id) ?? []).filter((each) => concerns(world, each));
  return {
    ends: () => mine().toReversed(),
    seeEnd: ({ id }) => ({ seen: mine().some((each) => each.id === id) && world.unseen.delete(id) }),
  };
}
