// Whether the person who is signed in decides by themselves what needs a person. A cashier calls a supervisor, who
// decides beside them, so the window says so to a cashier in other words.
import { useStore } from 'zustand';
import { mayActAs } from '#contract/people/roles.ts';
import { useStores } from '../base/context.tsx';

export function useMayDecide(): boolean {
  const { status } = useStores();
  const person = useStore(status, (state) => state.status?.signedIn ?? null);
  return person !== null && mayActAs(person.role, 'supervisor');
}
