// Who may sign in here, and the presses that tell main that somebody is there. Who is signed in stands in the status,
// as main says it. A PIN passes through as an argument and is never held.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Approval, Operator } from '#contract/people.ts';
import type { Refusal } from '#contract/problems.ts';
import type { WindowInput } from '#contract/window.ts';
import type { Bridge } from '../bridge/bridge.ts';

export interface PeopleState {
  /** Null until main has told. */
  readonly operators: readonly Operator[] | null;
  /** Who signed in with a PIN that should be another one, until they chose it or put it off. */
  readonly newPinFor: string | null;
}

export type PeopleOutcome =
  | { readonly type: 'done' }
  | { readonly type: 'silent' }
  | { readonly type: 'refused'; readonly refusal: Refusal };

export type PeopleStore = StoreApi<PeopleState> & {
  load(): Promise<void>;
  signIn(approval: Approval): Promise<PeopleOutcome>;
  /** The question for another PIN is put off until the next time. */
  keepPin(): void;
  changePin(pins: WindowInput<'changePin'>): Promise<PeopleOutcome>;
  signOut(): Promise<void>;
  save(wish: WindowInput<'saveOperator'>): Promise<PeopleOutcome>;
  /** Somebody touched the screen or a key; main hears of it now and then. */
  touched(): void;
};

/** Far below the shortest time after which a till locks, one minute. */
const touchEveryMs = 10_000;

export function createPeopleStore(bridge: Bridge, now: () => number): PeopleStore {
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
