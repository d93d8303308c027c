// Finds card numbers in text, so that free-text fields can refuse them and log lines can drop them. A hit has 14 to 19
// digits, a card network's prefix and a valid Luhn digit; all three, so that order numbers are not taken for cards.
// Digits may stand together, or in the groups that cards are written in, with any signs between the groups. What a card's
// stripe holds is found by its form, whatever the number in it: readers that type like a keyboard put it into any field.
import { isFoldable, plainText } from './plain-text.ts';

// Leading digits that ISO 7812 gives to card networks: Visa 4, Mastercard 51-55 and 2221-2720, Amex 34 and 37,
// Discover 6011, 644-649 and 65, Diners 36, 38 and 300-305, JCB 3528-3589, UnionPay 62 and 81, Maestro 50 and 56-69.
const networkPrefix =
  /^(4|5[0-9]|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720|3[47]|36|38|30[0-5]|352[89]|35[3-8]\d|6\d|81)/;

// A run of digits with single spaces or hyphens anywhere. Letters up to f beside it make it part of a hexadecimal id;
// other letters do not protect it ("PAN4111..."), nor do those of a card's tracks (ISO/IEC 7813): the B before it where ^
// ends it, and the D behind it where expiry date and service code follow.
const together = /(?:(?<![\da-f])|(?<=b)(?=[\d -]+\^))\d(?:[ -]?\d){13,}(?:(?![\da-f])|(?=d\d{7}))/gi;
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

function luhnValid(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** A card number that begins and ends where groups do: an expiry date or a code may stand before or behind it. */
function isCardNumber(run: string): boolean {
  const groups = run.split(/\D+/);
  return groups.some((_, from) =>
    groups.some((_end, to) => to >= from && isCardDigits(groups.slice(from, to + 1).join(''))),
  );
}

function isCardDigits(digits: string): boolean {
  return digits.length >= 14 && digits.length <= 19 && networkPrefix.test(digits) && luhnValid(digits);
}

// Most texts: nothing folds in them, and no letters apart stand as many digits as a card number has.
const enoughDigits = /\d(?:[^\da-zA-Z]{0,3}\d){13}/;

/** What a card's stripe holds: it may be kept nowhere, whatever the field. */
export function containsTrackData(text: string): boolean {
  return text.length > 14 && track.test(plainText(text));
}

/** Also where it stands in track data. */
export function containsCardNumber(text: string): boolean {
  if (containsTrackData(text)) return true;
  if (!isFoldable(text) && !(text.length >= 14 && enoughDigits.test(text))) return false;
  const folded = plainText(text);
  return [together, grouped].some((form) => [...folded.matchAll(form)].some(([run]) => isCardNumber(run)));
}

const removed = '[card number removed]';

/** The text with every card number and all track data replaced; for log lines. */
export function maskCardNumbers(text: string): string {
  if (!containsCardNumber(text)) return text;
  const mask = (run: string) => (isCardNumber(run) ? removed : run);
  const withoutTracks = plainText(text).replaceAll(wholeTracks, removed);
  return withoutTracks.replaceAll(together, mask).replaceAll(grouped, mask);
}
