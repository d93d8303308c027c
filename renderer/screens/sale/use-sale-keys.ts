// The keyboard on the Sale screen. Digits go into the amount unless a field has the focus; Enter alone never charges,
// so a scanner cannot; a scanner's burst is recognised by its speed and becomes the reference.
import { useRef } from 'react';
import { useStores } from '../../ui/context.tsx';
import { inField, useKeys } from '../../ui/use-key.ts';

/** Between two keys of a scanner lie a few milliseconds; no hand is that fast for so many keys. */
const scannerGapMs = 40;
const scannerLength = 6;

export function useSaleKeys(charge: () => void): void {
  const { sale } = useStores();
  const burst = useRef({ text: '', valueBefore: 0, lastMs: 0 });

  const typed = (key: string, atMs: number) => {
    const last = burst.current;
    const fast = atMs - last.lastMs <= scannerGapMs;
    burst.current = fast
      ? { ...last, text: last.text + key, lastMs: atMs }
      : { text: key, valueBefore: sale.getState().value, lastMs: atMs };
  };

  const scanned = (atMs: number): boolean => {
    const { text, valueBefore, lastMs } = burst.current;
    burst.current = { text: '', valueBefore: 0, lastMs: 0 };
    if (text.length < scannerLength || atMs - lastMs > scannerGapMs) return false;
    sale.scanned(text, valueBefore);
    return true;
  };

  useKeys((event) => {
    if (event.ctrlKey && event.key === 'Enter') {
      event.preventDefault();
      if (!event.repeat) charge();
      return;
    }
    if (event.ctrlKey || event.altKey || event.metaKey || inField(event.target)) return;
    if (event.key === 'Enter') {
      if (scanned(event.timeStamp)) event.preventDefault();
      return;
    }
    if (event.key.length === 1) typed(event.key, event.timeStamp);
    if (/^\d$/.test(event.key)) sale.digits(event.key);
    else if (event.key === 'Backspace') sale.backspace();
    else if (event.key === 'Delete') sale.clear();
    else return;
    event.preventDefault();
  });
}
