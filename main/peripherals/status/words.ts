// The words that come back from a printer, and what reads them out of its bytes. A reader is pure, takes one byte at a
// time and never gives up: what it does not understand it skips.
import type { PrinterFacts } from './facts.ts';

export type PrinterWord =
  /** What changed, or all of it. `answer`: it answers the question that was asked last. */
  | { readonly type: 'facts'; readonly facts: Partial<PrinterFacts>; readonly answer: boolean }
  /** Everything before the fence with this token is done. */
  | { readonly type: 'fence'; readonly token: string }
  /** Its buffers are empty. */
  | { readonly type: 'cleared' };

/** One question: its bytes, and a number by which the reader is told that it was asked. */
export interface Question {
  readonly number: number;
  readonly bytes: Uint8Array;
}

export interface StatusReader {
  /** The next answer belongs to this question; null: no answer is awaited. */
  asked(question: number | null): void;
  /** What this byte completed. */
  feed(byte: number): readonly PrinterWord[];
}

export interface Fence {
  readonly bytes: Uint8Array;
  readonly token: string;
  /** How many words with its token prove it. More than one where a stray word of an earlier fence looks the same. */
  readonly words: number;
  /** Whether the printer says the word only when it is asked for its state. */
  readonly isAskedFor: boolean;
}

/** How one talks to a printer about its state: what differs between ESC/POS and Star. */
export interface StatusLanguage {
  /** All that has to be asked to know its state, one after the other; each is answered at once, whatever it prints. */
  readonly questions: readonly Question[];
  /** Lets it tell of changes by itself; null where that could be taken for an answer. */
  readonly watch: Uint8Array | null;
  /** Empties its buffers and ends a command that was cut off; null where the language has no such command. */
  readonly clear: Uint8Array | null;
  /** What to send after a document. Null where its end cannot be known. */
  nextFence(): Fence | null;
  /** The next one of the same document, once the one before was answered. */
  fenceAfter(): Fence | null;
  /**
   * False where the word of an earlier fence that still lies in the printer could be taken for that of the next. Such a
   * printer is given nothing before it has answered all of them.
   */
  readonly namesFences: boolean;
  createReader(): StatusReader;
}

/** XON and XOFF: a printer that is set to them sends them at any time, also within a word, and no word has them. */
export function isFlow(byte: number): boolean {
  return byte === 0x11 || byte === 0x13;
}
