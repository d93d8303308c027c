// One connection to a printer, with what the printer says on it. One question is asked at a time: answers to different
// questions look alike. Nothing here has a time limit; who waits sets it, and closes the session when it is over, so
// that a late answer is never taken for another.
import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from '../lines/line.ts';
import { noFacts, type PrinterFacts } from '../status/facts.ts';
import type { Fence, PrinterWord, StatusLanguage } from '../status/words.ts';

export interface Session {
  /** Asks for all of its state. Rejects when the line is closed. */
  readonly ask: () => Promise<PrinterFacts>;
  /** Resolves at the first such word from now on; rejects where none can come any more. */
  readonly hears: (wanted: (word: PrinterWord) => boolean) => Promise<void>;
  /**
   * Sends a fence and resolves once it was answered; rejects where it cannot be any more. `isOver`: the word is not waited
   * for any more, and the printer not asked for it.
   */
  readonly passes: (fence: Fence, isOver?: () => boolean) => Promise<void>;
  /** How many words of fences it has said. */
  readonly fenceWords: () => number;
  /** The token of the last one. */
  readonly lastFence: () => string | null;
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly finish: () => Promise<void>;
  /** What is known of it from this session. */
  readonly facts: () => PrinterFacts;
  /** `performance.now()` when it last said something; when the session began, where it has not. */
  readonly heardAtMs: () => number;
  readonly isOpen: () => boolean;
  readonly onLost: (listener: () => void) => void;
  readonly close: () => Promise<void>;
}

/** How often a printer is asked for its word that does not say it by itself. */
const askForWordMs = 100;

/** `onFacts`: called with each whole state that it told. */
export function createSession(
  connection: Connection,
  language: StatusLanguage,
  onFacts: (facts: PrinterFacts) => void,
): Session {
  const reader = language.createReader();
  const listeners = new Map<(word: PrinterWord) => void, (error: Error) => void>();
  let facts = noFacts;
  let heardAtMs = performance.now();
  let fenceWords = 0;
  let lastFence: string | null = null;
  let rounds: Promise<unknown> = Promise.resolve();

  connection.onBytes((bytes) => {
    for (const byte of bytes) {
      for (const word of reader.feed(byte)) hear(word);
    }
  });

  function hear(word: PrinterWord) {
    heardAtMs = performance.now();
    if (word.type === 'fence') {
      fenceWords += 1;
      lastFence = word.token;
    }
    // What it tells by itself is whole; answers are put together first.
    if (word.type === 'facts' && !word.answer) known({ ...facts, ...word.facts });
    for (const listener of listeners.keys()) listener(word);
  }

  /** No more words come. */
  function end() {
    const waiting = [...listeners.values()];
    listeners.clear();
    for (const reject of waiting) reject(new Error('The line is closed.'));
  }
  connection.onLost(end);

  function known(all: PrinterFacts) {
    facts = all;
    onFacts(all);
  }

  /** `then`: what to do once the listener stands. */
  function hears(wanted: (word: PrinterWord) => boolean, then?: () => Promise<void>): Promise<PrinterWord> {
    return new Promise((resolve, reject) => {
      const listener = (word: PrinterWord) => {
        if (!wanted(word)) return;
        listeners.delete(listener);
        resolve(word);
      };
      listeners.set(listener, reject);
      if (connection.isOpen()) then?.().catch(reject);
      else end();
    });
  }

  async function round(): Promise<PrinterFacts> {
    let told: Partial<PrinterFacts> = {};
    for (const { number, bytes } of language.questions) {
      const word = await hears(
        (each) => each.type === 'facts' && each.answer,
        () => {
          reader.asked(number);
          return connection.write(bytes);
        },
      );
      if (word.type === 'facts') told = { ...told, ...word.facts };
    }
    known({ ...facts, ...told });
    return facts;
  }

  function ask(): Promise<PrinterFacts> {
    const asked = rounds.then(round);
    rounds = asked.catch(() => undefined);
    return asked;
  }

  async function passes({ bytes, token, words, isAskedFor }: Fence, isOver = () => false): Promise<void> {
    let heard = 0;
    let hasPassed = false;
    const passing = hears(
      (word) => {
        if (word.type === 'fence' && word.token === token) heard += 1;
        return heard === words;
      },
      () => connection.write(bytes),
    ).finally(() => (hasPassed = true));
    // Where it can be asked no more, `passing` fails, too.
    if (isAskedFor) askUntil(() => hasPassed || isOver()).catch(() => undefined);
    await passing;
  }

  async function askUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await ask();
      await pause(askForWordMs);
    }
  }

  return {
    ask,
    hears: async (wanted) => {
      await hears(wanted);
    },
    passes,
    fenceWords: () => fenceWords,
    lastFence: () => lastFence,
    write: connection.write,
    finish: connection.finish,
    facts: () => facts,
    heardAtMs: () => heardAtMs,
    isOpen: connection.isOpen,
    onLost: connection.onLost,
    close: () => {
      end();
      return connection.close();
    },
  };
}
