// Quitting the till, asked for by its button or by the desktop: first what is still open, then the PIN of a person who
// may quit where the signed-in one may not. A PIN passes through as an argument and is never kept.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Approval } from '#contract/people/people.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import type { Bridge } from '../../bridge/bridge.ts';
import { failedOf, wrongPinOf } from '../../bridge/failed.ts';

export type QuitStep =
  | { readonly type: 'no' }
  | { readonly type: 'open'; readonly waiting: number; readonly inDoubt: number }
  | { readonly type: 'pin' }
  | { readonly type: 'refused'; readonly refusal: Refusal };

export type QuitStore = StoreApi<{ readonly step: QuitStep }> & {
  /** Resolves to the refusal of a wrong PIN, whose dialog stays; else to null. */
  ask(evenIfWaiting: boolean, approval?: Approval): Promise<Refusal | null>;
  stay(): void;
  start(): () => void;
};

export function createQuitStore(bridge: Bridge): QuitStore {
  const store = createStore<{ readonly step: QuitStep }>(() => ({ step: { type: 'no' } }));
  const show = (step: QuitStep) => store.setState({ step });
  return Object.assign(store, {
    async ask(evenIfWaiting: boolean, approval?: Approval) {
      const answer = await bridge.ask('quit', { evenIfWaiting, ...(approval === undefined ? {} : { approval }) });
      if (answer.type === 'silent') return null;
      const wrong = wrongPinOf(failedOf(answer));
      if (wrong !== null) return wrong;
      if ('refusal' in answer.value) {
        const { refusal } = answer.value;
        const pin = approval === undefined && (refusal.code === 'not-signed-in' || refusal.code === 'role-missing');
        show(pin ? { type: 'pin' } : { type: 'refused', refusal });
        return null;
      }
      const { quitting, waiting, inDoubt } = answer.value;
      show(quitting ? { type: 'no' } : { type: 'open', waiting, inDoubt });
      return null;
    },
    stay: () => show({ type: 'no' }),
    start: () => bridge.on('quitAsked', () => show({ type: 'pin' })),
  });
}
