// Calls to main that always end. IPC has no time-out, so with a hanging main process a button would do nothing. Here
// each call ends with main's answer or with `silent`, a value and no exception, so that every caller must handle it. A
// call that a locked till refuses ends with `silent` too, and the listeners of `onLocked` are told.
import {
  type WindowApi,
  type WindowCall,
  type WindowInput,
  type WindowOutputs,
  windowCalls,
} from '#contract/calls/table.ts';
import { lockedCode } from '#contract/calls/window-roles.ts';

export type MainAnswer<T> = { readonly type: 'answer'; readonly value: T } | { readonly type: 'silent' };

export interface Timers {
  after(ms: number, run: () => void): () => void;
}

export interface Bridge {
  ask<C extends WindowCall>(call: C, input: WindowInput<C>): Promise<MainAnswer<WindowOutputs[C]>>;
  readonly on: WindowApi['on'];
  /** Main refused a call because no person is signed in. Returns a function that ends the listening. */
  onLocked(listener: () => void): () => void;
}

/** The time-out of a call for which the table names none. */
const usualMs = 5_000;

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
        const cancel = timers.after((windowCalls[call].timeoutMs ?? usualMs) * patience, () =>
          resolve({ type: 'silent' }),
        );
        const settle = (answer: MainAnswer<WindowOutputs[typeof call]>) => {
          cancel();
          resolve(answer);
        };
        // The table's type gives the call named `call` exactly this input; TypeScript loses that through the index.
        const run = api[call] as unknown as (value: typeof input) => Promise<WindowOutputs[typeof call]>;
        run(input).then(
          (value) => settle({ type: 'answer', value }),
          (error: unknown) => {
            settle({ type: 'silent' });
            if (error instanceof Error && error.message.includes(lockedCode))
              for (const listener of lockedListeners) listener();
          },
        );
      }),
  };
}
