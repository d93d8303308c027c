// Calls to main that never leave a screen hanging. IPC has no time-out of its own: a main process that hangs would be a
// button that does nothing. Here each question ends with an answer or with silence, and silence is a value, not an
// exception, so that every caller says what it does then. A locked till is silent too, to all but the lock screen.
import { lockedCode } from '#contract/window-roles.ts';
import type { WindowApi, WindowCall, WindowInput, WindowOutputs } from '#contract/window.ts';

export type Answer<T> = { readonly type: 'answer'; readonly value: T } | { readonly type: 'silent' };

export interface Timers {
  after(ms: number, run: () => void): () => void;
}

export interface Bridge {
  ask<C extends WindowCall>(call: C, input: WindowInput<C>): Promise<Answer<WindowOutputs[C]>>;
  readonly on: WindowApi['on'];
  /** Main refused a call because nobody is signed in. Returns a function that ends the listening. */
  onLocked(listener: () => void): () => void;
}

const usualMs = 5_000;
/** These wait for the gateway or for a person in a dialog of the system. */
const slowMs: { readonly [call in WindowCall]?: number } = {
  submit: 20_000,
  signIn: 20_000,
  changePin: 20_000,
  saveOperator: 20_000,
  decide: 20_000,
  answerPairing: 20_000,
  answerConfirmation: 20_000,
  findPayment: 45_000,
  customers: 45_000,
  customer: 45_000,
  customerMethods: 45_000,
  testConnection: 45_000,
  saveGatewayChoice: 45_000,
  // The bridge starts anew with them.
  saveShopSettings: 45_000,
  unlock: 20_000,
  saveReceipt: 600_000,
  chooseReceiptFolder: 600_000,
  shiftReport: 60_000,
  closeShift: 120_000,
  saveShift: 600_000,
  compareShift: 600_000,
  quit: 60_000,
};

export const windowTimers: Timers = {
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

export function createBridge(api: WindowApi, timers: Timers = windowTimers, patience = 1): Bridge {
  const lockedListeners = new Set<() => void>();
  return {
    on: api.on,
    onLocked(listener) {
      lockedListeners.add(listener);
      return () => lockedListeners.delete(listener);
    },
    ask: (call, input) =>
      new Promise((resolve) => {
        const cancel = timers.after((slowMs[call] ?? usualMs) * patience, () => resolve({ type: 'silent' }));
        const settle = (answer: Answer<WindowOutputs[typeof call]>) => {
          cancel();
          resolve(answer);
        };
        // The table's type says that the call named `call` takes exactly this input; TypeScript cannot follow that
        // through the index.
        const run = api[call] as unknown as (value: typeof input) => Promise<WindowOutputs[typeof call]>;
        run(input).then(
          (value) => settle({ type: 'answer', value }),
          (error: unknown) => {
            settle({ type: 'silent' });
            if (error instanceof Error && error.message.includes(lockedCode))
              for (const hear of lockedListeners) hear();
          },
        );
      }),
  };
}
