// The digits of a text in groups, and which groups together have a card number's length, prefix and check digit. Texts
// of 60 kB that hold nothing but digits come from programs, and are looked at on the thread that sales need: so each
// sign is looked at a bounded number of times, and nothing is copied before a number was found.
import { isOfNetwork, leastDigits, mayBegin, mostDigits } from './card-networks.ts';

const [zero, nine] = [48, 57];

function isDigit(code: number): boolean {
  return code >= zero && code <= nine;
}

function isLetter(code: number): boolean {
  // Both cases differ in one bit.
  const small = code | 32;
  return small >= 97 && small <= 122;
}

/** Whether so many digits stand together, with at most `mostBetween` signs and no letter between any two of them. */
export function hasDigits(text: string, least: number, mostBetween: number): boolean {
  let count = 0;
  let between = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) {
      count += 1;
      between = 0;
      if (count === least) return true;
    } else if (count > 0) {
      between += 1;
      if (between > mostBetween || isLetter(code)) count = 0;
    }
  }
  return false;
}

/** Groups by their number, the first is 0. */
export class DigitGroups {
  readonly count: number;
  readonly #text: string;
  /** The place of the first sign of each group, and the place behind its last one. */
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  /** How many digits stand before each group; and, at the end, in all of them. */
  readonly #before: Int32Array;
  /** How many signs stand between each group and the one before, or 0 where a letter is among them. */
  readonly #bareGaps: Int32Array;

  constructor(text: string) {
    this.#text = text;
    const most = Math.ceil(text.length / 2);
    this.#starts = new Int32Array(most);
    this.#ends = new Int32Array(most);
    this.#bareGaps = new Int32Array(most);
    this.#before = new Int32Array(most + 1);
    let [count, digits, end, isBare] = [0, 0, 0, true];
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (!isDigit(code)) {
        isBare &&= !isLetter(code);
        continue;
      }
      this.#starts[count] = at;
      this.#bareGaps[count] = isBare && count > 0 ? at - end : 0;
      end = at + 1;
      while (isDigit(text.charCodeAt(end))) end += 1;
      digits += end - at;
      this.#ends[count] = end;
      count += 1;
      this.#before[count] = digits;
      isBare = true;
      at = end - 1;
    }
    this.count = count;
  }

  start(group: number): number {
    return this.#starts[group] ?? 0;
  }

  end(group: number): number {
    return this.#ends[group] ?? 0;
  }

  /** How many digits it has. */
  width(group: number): number {
    return this.end(group) - this.start(group);
  }

  /** How many signs stand between the group before and this one; 0 where a letter of A to Z does, and for the first. */
  bareGap(group: number): number {
    return this.#bareGaps[group] ?? 0;
  }

  /** The digits of these groups, the last one included. */
  digits(first: number, last: number): string {
    let all = '';
    for (let group = first; group <= last; group += 1) all += this.#text.slice(this.start(group), this.end(group));
    return all;
  }

  /** A card number that begins and ends where groups do: an expiry date or a code may stand before or behind it. */
  holdCard(first: number, last: number): boolean {
    const all = this.#before[last + 1] ?? 0;
    for (let from = first; from <= last; from += 1) {
      if (all - (this.#before[from] ?? 0) < leastDigits) return false;
      if (this.#isCardFrom(from, last)) return true;
    }
    return false;
  }

  /** Looks at no more digits than a card number has. */
  #isCardFrom(first: number, last: number): boolean {
    const text = this.#text;
    if (!mayBegin(text.charAt(this.start(first)))) return false;
    // Luhn's sums, as the last digit is the first, third... or the second, fourth... from here.
    let [odd, even, length] = [0, 0, 0];
    for (let group = first; group <= last; group += 1) {
      const end = this.end(group);
      let at = this.start(group);
      if (length + end - at > mostDigits) return false;
      for (; at < end; at += 1) {
        const digit = text.charCodeAt(at) - zero;
        const doubled = digit > 4 ? digit * 2 - 9 : digit * 2;
        length += 1;
        odd += length % 2 === 1 ? digit : doubled;
        even += length % 2 === 1 ? doubled : digit;
      }
      const sum = length % 2 === 1 ? odd : even;
      if (length >= leastDigits && sum % 10 === 0 && isOfNetwork(this.digits(first, group))) return true;
    }
    return false;
  }
}
