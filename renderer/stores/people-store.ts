// The operators of this till, and the presses that tell main that the till is in use. Main's status says who is signed
// in. A PIN passes through as an argument and is never kept.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { WindowInput } from '#contract/calls/table.ts';
import type { Approval, Operator } from '#contract/people/people.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import type { Bridge } from '../bridge/bridge.ts';

export interface PeopleState {
  /** Null until main has answered. */
  readonly operators: readonly Operator[] | null;
  /** The person who signed in with a PIN that the rules no longer allow, until they change it or put that off. */
  readonly newPinFor: string | null;
}

export type PeopleOutcome =
  | { readonly type: 'done' }
  | { readonly type: 'silent' }
  | { readonly type: 'refused'; readonly refusal: Refusal };

export type PeopleStore = StoreApi<PeopleState> & {
  load(): Promise<void>;
  signIn(approval: Approval): Promise<PeopleOutcome>;
  /** Puts off the change of the PIN until the next time. */
  keepPin(): void;
  changePin(pins: WindowInput<'changePin'>): Promise<PeopleOutcome>;
  signOut(): Promise<void>;
  save(wish: WindowInput<'saveOperator'>): Promise<PeopleOutcome>;
  /** A person touched the screen or a key; main is told now and then. */
  touched(): void;
};

/** Well below one minute, the shortest time after which a till locks. */
const touchEveryMs = 10_000;

/** `onLeaving`: called while the person who signs out is still the one at the till. */
export function createPeopleStore(
  bridge: Bridge,
  now: () => number,
  onLeaving: () => void = () => undefined,
): PeopleStore {
  const store = createStore<PeopleState>(() => ({ operators: null, newPinFor: null }));
  let toldMs = Number.NEGATIVE_INFINITY;
  const load = async () => {
    const answer = await bridge.ask('operators', {});
    if (answer.type === 'answer') store.setState({ operators: answer.value });
  };
  return Object.assign(store, {
    load,
    async signIn(approval: Approval) {
      const answer = await bridge.ask('signIn', approval);
      if (answer.type === 'silent') return answer;
      if (answer.value.type === 'signed-in') {
        store.setState({ newPinFor: answer.value.newPin ? answer.value.person.id : null });
        return { type: 'done' as const };
      }
      await load();
      return answer.value;
    },
    keepPin() {
      store.setState({ newPinFor: null });
    },
    async changePin(pins: WindowInput<'changePin'>) {
      const answer = await bridge.ask('changePin', pins);
      if (answer.type === 'silent') return answer;
      if (answer.value.type === 'refused') return answer.value;
      store.setState({ newPinFor: null });
      return { type: 'done' as const };
    },
    async signOut() {
      onLeaving();
      await bridge.ask('signOut', {});
    },
    async save(wish: WindowInput<'saveOperator'>) {
      const answer = await bridge.ask('saveOperator', wish);
      if (answer.type === 'silent') return answer;
      if (answer.value.type === 'refused') return answer.value;
      await load();
      return { type: 'done' as const };
    },
    touched() {
      if (now() - toldMs < touchEveryMs) return;
      toldMs = now();
      void bridge.ask('touch', {});
    },
  });
}
