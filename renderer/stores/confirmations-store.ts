// Programs' manual refunds that wait for a person's confirmation, exactly as main lists them.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ConfirmationView } from '#contract/people/confirmation.ts';
import type { Approval } from '#contract/people/people.ts';
import type { Bridge } from '../bridge/bridge.ts';
import { type Failed, failedOf } from '../bridge/failed.ts';

interface ConfirmationsState {
  readonly questions: readonly ConfirmationView[];
  /** Whether a person has opened the question or put it aside; null: neither. */
  readonly wanted: { readonly id: string; readonly open: boolean } | null;
}

export type ConfirmationsStore = StoreApi<ConfirmationsState> & {
  load(): Promise<void>;
  /** Null when main took the answer; else why not. */
  answer(id: string, allow: boolean, approval: Approval | null): Promise<Failed>;
  want(id: string, open: boolean): void;
  start(): () => void;
};

/** `allowed`: main took a confirmation, and will tell how it ended. */
export function createConfirmationsStore(bridge: Bridge, allowed: () => void): ConfirmationsStore {
  const store = createStore<ConfirmationsState>(() => ({ questions: [], wanted: null }));
  return Object.assign(store, {
    async load() {
      const answer = await bridge.ask('confirmations', {});
      if (answer.type === 'answer') store.setState({ questions: answer.value });
    },
    async answer(id: string, allow: boolean, approval: Approval | null) {
      const answer = await bridge.ask('answerConfirmation', { id, allow, approval });
      const failed = failedOf(answer);
      if (allow && failed === null) allowed();
      return failed;
    },
    want: (id: string, open: boolean) => store.setState({ wanted: { id, open } }),
    start: () => bridge.on('confirmationsChanged', (questions) => store.setState({ questions })),
  });
}
