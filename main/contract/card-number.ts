// Finds card numbers in text, so that free-text fields can refuse them and log lines can drop them. A hit has 14 to 19
// digits, a card network's prefix and a valid Luhn digit; all three, so that order numbers are not taken for cards.
// Digits may stand together, in the groups that cards are written in, or each for itself, with any signs between them; and
// encoded as addresses and pages have them. What a card's
// stripe holds is found by its form, whatever the number in it: readers that type like a keyboard put it into any field.
import type { Json } from './json.ts';
import { plainText } from './plain-text.ts';

// Leading digits that ISO 7812 gives to card networks: Visa 4, Mastercard 51-55 and 2221-2720, Amex 34 and 37,
// Discover 6011, 644-649 and 65, Diners 36, 38 and 300-305, JCB 3528-3589, UnionPay 62 and 81, Maestro 50 and 56-69.
const networkPrefix =
  /^(4|5[0-9]|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720|3[47]|36|38|30[0-5]|352[89]|35[3-8]\d|6\d|81)/;

// A run of digits with single spaces or hyphens anywhere, whatever stands beside it: no letter makes it something else
// (`visa4111...`, `cc4111...`, `...exp1230`, the B and the D on a card's tracks).
const together = /(?<!\d)\d(?:[ -]?\d){13,}(?!\d)/g;
// Groups of four (Visa, Mastercard, ...) or 4-6-5 and 4-6-4 (Amex, Diners), with up to three signs between them.
const between = String.raw`[^\da-zA-Z]{1,3}`;
const grouped = new RegExp(
  String.raw`(?<!\d)\d{4}${between}(?:\d{4}${between}\d{4}${between}\d{4}(?:${between}\d{1,3})?|\d{6}${between}\d{4,5})(?!\d)`,
  'g',
);

// Tracks 1 and 2 (ISO/IEC 7813), with & for ^ as a reader for an American keyboard types it on a German one.
const track1 = String.raw`%b(?: ?\d){12,19} ?[\^&]`;
const track2 = String.raw`;\d{12,19}=\d{4}`;
const track = new RegExp(`${track1}|${track2}`, 'i');
const wholeTracks = new RegExp(`${track1}[^?_\\n]*[?_]?|${track2}\\d*\\??`, 'gi');

// Random ids as programs make them, whole: a UUID, or 32, 40 or 64 hexadecimal signs. One in some thousands of them holds
// digits that pass for a card's by chance, and a payment's link or a request must not fail by chance.
// A letter may stand before it, as in the ids that gateways give to payments.
const randomId =
  /(?<![a-z0-9])(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?:[g-z]_?)?(?:[\da-f]{64}|[\da-f]{40}|[\da-f]{32}))(?![a-z0-9])/gi;

/** The text with random ids blanked, sign for sign. Digits alone are none, nor are they with one letter around them. */
function withoutRandomIds(text: string): string {
  return text.replaceAll(randomId, (id) => {
    const letters = new Set(id.toLowerCase().replaceAll(/[^a-f]/g, ''));
    return letters.size < 2 ? id : '*'.repeat(id.length);
  });
}

const leastDigits = 14;
const mostDigits = 19;
const zero = '0'.charCodeAt(0);

function digitAt(digits: string, at: number): number {
  return digits.charCodeAt(at) - zero;
}

function doubled(digit: number): number {
  return digit > 4 ? digit * 2 - 9 : digit * 2;
}

/** A card number that begins and ends where groups do: an expiry date or a code may stand before or behind it. */
function isCardNumber(run: string): boolean {
  const digits = run.replaceAll(/\D+/g, '');
  const ends = endsOfGroups(run);
  for (let from = 0; from < digits.length; from = ends[from] ?? digits.length) {
    if (digits.length - from < leastDigits) return false;
    if (mayBegin(digits, from) && isCardFrom(digits, from, ends)) return true;
  }
  return false;
}

/** For the first digit of each group: how many digits stand before the next group. */
function endsOfGroups(run: string): Uint32Array {
  const ends = new Uint32Array(run.length + 1);
  let count = 0;
  for (const { 0: group } of run.matchAll(/\d+/g)) {
    ends[count] = count + group.length;
    count += group.length;
  }
  return ends;
}

/** Looks at no more digits than a card number has, so that a long text costs no more than its length. */
function isCardFrom(digits: string, from: number, ends: Uint32Array): boolean {
  // Luhn's sums, as the last digit is the first, third... or the second, fourth... from here.
  let [odd, even] = [0, 0];
  let end = ends[from] ?? digits.length;
  const most = Math.min(digits.length, from + mostDigits);
  for (let at = from; at < most; at += 1) {
    const digit = digitAt(digits, at);
    const isOdd = (at - from) % 2 === 0;
    odd += isOdd ? digit : doubled(digit);
    even += isOdd ? doubled(digit) : digit;
    const length = at - from + 1;
    if (at + 1 !== end) continue;
    end = ends[end] ?? digits.length;
    const sum = length % 2 === 1 ? odd : even;
    if (length >= leastDigits && sum % 10 === 0 && networkPrefix.test(digits.slice(from, from + length))) return true;
  }
  return false;
}

// What network prefixes begin with.
function mayBegin(digits: string, from: number): boolean {
  const first = digitAt(digits, from);
  return first >= 2 && first <= 8 && first !== 7;
}

// Numbers in short pieces are also lists of quantities. So all pieces that belong together must be one number, of a
// length that its network really has.
const wholeNumber = new RegExp(
  `^(?:${[
    String.raw`4\d{15}(?:\d{3})?`,
    String.raw`(?:5[1-5]|2[2-7])\d{14}`,
    String.raw`3[47]\d{13}`,
    String.raw`3(?:0[0-5]|[68]\d)\d{11}`,
    String.raw`35\d{14}`,
    String.raw`6(?:011|4[4-9]\d|5\d\d)\d{12}`,
    String.raw`62\d{14,17}`,
    String.raw`(?:50|5[6-9]|6[37])\d{14}`,
  ].join('|')})$`,
);

/** Whether pieces of digits, put together, are a card's number and nothing else: all as long, the last one perhaps shorter. */
function isSpreadCardNumber(pieces: readonly string[]): boolean {
  const [first = ''] = pieces;
  if (pieces.length > mostDigits) return false;
  const isEven = pieces.every(({ length }, at) => length === first.length || (at === pieces.length - 1 && at > 0));
  const digits = pieces.join('');
  if (!isEven || (pieces.at(-1) ?? '').length > first.length || !/^\d{14,19}$/.test(digits)) return false;
  return wholeNumber.test(digits) && isCardNumber(digits);
}

// How a program writes a card's number in parts: digit by digit, in pairs, or in the groups on the card. Other widths are
// sums, codes of goods and years: three sums of one payment would pass for a number, and be lost.
const partWidths: ReadonlySet<number> = new Set([1, 2, 4]);
const counted = /^(.*?)(?:\d{1,2}|[a-z])$/i;

/** Members that are named by one counter (`part1`, `part2` or `a`, `b`). What has a name of its own, as each sum has, is no part. */
function isCounted(names: readonly string[]): boolean {
  const stems = new Set(names.map((name) => counted.exec(name)?.[1] ?? null));
  return stems.size === 1 && !stems.has(null);
}

function partOf(member: Json): string {
  // Quantities and prices are numbers of several digits; a group of a card's number may begin with a zero, and is a text.
  if (typeof member === 'number') return /^\d$/.test(String(member)) ? String(member) : '';
  return typeof member === 'string' ? plainText(member).trim() : '';
}

/** The card's number that a list's or an object's members make together, each of them digits; null where they make none. */
export function spreadCardNumber(value: Json): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const count = Array.isArray(value) ? value.length : Object.keys(value).length;
  if (count < 4 || count > mostDigits) return null;
  const members = Object.values(value);
  if (!Array.isArray(value) && !isCounted(Object.keys(value))) return null;
  const pieces: string[] = [];
  for (const member of members) {
    const part = partOf(member);
    if (!/^\d{1,4}$/.test(part)) return null;
    pieces.push(part);
  }
  return partWidths.has(pieces[0]?.length ?? 0) && isSpreadCardNumber(pieces) ? pieces.join('') : null;
}

interface Piece {
  readonly digits: string;
  readonly from: number;
  /** What stands between the piece before and this one; null where it is the first. */
  readonly behind: string | null;
}

/** Runs of short pieces of digits with few signs and no letters between them. */
function runsOfPieces(text: string): Piece[][] {
  const runs: Piece[][] = [];
  let end = -1;
  for (const { 0: digits, index } of text.matchAll(/\d+/g)) {
    if (digits.length > widestPiece) {
      end = -1;
      continue;
    }
    const behind = end < 0 ? '' : text.slice(end, index);
    if (/^[^\da-zA-Z]{1,6}$/.test(behind)) runs.at(-1)?.push({ digits, from: index, behind });
    else runs.push([{ digits, from: index, behind: null }]);
    end = index + digits.length;
  }
  return runs;
}

const widestPiece = 3;
const leastPieces = Math.ceil(leastDigits / widestPiece);

/** Where a number stands in even pieces: between them always the same, or between single digits as many signs. */
function spreadPlaces(text: string): Place[] {
  return runsOfPieces(text).flatMap((run) => [
    ...evenParts(run, (one, other) => one.behind === other.behind),
    ...evenParts(run, (one, other) => other.digits.length === 1 && one.behind?.length === other.behind?.length),
  ]);
}

function evenParts(run: readonly Piece[], goesOn: (one: Piece, other: Piece) => boolean): Place[] {
  const places: Place[] = [];
  let part: Piece[] = [];
  const close = () => {
    if (part.length < leastPieces) return;
    const [first, last] = [part[0], part.at(-1)];
    if (first !== undefined && last !== undefined && isSpreadCardNumber(part.map(({ digits }) => digits)))
      places.push({ from: first.from, to: last.from + last.digits.length });
  };
  for (const piece of run) {
    const [last, before] = [part.at(-1), part.at(-2)];
    const width = part[0]?.digits.length ?? 0;
    const fits =
      last !== undefined &&
      last.digits.length === width &&
      width <= widestPiece &&
      piece.digits.length <= width &&
      (before === undefined || goesOn(last, piece));
    if (fits) part.push(piece);
    else {
      close();
      // The last piece before may be the first of what follows: `1: 4.1.1.1`.
      part = last !== undefined && last.digits.length === piece.digits.length ? [last, piece] : [piece];
    }
  }
  close();
  return places;
}

const encodedDigit = /%(?:25)*3(\d)|&(?:amp;)*#(?:x0*3(\d)|0*(4[89]|5[0-7]));/gi;
const encodedSign = /%(?:25)*[\da-f]{2}|&(?:amp;)*(?:#\w{1,6}|[a-z]{2,8});/gi;

/** Digits that are encoded as in an address or a page as digits, and other signs that are so as a space. */
function decoded(text: string): string {
  if (!/[%&]/.test(text)) return text;
  const digit = (_: string, percent?: string, hex?: string, code?: string) =>
    percent ?? hex ?? String.fromCharCode(Number(code));
  return plainText(text.replaceAll(encodedDigit, digit).replaceAll(encodedSign, ' '));
}

// Most texts: no letters apart stand as many digits as a card number has.
const enoughDigits = /\d(?:[^\da-zA-Z]{0,6}\d){13}/;

/** What a card's stripe holds: it may be kept nowhere, whatever the field. */
export function containsTrackData(text: string): boolean {
  return hasTrackData(plainText(text));
}

/** Also where it stands in track data. */
export function containsCardNumber(text: string): boolean {
  return hasCardNumber(plainText(text));
}

/** The same question about a text that `plainText` has made plain already. */
export function hasTrackData(plain: string): boolean {
  return plain.length > leastDigits && track.test(plain);
}

export function hasCardNumber(plain: string): boolean {
  if (plain.length < leastDigits) return false;
  if (hasTrackData(plain) || holdsNumber(plain)) return true;
  const clear = decoded(plain);
  return clear !== plain && holdsNumber(clear);
}

function holdsNumber(plain: string): boolean {
  return enoughDigits.test(plain) && placesIn(plain).length > 0;
}

interface Place {
  readonly from: number;
  readonly to: number;
}

/** Where card numbers begin and end, in order; what overlaps is one place. */
function placesIn(plain: string): Place[] {
  const looked = withoutRandomIds(plain);
  const found = [together, grouped]
    .flatMap((form) => [...looked.matchAll(form)])
    .filter(([run]) => isCardNumber(run))
    .map(({ 0: run, index }) => ({ from: index, to: index + run.length }))
    .concat(spreadPlaces(looked))
    .toSorted((one, other) => one.from - other.from);
  const places: Place[] = [];
  for (const { from, to } of found) {
    const last = places.at(-1);
    if (last === undefined || last.to <= from) places.push({ from, to });
    else places[places.length - 1] = { from: last.from, to: Math.max(last.to, to) };
  }
  return places;
}

const removed = '[card number removed]';

/** The text with every card number and all track data replaced; for log lines. */
export function maskCardNumbers(text: string): string {
  const plain = plainText(text);
  if (!hasCardNumber(plain)) return text;
  const once = maskedPlainly(plain);
  const clear = decoded(once);
  return holdsNumber(clear) ? maskedPlainly(clear) : once;
}

function maskedPlainly(plain: string): string {
  const rest = plain.replaceAll(wholeTracks, removed);
  const pieces: string[] = [];
  let end = 0;
  for (const { from, to } of placesIn(rest)) {
    pieces.push(rest.slice(end, from), removed);
    end = to;
  }
  return pieces.join('') + rest.slice(end);
}
