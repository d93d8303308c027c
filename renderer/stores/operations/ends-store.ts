// Ends that were not seen yet, as main lists them for the person who is signed in.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { OperationView } from '#contract/operation/operation.ts';
import type { Bridge } from '../../bridge/bridge.ts';

export interface EndsState {
  /** Newest first. */
  readonly ends: readonly OperationView[];
  /** Whether the dialog that lists them is open. */
  readonly open: boolean;
}

export type EndsStore = StoreApi<EndsState> & {
  load(): Promise<void>;
  /** Marks the end as seen. False where main did not answer. */
  see(id: string): Promise<boolean>;
  start(): () => void;
};

export function createEndsStore(bridge: Bridge): EndsStore {
  const store = createStore<EndsState>(() => ({ ends: [], open: false }));
  let turn = 0;
  const load = async () => {
    turn += 1;
    const mine = turn;
    const answer = await bridge.ask('ends', {});
    if (answer.type === 'silent' || mine !== turn) return;
    const ends = answer.value;
    store.setState({ ends, open: store.getState().open && ends.length > 0 });
  };
  return Object.assign(store, {
    load,
    async see(id: string) {
      const answer = await bridge.ask('seeEnd', { id });
      await load();
      return answer.type === 'answer';
    },
    start: () =>
      bridge.on('operationChanged', ({ state }) => {
        if (state !== 'accepted' && state !== 'sending') void load();
      }),
  });
}
