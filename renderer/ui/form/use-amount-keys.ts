// The keyboard beside a keypad. Digits go into the amount unless a field has the focus; Enter alone never sends, so a
// scanner cannot send. app/scanner has told a person's keys from a scanner's before.
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { Restore } from '../../stores/sale/scans-store.ts';
import { useStores } from '../base/context.tsx';
import { inField, useKeys } from '../base/use-key.ts';

export interface AmountKeys {
  /** Takes a scanner's code. */
  readonly scanned: (code: string) => void;
  /** Ctrl+Enter. */
  readonly send: () => void;
  /** Takes a key into the amount; false where it is none of the amount's. */
  readonly type: (key: string) => boolean;
  /** Remembers all that keys change. */
  readonly remember: () => Restore;
}

/** Whether a card was swiped just now, for a note to the cashier. */
export function useAmountKeys(keys: AmountKeys): boolean {
  const { scans } = useStores();
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(
    () =>
      scans.open({
        take: (code) => latest.current.scanned(code),
        remember: () => latest.current.remember(),
      }),
    [scans],
  );
  const { send, type } = keys;
  useKeys((event) => {
    if (event.ctrlKey && event.key === 'Enter') {
      event.preventDefault();
      if (!event.repeat) send();
      return;
    }
    if (event.ctrlKey || event.altKey || event.metaKey || inField(event.target)) return;
    if (type(event.key)) event.preventDefault();
  });
  return useStore(scans, (state) => state.swiped);
}
