// Programs that ask to be paired, as main lists them, and the request whose dialog is open. The dialog stays with its
// request: when that is over the dialog says so, and never changes to another request under a person's finger.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PairingView } from '#contract/programs/pairing.ts';
import type { Bridge } from '../bridge/bridge.ts';

export interface ShownPairing extends PairingView {
  /** By the window's clock, ms. */
  readonly endsMs: number;
}

export interface PairingsState {
  readonly pairings: readonly ShownPairing[];
  /** The request whose dialog is open, as main last listed it; else null. */
  readonly opened: ShownPairing | null;
}

export type PairingsStore = StoreApi<PairingsState> & {
  load(): Promise<void>;
  open(id: string): void;
  close(): void;
  start(): () => void;
};

export function createPairingsStore(bridge: Bridge, now: () => number): PairingsStore {
  const store = createStore<PairingsState>(() => ({ pairings: [], opened: null }));
  const take = (views: readonly PairingView[]) => {
    const pairings = views.map((view) => ({ ...view, endsMs: now() + view.leftMs }));
    store.setState(({ opened }) => ({
      pairings,
      opened: opened === null ? null : (pairings.find(({ id }) => id === opened.id) ?? opened),
    }));
  };
  return Object.assign(store, {
    async load() {
      const answer = await bridge.ask('pairings', {});
      if (answer.type === 'answer') take(answer.value);
    },
    open: (id: string) =>
      store.setState(({ pairings }) => ({ opened: pairings.find((each) => each.id === id) ?? null })),
    close: () => store.setState({ opened: null }),
    start: () => bridge.on('pairingsChanged', take),
  });
}
