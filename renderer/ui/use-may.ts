// What whoever is at the till may do, by the table that main goes by: what they may not is hidden or says who may.
import { useStore } from 'zustand';
import type { WindowCall, WindowInput } from '#contract/window.ts';
import { barredFrom } from '#contract/window-roles.ts';
import { isSealed } from '../stores/status-store.ts';
import { useStores } from './context.tsx';

/** `input` null: whether they may at all. Before main has told who is there, yes: main has the last word. */
export function useMay<C extends WindowCall>(call: C, input: WindowInput<C> | null = null): boolean {
  const { status: statusStore, preferences: preferencesStore } = useStores();
  const status = useStore(statusStore, (state) => state.status);
  const preferences = useStore(preferencesStore, (state) => state.preferences);
  const seat = {
    manned: status?.manned ?? false,
    role: status?.signedIn?.role ?? null,
    preferences,
    sealed: isSealed(status),
  };
  return barredFrom(call, input, seat) === null;
}
