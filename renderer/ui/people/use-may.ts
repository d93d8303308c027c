// What the signed-in person may do, by the table that main uses. A step that they may not do is hidden, or says who
// may.
import { useStore } from 'zustand';
import type { WindowCall, WindowInput } from '#contract/calls/table.ts';
import { accessDenial } from '#contract/calls/window-roles.ts';
import { isSealed } from '../../stores/till/status-store.ts';
import { useStores } from '../base/context.tsx';

/** `input` null: whether they may at all. True until main has said who is signed in, because main checks each call. */
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
  return accessDenial(call, input, seat) === null;
}
