// Keeps card data out of other fields: a card number that a person types, or track data from a card reader, which types
// like a very fast keyboard. The field is emptied at once and made anew, so that undo brings nothing back, and the
// reader's further keys are dropped.
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { containsCardNumber, containsTrackData } from '#contract/cards/card-number.ts';
import { readerPauseMs } from '../../model/reader-pause.ts';

interface CardGuard {
  /** True from when the field was emptied because of card data until the next change. */
  readonly refused: boolean;
  /** The element's `key`. */
  readonly generation: number;
  readonly element: (element: HTMLInputElement | null) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** The text that the field may keep: empty where it was card data. */
  readonly pass: (text: string) => string;
}

/** `numbers`: whether a number that passes as a card's may stand there, such as an account's. Track data never may. */
export function useCardGuard(numbers: 'refused' | 'taken'): CardGuard {
  const [state, setState] = useState({ refused: false, generation: 0 });
  const field = useRef<HTMLInputElement | null>(null);
  const dropping = useRef<{ lastMs: number } | null>(null);
  const { refused, generation } = state;
  useLayoutEffect(() => {
    if (generation > 0) field.current?.focus();
  }, [generation]);
  return {
    refused,
    generation,
    element(element) {
      field.current = element;
    },
    onKeyDown(event) {
      if (dropping.current === null) return;
      const isReader = event.timeStamp - dropping.current.lastMs <= readerPauseMs;
      dropping.current = isReader ? { lastMs: event.timeStamp } : null;
      if (isReader) event.preventDefault();
    },
    pass(text) {
      const isCard = numbers === 'refused' ? containsCardNumber(text) : containsTrackData(text);
      if (isCard) {
        dropping.current = { lastMs: performance.now() };
        setState({ refused: true, generation: generation + 1 });
        return '';
      }
      if (refused) setState({ refused: false, generation });
      return text;
    },
  };
}
