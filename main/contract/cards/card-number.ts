// Finds card numbers in text, so that free-text fields can refuse them and log lines can drop them. A hit has a card
// network's prefix, a length that this network has, and a valid Luhn digit; all three, so that order numbers are not
// taken for cards.
// Digits may stand together, in the groups that cards are written in, or each for itself, with any signs between them; and
// encoded as addresses and pages have them. What a card's
// stripe holds is found by its form, whatever the number in it: readers that type like a keyboard put it into any field.
import { isOfNetwork, leastDigits, mostDigits } from './card-networks.ts';
import { DigitGroups, hasDigits } from './digit-groups.ts';
import type { Json } from '../data/json.ts';
import { plainText } from '../text/plain-text.ts';

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

// In each of them; nearly no other text has it, and the search for whole ones is dear.
const partOfRandomId = /[\da-f]{12}/i;

/** Fewer digits than this beside its longest run: no such id is made by chance, and somebody may have filled a number up. */
const leastOtherDigits = 3;

/** The text with random ids blanked, sign for sign. Digits alone are none, nor are they with one letter around them. */
function withoutRandomIds(text: string): string {
  if (!partOfRandomId.test(text)) return text;
  return text.replaceAll(randomId, (id) => {
    const letters = new Set(id.toLowerCase().replaceAll(/[^a-f]/g, ''));
    const runs = (id.match(/\d+/g) ?? []).map(({ length }) => length);
    const [longest, all] = [Math.max(0, ...runs), runs.reduce((sum, length) => sum + length, 0)];
    const isFilledUp = longest >= leastDigits && all - longest < leastOtherDigits;
    return letters.size < 2 || isFilledUp ? id : '*'.repeat(id.length);
  });
}

// In one run of digits: behind the zeros that fill a fixed width, beside its date, before its security code, or before
// both, as on track 2. Anywhere else in a longer run it is not looked for: nearly every run of 20 digits holds one by
// chance. A date with the year first is looked for behind the number only, because timestamps begin so.
const month = '(?:0[1-9]|1[0-2])';
const year = String.raw`(?:2[4-9]|3\d|4[0-5])`;
const date = `(?:${month}${year}|${year}${month})`;
const longDate = `(?:${month}20${year}|20${year}${month})`;
const number = String.raw`(\d{14,19})`;
const datedForms = [`^0*${number}${date}$`, `^0*${number}${longDate}$`, `^${month}${year}${number}$`].map(
  (form) => new RegExp(form),
);
const wrappedForms = [
  ...datedForms,
  ...[
    `^0+${number}$`,
    `^${month}20${year}${number}$`,
    String.raw`^0*${number}${date}\d{3}$`,
    String.raw`^(3[47]\d{13})${date}\d{4}$`,
    String.raw`^(\d{16})\d{3}$`,
    String.raw`^(3[47]\d{13})\d{4}$`,
  ].map((form) => new RegExp(form)),
];
const widestWrapped = 40;

function wrappedPlaces(groups: DigitGroups, text: string): Place[] {
  const places: Place[] = [];
  const isIn = (first: number, last: number, forms: readonly RegExp[]): boolean => {
    const digits = groups.digits(first, last);
    return forms.some((form) => isWholeNumber(form.exec(digits)?.[1] ?? ''));
  };
  // The date is written with its sign: `...1112/30`, `12/304111...`.
  const isDatePart = (group: number, behind: number) =>
    (groups.width(group) === 2 || groups.width(group) === 4) &&
    groups.bareGap(behind) === 1 &&
    dateSigns.includes(text.charAt(groups.start(behind) - 1));
  for (let group = 0; group < groups.count; group += 1) {
    const width = groups.width(group);
    if (width <= leastDigits || width > widestWrapped) continue;
    const [first, last] = [
      group > 0 && isDatePart(group - 1, group) ? group - 1 : group,
      group + 1 < groups.count && isDatePart(group + 1, group + 1) ? group + 1 : group,
    ];
    if (isIn(group, group, wrappedForms) || isIn(first, group, datedForms) || isIn(group, last, datedForms))
      places.push({ from: groups.start(first), to: groups.end(last) });
  }
  return places;
}

const dateSigns = '/-.';

function isWholeNumber(digits: string): boolean {
  return isOfNetwork(digits) && new DigitGroups(digits).holdCard(0, 0);
}

/** Whether pieces of digits, put together, are a card's number and nothing else: all as long, the last one perhaps shorter. */
function isSpreadCardNumber(pieces: readonly string[]): boolean {
  const [first = ''] = pieces;
  if (pieces.length > mostDigits) return false;
  const isEven = pieces.every(({ length }, at) => length === first.length || (at === pieces.length - 1 && at > 0));
  const digits = pieces.join('');
  if (!isEven || (pieces.at(-1) ?? '').length > first.length || !/^\d{14,19}$/.test(digits)) return false;
  return isWholeNumber(digits);
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

interface Place {
  readonly from: number;
  readonly to: number;
}

/** Runs of digits with single spaces or hyphens anywhere, whatever stands beside them: no letter makes it something else
 * (`visa4111...`, `cc4111...`, `...exp1230`, the B and the D on a card's tracks). */
function togetherPlaces(groups: DigitGroups, text: string): Place[] {
  const places: Place[] = [];
  const isTight = (group: number): boolean => {
    if (groups.bareGap(group) !== 1 || isTime(groups, group) || isTime(groups, group - 1)) return false;
    const sign = text.charCodeAt(groups.start(group) - 1);
    return sign === space || sign === hyphen;
  };
  for (let first = 0; first < groups.count;) {
    let last = first;
    while (last + 1 < groups.count && isTight(last + 1)) last += 1;
    if (groups.holdCard(first, last)) places.push({ from: groups.start(first), to: groups.end(last) });
    first = last + 1;
  }
  return places;
}

const [space, hyphen] = [32, 45];

// A day, a minute, a second or a millisecond, as ids and counters begin and end with it (`4-1795812127468-17`). No card
// is written in such a group.
const dayText = String.raw`20[0-4]\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])`;
const timeText = new RegExp(
  String.raw`^(?:${dayText}(?:(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d(?:\d{3})?)?)?|1[5-9]\d{11})$`,
);
const timeWidths: ReadonlySet<number> = new Set([8, 12, 13, 14, 17]);

function isTime(groups: DigitGroups, group: number): boolean {
  return timeWidths.has(groups.width(group)) && timeText.test(groups.digits(group, group));
}

// Groups of four (Visa, Mastercard, ...) or 4-6-5 and 4-6-4 (Amex, Diners), with up to three signs between them; halves
// of eight with one sign; and thousands (`4,111,111,111,111,111`).
const mostBetweenGroups = 3;

function groupedPlaces(groups: DigitGroups): Place[] {
  const places: Place[] = [];
  for (let first = 0; first + 1 < groups.count; first += 1) {
    const last = lastHalf(groups, first) ?? lastGrouped(groups, first) ?? lastThousand(groups, first);
    if (last !== null && groups.holdCard(first, last)) places.push({ from: groups.start(first), to: groups.end(last) });
  }
  return places;
}

function lastGrouped(groups: DigitGroups, first: number): number | null {
  const follows = (group: number, least: number, most: number): boolean =>
    group < groups.count &&
    isWithin(groups.bareGap(group), mostBetweenGroups) &&
    groups.width(group) >= least &&
    groups.width(group) <= most;
  if (groups.width(first) !== 4) return null;
  if (follows(first + 1, 6, 6)) return follows(first + 2, 4, 5) ? first + 2 : null;
  for (const group of [first + 1, first + 2, first + 3]) if (!follows(group, 4, 4)) return null;
  return follows(first + 4, 1, 3) ? first + 4 : first + 3;
}

/** Two numbers of eight digits in a list stand farther apart. */
function lastHalf(groups: DigitGroups, first: number): number | null {
  const [width, next] = [groups.width(first), groups.width(first + 1)];
  return width === 8 && next === 8 && groups.bareGap(first + 1) === 1 && !isTime(groups, first + 1) ? first + 1 : null;
}

function lastThousand(groups: DigitGroups, first: number): number | null {
  let [digits, last] = [groups.width(first), first];
  if (digits > 3) return null;
  while (digits < mostDigits && groups.width(last + 1) === 3 && groups.bareGap(last + 1) === 1) {
    last += 1;
    digits += 3;
  }
  return isOfNetwork(groups.digits(first, last)) ? last : null;
}

function isWithin(gap: number, most: number): boolean {
  return gap > 0 && gap <= most;
}

const widestPiece = 3;
const leastPieces = Math.ceil(leastDigits / widestPiece);
const mostBetweenPieces = 6;

/** Where a number stands in even pieces: between them always the same, or between single digits as many signs. */
function spreadPlaces(groups: DigitGroups, text: string): Place[] {
  const isSame = (one: number, other: number): boolean => {
    const [end, otherEnd] = [groups.start(one), groups.start(other)];
    for (let back = groups.bareGap(one); back > 0; back -= 1) {
      if (text.charCodeAt(end - back) !== text.charCodeAt(otherEnd - back)) return false;
    }
    return true;
  };
  const isEven = (one: number, other: number) => groups.bareGap(one) === groups.bareGap(other);
  return [
    ...evenParts(groups, (one, other) => isEven(one, other) && isSame(one, other)),
    ...evenParts(groups, (one, other) => groups.width(other) === 1 && isEven(one, other)),
  ];
}

/** `goesOn`: whether what stands before one piece and before the next is alike. */
function evenParts(groups: DigitGroups, goesOn: (one: number, other: number) => boolean): Place[] {
  const places: Place[] = [];
  let first = 0;
  const close = (last: number) => {
    const count = last - first + 1;
    if (count < leastPieces || count > mostDigits) return;
    if (isOfNetwork(groups.digits(first, last)) && groups.holdCard(first, last))
      places.push({ from: groups.start(first), to: groups.end(last) });
  };
  for (let piece = 1; piece < groups.count; piece += 1) {
    const last = piece - 1;
    const [width, lastWidth, own] = [groups.width(first), groups.width(last), groups.width(piece)];
    const isNear = isWithin(groups.bareGap(piece), mostBetweenPieces) && own <= widestPiece;
    const fits = isNear && lastWidth === width && width <= widestPiece && own <= width;
    if (fits && (last === first || goesOn(last, piece))) continue;
    close(last);
    // The last piece before may be the first of what follows: `1: 4.1.1.1`.
    first = isNear && lastWidth === own ? last : piece;
  }
  close(groups.count - 1);
  return places;
}

const encodedDigit = /%(?:25)*3(\d)|&(?:amp;)*#(?:x0*3(\d)|0*(4[89]|5[0-7]));|\\+(?:u00|u\{0*|x)3(\d)\}?/gi;
const encodedSign = /%(?:25)*[\da-f]{2}|&(?:amp;)*(?:#\w{1,6}|[a-z]{2,8});|\\+(?:u00|x)[\da-f]{2}/gi;
const mayBeEncoded = /[%&\\]|\s{4}/;
const longBlanks = /\s{4,}/g;

/**
 * Digits that are encoded as in an address, a page or a program as digits, other signs that are so as a space, and wide
 * gaps as one.
 */
function decoded(text: string): string {
  if (!mayBeEncoded.test(text)) return text;
  const digit = (_: string, percent?: string, hex?: string, code?: string, escaped?: string) =>
    percent ?? hex ?? escaped ?? String.fromCharCode(Number(code));
  return plainText(text.replaceAll(encodedDigit, digit).replaceAll(encodedSign, ' ').replaceAll(longBlanks, ' '));
}

/** What a card's stripe holds: it may be kept nowhere, whatever the field. */
export function containsTrackData(text: string): boolean {
  return hasTrackData(plainText(text));
}

/** In English, to be read after a field's name. */
export const cardNumberWords = 'must not contain a card number';

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
  // Most texts do not: no letters apart they hold fewer digits than a card number.
  return hasDigits(plain, leastDigits, mostBetweenPieces) && placesIn(plain).length > 0;
}

/** Where card numbers begin and end, in order; what overlaps is one place. */
function placesIn(plain: string): Place[] {
  const looked = withoutRandomIds(plain);
  const groups = new DigitGroups(looked);
  const found = [
    ...togetherPlaces(groups, looked),
    ...groupedPlaces(groups),
    ...wrappedPlaces(groups, looked),
    ...spreadPlaces(groups, looked),
  ].toSorted((one, other) => one.from - other.from);
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
