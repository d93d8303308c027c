// The keyboard beside a keypad. Digits go into the amount unless a field has the focus; Enter alone never sends, so a
// scanner cannot. Whose keys they are, a person's or a scanner's, the window has found out before.
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { withDigits, withoutLastDigit } from '../model/amount-text.ts';
import { useStores } from './context.tsx';
import { inField, useKeys } from './use-key.ts';

export interface AmountKeys {
  /** Minor units. */
  readonly value: () => number;
  readonly change: (value: number) => void;
  /** A code from the scanner. */
  readonly scanned: (code: string) => void;
  /** Ctrl+Enter. */
  readonly send: () => void;
}

/** Whether a card was swiped just now, for a word to the cashier. */
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
        remember() {
          const before = latest.current.value();
          return () => latest.current.change(before);
        },
      }),
    [scans],
  );
  const { value, change, send } = keys;
  useKeys((event) => {
    if (event.ctrlKey && event.key === 'Enter') {
      event.preventDefault();
      if (!event.repeat) send();
      return;
    }
    if (event.ctrlKey || event.altKey || event.metaKey || inField(event.target)) return;
    if (/^\d$/.test(event.key)) change(withDigits(value(), event.key));
    else if (event.key === 'Backspace') change(withoutLastDigit(value()));
    else if (event.key === 'Delete') change(0);
    else return;
    event.preventDefault();
  });
  return useStore(scans, (state) => state.swiped);
}
