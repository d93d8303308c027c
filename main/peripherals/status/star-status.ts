// Status in Star's line mode: frames of 7 to 15 bytes, the first of which says how many (Star Line Mode specification,
// p. 84, 183 and 186). Every byte has bit 4 off, the first has bit 0 on, all others have it off, and all but the second,
// the version, have bit 7 off: newer printers set it there ("23 86 00 ..."). The end of a document is known by a counter
// that goes on with each ETB: the printer adds one when all before it is printed (p. 83). Not tried on a real printer.
import type { Confirmation } from '../address/profile.ts';
import type { PrinterFacts } from './facts.ts';
import {
  type Fence,
  type PrinterWord,
  type Question,
  type StatusLanguage,
  type StatusReader,
  isFlow,
} from './words.ts';

const question: Question = { number: 1, bytes: Uint8Array.of(0x1b, 0x06, 0x01) };
const etb = 0x17;
/** The counter goes from 0 to 31 and round. */
const counts = 32;
const shortest = 7;

export function starStatus(confirms: Confirmation): StatusLanguage {
  /** What the counter said last. */
  let counted = 0;
  /** What the fence that was sent last lets it say: so many from there on. */
  let awaited = { from: 0, ends: counts };
  /** It counted what it was not sent, or lost its power: until the next document its numbers prove nothing. */
  let isAstray = false;
  function fenceFrom(from: number): Fence | null {
    if (confirms !== 'etb') return null;
    // Two, so that one of an earlier document that is counted late does not reach the number. A printer that lost its
    // power counts from 0 again, so that 0 is no proof.
    const ends = from === counts - 2 ? 3 : 2;
    awaited = { from, ends };
    return {
      bytes: new Uint8Array(ends).fill(etb),
      token: tokenOf((from + ends) % counts),
      words: 1,
      isAskedFor: true,
    };
  }
  return {
    questions: [question],
    watch: null,
    clear: null,
    namesFences: false,
    nextFence: () => {
      isAstray = false;
      return fenceFrom(counted);
    },
    // From the number that proved the one before, and not from what it says now: that may be more than it was sent.
    fenceAfter: () => fenceFrom((awaited.from + awaited.ends) % counts),
    createReader: () =>
      createStarReader((count) => {
        counted = count;
        const { from, ends } = awaited;
        isAstray ||= (count - from + counts) % counts > ends;
        return isAstray ? 'astray' : tokenOf(count);
      }),
  };
}

const tokenOf = (count: number) => `etb ${count}`;

/** `tokenOfCount`: called with the counter in each frame, for the token that it stands for. */
export function createStarReader(tokenOfCount: (count: number) => string = tokenOf): StatusReader {
  let frame: number[] = [];
  return {
    // Every frame says all, so that it does not matter what it answers.
    asked: () => undefined,
    feed: (byte) => {
      if (isFlow(byte)) return [];
      const isHead = (byte & 0b1001_0001) === 0b0000_0001;
      const isBody = (byte & (frame.length === 1 ? 0b0001_0001 : 0b1001_0001)) === 0;
      if (isHead) frame = lengthOf(byte) >= shortest ? [byte] : [];
      else if (frame.length > 0 && isBody) frame.push(byte);
      else frame = [];
      const [head] = frame;
      if (head === undefined || frame.length < lengthOf(head)) return [];
      const whole = frame;
      frame = [];
      const words: PrinterWord[] = [{ type: 'facts', facts: factsOf(whole), answer: true }];
      // Frames that are too short for it have no counter.
      const counter = whole[7];
      if (counter === undefined) return words;
      return [...words, { type: 'fence', token: tokenOfCount(fiveBits(counter)) }];
    },
  };
}

const lengthOf = (head: number) => ((head >> 1) & 0b111) | (((head >> 5) & 1) << 3);

/** Bits 1, 2, 3, 5 and 6: the others are fixed. */
const fiveBits = (byte: number) => ((byte >> 1) & 0b111) | (((byte >> 5) & 0b11) << 3);

function factsOf([, , first = 0, second = 0, , fourth = 0]: readonly number[]): PrinterFacts {
  return {
    offline: (first & 0x08) !== 0,
    coverOpen: (first & 0x20) !== 0,
    drawerHigh: (first & 0x04) !== 0,
    // High temperature, an error that stays, the cutter.
    error: (second & 0x68) !== 0,
    paperLow: (fourth & 0x06) !== 0,
    paperOut: (fourth & 0x08) !== 0,
  };
}
