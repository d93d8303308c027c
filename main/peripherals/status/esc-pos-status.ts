// Status in ESC/POS. Bytes that answer a question look like `0xx1xx10`, pushed status is four bytes of which the first
// looks like `0xx1xx00` and the others like `0xx0xxxx`, and a block is `37`, a kind, data, `00`. They come mixed, split
// anywhere, and with junk between (TM-T88III p. 82, TM-U220A p. 54, TM-L90 p. 425 to 429).
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

/** The paper's question is the last: an obstacle that ends meanwhile is seen by the first of the next round. */
const questions: readonly Question[] = [1, 2, 4].map((number) => ({
  number,
  bytes: Uint8Array.of(0x10, 0x04, number),
}));

/** DLE DC4 8: clears the buffers, answered by `37 25 00`. */
const clear = Uint8Array.of(0x10, 0x14, 0x08, 0x01, 0x03, 0x14, 0x01, 0x06, 0x02, 0x08);

/**
 * Characters of a process id: they look like no status byte (those have bit 0 off, or bit 4 off), nor like the head of a
 * block, so that a reader sees where a block was cut off.
 */
const idCharacters = '1359;=?QSUWY[]_qsuwy{}';
const idLength = 4;
const idCount = idCharacters.length ** idLength;

/** The token of a weaker fence, which carries none. */
const processed = 'processed';
/** Asked twice: a stray byte, or one answer that comes late, is no proof. */
const askProcessed = [0x1d, 0x72, 0x01];

/** `firstId` differs from run to run, so that a late answer to an earlier run's document is no answer to this one's. */
export function escPosStatus(confirms: Confirmation, firstId: number): StatusLanguage {
  let next = firstId;
  function nextFence(): Fence | null {
    switch (confirms) {
      case 'process-id': {
        const token = processId(next);
        next += 1;
        return processIdFence(token);
      }
      case 'gs-r':
        return {
          bytes: Uint8Array.of(...askProcessed, ...askProcessed),
          token: processed,
          words: 2,
          isAskedFor: false,
        };
      case 'etb':
      case 'nothing':
        return null;
    }
  }
  return {
    questions,
    // A piece of pushed status would look like the answer to `GS r`.
    watch: confirms === 'gs-r' ? null : Uint8Array.of(0x1d, 0x61, 0xff),
    clear,
    namesFences: confirms !== 'gs-r',
    nextFence,
    fenceAfter: nextFence,
    createReader: () => createEscPosReader(confirms === 'gs-r'),
  };
}

export function processId(number: number): string {
  let rest = Math.abs(Math.trunc(number)) % idCount;
  let id = '';
  for (let index = 0; index < idLength; index += 1) {
    id += idCharacters.charAt(rest % idCharacters.length);
    rest = Math.floor(rest / idCharacters.length);
  }
  return id;
}

function processIdFence(token: string): Fence {
  return {
    bytes: Uint8Array.of(0x1d, 0x28, 0x48, 0x06, 0x00, 0x30, 0x30, ...Buffer.from(token, 'latin1')),
    token,
    words: 1,
    isAskedFor: false,
  };
}

const isAnswer = (byte: number) => (byte & 0b1001_0011) === 0b0001_0010;
const isHeadOfPush = (byte: number) => (byte & 0b1001_0011) === 0b0001_0000;
const isBodyOfPush = (byte: number) => (byte & 0b1001_0000) === 0;
const blockHead = 0x37;
/** What `GS r 1` is answered with: each of its two sensors has two bits, which are alike. */
const isProcessed = (byte: number) => [0x00, 0x03, 0x0c, 0x0f].includes(byte & 0b1001_1111);

/** `awaitsProcessed`: a single byte that looks so, outside of all else, is the answer to `GS r`. */
export function createEscPosReader(awaitsProcessed = false): StatusReader {
  let question: number | null = null;
  /** The bytes of an unfinished push, and of an unfinished block; empty where there is none. */
  let push: number[] = [];
  let block: number[] = [];

  function feed(byte: number): readonly PrinterWord[] {
    if (isFlow(byte)) return [];
    // An answer in the middle of a block does not end it: no byte of a block looks like one.
    if (isAnswer(byte)) return answered(byte);
    if (block.length > 0) {
      const word = inBlock(byte);
      if (word !== 'no block') return word === null ? [] : [word];
    }
    if (byte === blockHead) {
      block = [byte];
      push = [];
      return [];
    }
    if (push.length > 0 && isBodyOfPush(byte)) {
      push.push(byte);
      if (push.length < 4) return [];
      const facts = pushedFacts(push);
      push = [];
      return [{ type: 'facts', facts, answer: false }];
    }
    push = isHeadOfPush(byte) ? [byte] : [];
    return awaitsProcessed && isProcessed(byte) ? [{ type: 'fence', token: processed }] : [];
  }

  /** Null: the block goes on. `no block`: it was none, or was cut off, and the byte is still to be read. */
  function inBlock(byte: number): PrinterWord | null | 'no block' {
    const [, kind] = block;
    const ends = kind === 0x25 ? 2 : 2 + idLength;
    const fits =
      block.length === 1
        ? byte === 0x22 || byte === 0x25
        : block.length === ends
          ? byte === 0x00
          : idCharacters.includes(String.fromCharCode(byte));
    if (!fits) {
      block = [];
      return 'no block';
    }
    block.push(byte);
    if (block.length <= ends) return null;
    const id = String.fromCharCode(...block.slice(2, -1));
    block = [];
    return kind === 0x25 ? { type: 'cleared' } : { type: 'fence', token: id };
  }

  /** Without its question such a byte means nothing: all four questions are answered alike. */
  function answered(byte: number): readonly PrinterWord[] {
    if (question === null) return [];
    const facts = answeredFacts(question, byte);
    question = null;
    return [{ type: 'facts', facts, answer: true }];
  }

  return {
    asked: (number) => {
      question = number;
    },
    feed,
  };
}

function answeredFacts(question: number, byte: number): Partial<PrinterFacts> {
  const has = (mask: number) => (byte & mask) !== 0;
  switch (question) {
    case 1:
      return { offline: has(0x08), drawerHigh: has(0x04) };
    case 2:
      return { coverOpen: has(0x04), error: has(0x40) };
    case 4:
      return { paperLow: has(0x0c), paperOut: has(0x60) };
    default:
      return {};
  }
}

function pushedFacts([first = 0, second = 0, third = 0]: readonly number[]): PrinterFacts {
  return {
    offline: (first & 0x08) !== 0,
    drawerHigh: (first & 0x04) !== 0,
    coverOpen: (first & 0x20) !== 0,
    error: (second & 0x68) !== 0,
    paperLow: (third & 0x03) !== 0,
    paperOut: (third & 0x0c) !== 0,
  };
}
