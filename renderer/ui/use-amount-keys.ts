// The keyboard beside a keypad. Digits go into the amount unless a field has the focus; Enter alone never sends, so a
// scanner cannot; a scanner's burst is recognised by its speed and is given back as a code. A card reader's is dropped.
import { useRef, useState } from 'react';
import { containsCardNumber } from '#contract/card-number.ts';
import { readerPauseMs } from './use-card-guard.ts';
import { inField, useKeys } from './use-key.ts';

/** Between two keys of a scanner lie a few milliseconds; no hand is that fast for so many keys. */
const scannerGapMs = 40;
const scannerLength = 6;

export interface AmountKeys {
  readonly value: () => number;
  readonly digits: (typed: string) => void;
  readonly backspace: () => void;
  readonly clear: () => void;
  /** A code from the scanner, and what the amount was before its digits reached it. */
  readonly scanned: (code: string, valueBefore: number) => void;
  /** A card was swiped: what the amount was before. Nothing else is left of it. */
  readonly swiped: (valueBefore: number) => void;
  /** Ctrl+Enter. */
  readonly send: () => void;
}

/** Whether a card was swiped just now, for a word to the cashier. */
export function useAmountKeys(keys: AmountKeys): boolean {
  const { value, digits, backspace, clear, scanned, swiped, send } = keys;
  const burst = useRef({ text: '', valueBefore: 0, lastMs: 0 });
  const dropping = useRef<{ lastMs: number } | null>(null);
  const [wasCard, setWasCard] = useState(false);

  /** True where the key is a card reader's and goes nowhere. */
  const dropped = (key: string, atMs: number): boolean => {
    if (dropping.current !== null && atMs - dropping.current.lastMs <= readerPauseMs) {
      dropping.current = { lastMs: atMs };
      return true;
    }
    dropping.current = null;
    const last = burst.current;
    const fast = atMs - last.lastMs <= scannerGapMs;
    if (!fast || !containsCardNumber(last.text + key)) {
      if (wasCard) setWasCard(false);
      return false;
    }
    dropping.current = { lastMs: atMs };
    burst.current = { text: '', valueBefore: 0, lastMs: 0 };
    swiped(last.valueBefore);
    setWasCard(true);
    return true;
  };

  const typed = (key: string, atMs: number) => {
    const last = burst.current;
    const fast = atMs - last.lastMs <= scannerGapMs;
    burst.current = fast
      ? { ...last, text: last.text + key, lastMs: atMs }
      : { text: key, valueBefore: value(), lastMs: atMs };
  };

  const ends = (atMs: number): boolean => {
    const { text, valueBefore, lastMs } = burst.current;
    burst.current = { text: '', valueBefore: 0, lastMs: 0 };
    if (text.length < scannerLength || atMs - lastMs > scannerGapMs) return false;
    scanned(text, valueBefore);
    return true;
  };

  useKeys((event) => {
    if (event.ctrlKey && event.key === 'Enter') {
      event.preventDefault();
      if (!event.repeat) send();
      return;
    }
    if (event.ctrlKey || event.altKey || event.metaKey || inField(event.target)) return;
    if ((event.key.length === 1 || event.key === 'Enter') && dropped(event.key, event.timeStamp)) {
      event.preventDefault();
      return;
    }
    if (event.key === 'Enter') {
      if (ends(event.timeStamp)) event.preventDefault();
      return;
    }
    if (event.key.length === 1) typed(event.key, event.timeStamp);
    if (/^\d$/.test(event.key)) digits(event.key);
    else if (event.key === 'Backspace') backspace();
    else if (event.key === 'Delete') clear();
    else return;
    event.preventDefault();
  });
  return wasCard;
}
