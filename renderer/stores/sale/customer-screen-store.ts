// The customer's own screen, as the till's window knows it: whether it is there, and what was turned to it. Where it is not
// there, or main does not say that it shows a choice, the till's own screen is turned to the customer.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { WindowInput } from '#contract/calls/table.ts';
import type { CustomerAnswer } from '#contract/devices/customer-screen.ts';
import type { Bridge } from '../../bridge/bridge.ts';

export type Turned = Exclude<WindowInput<'turnToCustomer'>, { readonly type: 'nothing' }>;

export interface CustomerScreenState {
  readonly there: boolean;
  /** Main shows what was turned last. */
  readonly shown: boolean;
}

export type CustomerScreenStore = StoreApi<CustomerScreenState> & {
  start(): () => void;
  /** Asks main whether it is there. */
  load(): Promise<void>;
  /** Returns a function that takes it away, unless something else was turned there since. */
  turn(turned: Turned): () => void;
  /** Returns a function that ends the listening. */
  onChose(listener: (answer: CustomerAnswer) => void): () => void;
};

export function createCustomerScreenStore(bridge: Bridge): CustomerScreenStore {
  const store = createStore<CustomerScreenState>(() => ({ there: false, shown: false }));
  let last: Turned | null = null;
  const send = async (turned: Turned) => {
    const answer = await bridge.ask('turnToCustomer', turned);
    if (last === turned) store.setState({ shown: answer.type === 'answer' && answer.value.shown });
  };
  return Object.assign(store, {
    start: () => bridge.on('customerScreenChanged', ({ there }) => store.setState({ there })),
    async load() {
      const answer = await bridge.ask('customerScreen', {});
      if (answer.type === 'answer') store.setState({ there: answer.value.there });
    },
    turn(turned: Turned) {
      last = turned;
      void send(turned);
      return () => {
        if (last !== turned) return;
        last = null;
        store.setState({ shown: false });
        void bridge.ask('turnToCustomer', { type: 'nothing' });
      };
    },
    onChose: (listener: (answer: CustomerAnswer) => void) => bridge.on('customerChose', listener),
  });
}
