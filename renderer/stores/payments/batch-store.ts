// Several authorizations captured or released at once: each is an operation of its own, with its own ids from the moment
// the batch is begun, so none is sent twice. Releases at one terminal follow each other, because a terminal takes one
// command at a time. The batch outlives its screen.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { JsonObject } from '#contract/data/json.ts';
import type { PaymentSummary } from '#contract/till/window.ts';
import { type Submission, type SubmissionPorts, createSubmission, mayMoveOn } from '../operations/submission.ts';

export type BatchAction = 'capture' | 'reverse';

export interface BatchRequest {
  readonly payment: PaymentSummary;
  /** Minor units of the payment's currency. */
  readonly value: number;
  readonly kind: string;
  readonly input: JsonObject;
  /** Where it is carried out at a terminal. */
  readonly terminalId: string | null;
}

export interface BatchItem extends BatchRequest {
  readonly submission: Submission;
}

export interface BatchState {
  readonly action: BatchAction;
  readonly items: readonly BatchItem[];
  /** Another person has signed in before all were sent: the rest is not sent. */
  readonly stopped: boolean;
}

export type BatchStore = StoreApi<BatchState> & {
  /** False while the one before still runs. */
  begin(action: BatchAction, requests: readonly BatchRequest[]): boolean;
  /** Whether nothing of it is still to be sent or at a terminal. */
  isOver(): boolean;
  /** Clears the batch once it is over. */
  putAway(): void;
};

const nothing: BatchState = { action: 'capture', items: [], stopped: false };

export function createBatchStore(ports: SubmissionPorts): BatchStore {
  const store = createStore<BatchState>(() => nothing);
  let by: string | null = null;

  const isOverOf = ({ submission }: BatchItem): boolean => {
    const { phase } = submission.getState();
    if (phase.type === 'refused') return true;
    if (phase.type !== 'taken') return false;
    const operation = ports.operations.getState().byId.get(phase.operationId);
    // A capture that waits for the connection is main's to send.
    return mayMoveOn(operation) || (operation?.state === 'accepted' && operation.mayWait);
  };
  const isOver = () => {
    const { items, stopped } = store.getState();
    return items.every((each) => isOverOf(each) || (stopped && each.submission.getState().phase.type === 'idle'));
  };
  /** Sends the first, and each further one when the one before it is over. */
  const sendInTurn = ([first, ...rest]: readonly BatchItem[]): void => {
    if (first === undefined) return;
    if (ports.person() !== by) {
      store.setState({ stopped: true });
      return;
    }
    first.submission.submit(first.kind, first.input);
    if (rest.length === 0) return;
    const goOn = () => {
      if (!isOverOf(first)) return;
      for (const stop of stops) stop();
      sendInTurn(rest);
    };
    const stops = [first.submission.subscribe(goOn), ports.operations.subscribe(goOn)];
    goOn();
  };

  return Object.assign(store, {
    begin(action: BatchAction, requests: readonly BatchRequest[]) {
      if (!isOver()) return false;
      by = ports.person();
      const items = requests.map((each) => ({ ...each, submission: createSubmission(ports) }));
      store.setState({ action, items, stopped: false });
      const terminals = new Set(items.map(({ terminalId }) => terminalId));
      for (const id of terminals) {
        const mine = items.filter(({ terminalId }) => terminalId === id);
        if (id === null) for (const each of mine) sendInTurn([each]);
        else sendInTurn(mine);
      }
      return true;
    },
    isOver,
    putAway() {
      if (isOver()) store.setState(nothing);
    },
  });
}
