// The steps of a quote: ask the gateway for it, then ask main what of it may be shown. The cardholder chooses at the
// terminal, not here.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DccAnswer } from '#contract/operation/dcc-offer.ts';
import type { Money } from '#contract/money/money.ts';
import { createSubmission, type Submission, type SubmissionPorts } from '../../stores/operations/submission.ts';

export interface DccState {
  readonly bin: string;
  readonly money: Money;
  /** What of the quote may be shown; null until main has answered; `silent`: main is asked again. */
  readonly reading: DccAnswer | 'silent' | null;
}

export type DccStore = StoreApi<DccState> & {
  readonly submission: Submission;
  ask(): void;
  read(quoteOperationId: string): Promise<void>;
  again(): void;
};

const againMs = 2_000;

export function createDccStore(ports: SubmissionPorts, money: Money): DccStore {
  const submission = createSubmission(ports);
  const store = createStore<DccState>(() => ({ bin: '', money, reading: null }));
  const read = async (quoteOperationId: string): Promise<void> => {
    const answer = await ports.bridge.ask('dccOffer', { quoteOperationId });
    // The cashier may have asked for another card meanwhile.
    const { phase } = submission.getState();
    if (phase.type !== 'taken' || phase.operationId !== quoteOperationId) return;
    store.setState({ reading: answer.type === 'answer' ? answer.value : 'silent' });
    if (answer.type === 'silent') ports.timers.after(againMs, () => void read(quoteOperationId));
  };
  return Object.assign(store, {
    submission,
    ask() {
      const { bin, money: amount } = store.getState();
      submission.submit('dcc-quote', { bin, amount: { value: amount.value, currency: amount.currency } });
    },
    read,
    again() {
      if (!submission.renew()) return;
      store.setState({ ...store.getState(), bin: '', reading: null });
    },
  });
}
