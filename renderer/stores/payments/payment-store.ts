// One payment: what main knows of it, its operations, and what the gateway says when asked. It asks again whenever an
// operation on it changes, because main knows the new sums and the window must not compute them.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { JsonObject } from '#contract/data/json.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import type { PaymentSummary } from '#contract/till/window.ts';
import { textAt } from '#contract/data/json.ts';
import type { Bridge } from '../../bridge/bridge.ts';
import type { NavigationStore } from '../till/navigation-store.ts';
import type { OperationsStore } from '../operations/operations-store.ts';

export interface PaymentState {
  /** The payment's id in this window: its payId, or its sale's operation while that is not known. */
  readonly payId: string | null;
  readonly known: PaymentSummary | null;
  readonly operationIds: readonly string[];
  /** The gateway's record, where it was asked. */
  readonly record: JsonObject | null;
  readonly loading: boolean;
  readonly asking: boolean;
  readonly refusal: Refusal | null;
}

export type PaymentStore = StoreApi<PaymentState> & {
  open(payId: string | null): void;
  /** Asks the gateway, and opens the payment it finds, unless the cashier opened another one or left the screen. */
  find(by: 'payId' | 'transId', id: string): Promise<void>;
  start(): () => void;
};

const none: PaymentState = {
  payId: null,
  known: null,
  operationIds: [],
  record: null,
  loading: false,
  asking: false,
  refusal: null,
};

function concerns(operation: OperationView, { payId, known }: PaymentState): boolean {
  if (payId === null) return false;
  // Operations cannot name a payment without a payId, so any of them may be about it.
  if (known?.payId === null) return true;
  const named = textAt(operation.input, 'payId') ?? textAt(operation.result ?? {}, 'payId');
  const trace = textAt(operation.input, 'traceNr');
  return named === payId || (trace !== null && known !== null && trace === known.traceNr);
}

export function createPaymentStore(
  bridge: Bridge,
  operations: OperationsStore,
  navigation: NavigationStore,
): PaymentStore {
  const store = createStore<PaymentState>(() => none);
  /** The payment that the Payments screen shows; undefined on another screen. */
  const placed = () => {
    const { route } = navigation.getState();
    return route.screen === 'payments' ? (route.payId ?? null) : undefined;
  };

  const load = async (payId: string) => {
    const answer = await bridge.ask('paymentStory', { id: payId });
    if (answer.type === 'silent' || store.getState().payId !== payId) return;
    operations.take(answer.value.operations);
    const operationIds = answer.value.operations.map((each) => each.id);
    store.setState({ known: answer.value.payment ?? store.getState().known, operationIds, loading: false });
  };

  return Object.assign(store, {
    open(payId: string | null) {
      if (payId === store.getState().payId && payId !== null) {
        void load(payId);
        return;
      }
      store.setState({ ...none, payId, loading: payId !== null });
      if (payId !== null) void load(payId);
    },
    async find(by: 'payId' | 'transId', id: string) {
      if (store.getState().asking) return;
      const asked = store.getState().payId;
      store.setState({ asking: true, refusal: null });
      const answer = await bridge.ask('findPayment', { by, id });
      // Another payment is open now, with an `asking` of its own.
      if (store.getState().payId !== asked) return;
      store.setState({ asking: false });
      if (answer.type === 'silent') return;
      if (answer.value.type === 'refused') {
        store.setState({ refusal: answer.value.refusal });
        return;
      }
      const { payment, known } = answer.value;
      const payId = known?.payId ?? textAt(payment, 'payId') ?? (by === 'payId' ? id : null);
      if (placed() !== asked) return;
      const moves = payId !== null && payId !== asked;
      if (moves) store.setState({ ...none, payId, loading: true });
      store.setState({ record: payment, known: known ?? store.getState().known });
      if (moves) navigation.go({ screen: 'payments', payId });
      if (payId !== null) await load(payId);
    },
    start() {
      return bridge.on('operationChanged', (operation) => {
        const state = store.getState();
        if (state.payId !== null && concerns(operation, state)) void load(state.payId);
      });
    },
  });
}
