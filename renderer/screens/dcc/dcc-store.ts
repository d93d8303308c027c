// The steps of an offer: ask, show, choose, recorded. The choice is made by the cardholder alone, so nothing here has a
// default, and the local currency is what counts whenever anything is missing.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Money } from '#contract/money.ts';
import { createSubmission, type Submission, type SubmissionPorts } from '../../stores/submission.ts';

export type Choice =
  | { readonly type: 'none' }
  | { readonly type: 'recording'; readonly currency: string }
  | { readonly type: 'recorded'; readonly currency: string }
  | { readonly type: 'not-recorded' };

export interface DccState {
  readonly bin: string;
  readonly money: Money;
  readonly choice: Choice;
}

export type DccStore = StoreApi<DccState> & {
  readonly submission: Submission;
  ask(): void;
  choose(quoteOperationId: string, currency: string): Promise<void>;
  again(): void;
};

export function createDccStore(ports: SubmissionPorts, money: Money): DccStore {
  const submission = createSubmission(ports);
  const store = createStore<DccState>(() => ({ bin: '', money, choice: { type: 'none' } }));
  return Object.assign(store, {
    submission,
    ask() {
      const { bin, money: amount } = store.getState();
      submission.submit('dcc-quote', { bin, amount: { value: amount.value, currency: amount.currency } });
    },
    async choose(quoteOperationId: string, currency: string) {
      if (store.getState().choice.type !== 'none') return;
      store.setState({ choice: { type: 'recording', currency } });
      const answer = await ports.bridge.ask('recordDccChoice', { quoteOperationId, currency });
      const recorded = answer.type === 'answer' && answer.value.recorded;
      store.setState({ choice: recorded ? { type: 'recorded', currency } : { type: 'not-recorded' } });
    },
    again() {
      if (!submission.renew()) return;
      store.setState({ ...store.getState(), bin: '', choice: { type: 'none' } });
    },
  });
}
