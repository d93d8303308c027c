// Watches whether the customer has paid: asks the gateway by the transId, repeatedly while the state may change. While
// it cannot be asked, its last answer stays. A payment that it does not know yet is a link that the customer has not
// opened.
import { createStore, type StoreApi } from 'zustand/vanilla';
import { textAt } from '#contract/data/json.ts';
import type { OfferView } from '#contract/operation/operation.ts';
import type { PaymentSummary } from '#contract/till/window.ts';
import type { Failed } from '../../bridge/failed.ts';
import type { Bridge, Timers } from '../../bridge/bridge.ts';
import { type HostedState, hostedState, isSettled } from '../../model/hosted.ts';

export interface PaidState {
  /** Null before the first answer. */
  readonly state: HostedState | null;
  readonly payId: string | null;
  readonly known: PaymentSummary | null;
  readonly offer: OfferView | null;
  /** When the gateway last answered, ms of this computer's clock. */
  readonly toldMs: number | null;
  /** Why the last look-up failed. */
  readonly refusal: Failed;
  readonly asking: boolean;
}

export type PaidWatch = StoreApi<PaidState> & {
  askNow(): void;
  /** Asks until the state no longer changes; returns a function that stops it. */
  start(): () => void;
};

const everyMs = 4_000;

/** `isOver`: the bridge has seen no payment until its end. */
export function createPaidWatch(
  bridge: Bridge,
  timers: Timers,
  now: () => number,
  transId: string,
  isOver: () => boolean,
): PaidWatch {
  const store = createStore<PaidState>(() => ({
    state: null,
    payId: null,
    known: null,
    offer: null,
    toldMs: null,
    refusal: null,
    asking: false,
  }));
  let cancel: () => void = () => {};
  let running = false;

  const take = async (): Promise<void> => {
    const answer = await bridge.ask('findPayment', { by: 'transId', id: transId });
    if (answer.type === 'silent') {
      store.setState({ refusal: 'silent' });
      return;
    }
    if (answer.value.type === 'refused') {
      const { refusal } = answer.value;
      const unopened = refusal.code === 'payment-not-found' && store.getState().state === null;
      store.setState(unopened ? { state: isOver() ? 'over' : 'waiting', refusal: null, toldMs: now() } : { refusal });
      return;
    }
    const { payment, known, offer } = answer.value;
    const payId = known?.payId ?? textAt(payment, 'payId');
    store.setState({ state: hostedState(payment, known, offer), payId, known, offer, toldMs: now(), refusal: null });
  };

  const ask = async () => {
    if (store.getState().asking) return;
    cancel();
    store.setState({ asking: true });
    await take();
    store.setState({ asking: false });
    const { state } = store.getState();
    if (running && (state === null || !isSettled(state))) cancel = timers.after(everyMs, () => void ask());
  };

  return Object.assign(store, {
    askNow: () => void ask(),
    start() {
      running = true;
      void ask();
      return () => {
        running = false;
        cancel();
      };
    },
  });
}
