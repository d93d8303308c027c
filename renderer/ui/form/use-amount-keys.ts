// The keyboard beside a keypad. Digits go into the amount unless a field has the focus; Enter alone never sends, so a
// scanner cannot send. app/scanner has told a person's keys from a scanner's before.
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { withDigits, withoutLastDigit } from '../../model/amount-text.ts';
import type { Restore } from '../../stores/sale/scans-store.ts';
import { useStores } from '../base/context.tsx';
import { inField, useKeys } from '../base/use-key.ts';

export interface AmountKeys {
  /** Minor units. */
  readonly value: () => number;
  readonly change: (value: number) => void;
  /** Takes a scanner's code. */
  readonly scanned: (code: string) => void;
  /** Ctrl+Enter. */
  readonly send: () => void;
  /** Keys that the screen takes itself; true where it took one. */
  readonly own?: (key: string) => boolean;
  /** Where keys change more than `value`: remembers all of it. */
  readonly remember?: () => Restore;
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
        remember() {
          const { remember } = latest.current;
          if (remember !== undefined) return remember();
          const before = latest.current.value();
          return () => latest.current.change(before);
        },
      }),
    [scans],
  );
  const { value, change, send, own } = keys;
  useKeys((event) => {
    if (event.ctrlKey && event.key === 'Enter') {
      event.preventDefault();
      if (!event.repeat) send();
      return;
    }
    if (event.ctrlKey || event.altKey || event.metaKey || inField(event.target)) return;
    if (own?.(event.key) === true) {
      event.preventDefault();
      return;
    }
    if (/^\d$/.test(event.key)) change(withDigits(value(), event.key));
    else if (event.key === 'Backspace') change(withoutLastDigit(value()));
    else if (event.key === 'Delete') change(0);
    else return;
    event.preventDefault();
  });
  return useStore(scans, (state) => state.swiped);
}
