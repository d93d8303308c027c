// Text as a person reads it, for guards that look into what callers send: written in other signs it is the same text,
// and no guard may see less of it than another.

// What is not seen goes first: it would keep digits apart; and so would the marks that can stand on a digit.
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?<=\p{Nd}[\p{Default_Ignorable_Code_Point}\p{Cf}]*)\p{M}+/gu;
// Circles, and numerals that are written digit by digit, stand for a digit without being one to Unicode.
const otherDigit =
  /(?![0-9])\p{Nd}|[\u24F5-\u24FD\u24FF\u2776-\u277E\u2780-\u2788\u278A-\u2792\u3007\u3021-\u3029\u1369-\u1371\u{1D360}-\u{1D368}\u{1F10B}\u{1F10C}〇一二三四五六七八九]/gu;
/** The signs for one; those for two to nine follow. */
const numeralOnes = [0x24f5, 0x2776, 0x2780, 0x278a, 0x3021, 0x1369, 0x1d360];
const hanDigits = '〇一二三四五六七八九';
const isDigit = /^\p{Nd}$/u;
// Normalizing sorts the marks on one sign, in quadratic time: seconds for 64 KiB of them. No writing puts more on a sign
// than the 30 of Unicode's stream-safe text format (UAX 15). The voiced marks of half-width kana become marks.
const tooManyMarks = /(?<=[\p{M}\uFF9E\uFF9F]{30})[\p{M}\uFF9E\uFF9F]+/gu;
const foldable = /[^\t-~]/;

/** Whether `plainText` may differ from the text; most texts are plain already. */
function isFoldable(text: string): boolean {
  return foldable.test(text);
}

/** Without what is not seen, full-width and other variants as the plain sign, digits of every script as 0 to 9. */
export function plainText(text: string): string {
  if (!isFoldable(text)) return text;
  return text.replaceAll(unseen, '').replaceAll(tooManyMarks, '').normalize('NFKC').replaceAll(otherDigit, digitOf);
}

// Bounded by the digits that Unicode has.
const knownDigits = new Map<string, string>();

function digitOf(digit: string): string {
  const known = knownDigits.get(digit) ?? lookedUp(digit);
  knownDigits.set(digit, known);
  return known;
}

/** Unicode keeps the ten digits of a script together, in order, beginning with zero. */
function lookedUp(digit: string): string {
  const own = digit.codePointAt(0) ?? 0;
  if (!isDigit.test(digit)) return numeralDigit(digit, own);
  let first = own;
  while (isDigit.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((own - first) % 10);
}

function numeralDigit(numeral: string, own: number): string {
  const one = numeralOnes.find((each) => own >= each && own < each + 9);
  return String(one === undefined ? Math.max(0, hanDigits.indexOf(numeral)) : own - one + 1);
}

const plainName = /^[A-Za-z0-9]*$/;

/** A member's name by its letters and digits alone, whatever their case: `Card_Security-Code` is `cardsecuritycode`. */
export function bareName(name: string): string {
  if (plainName.test(name)) return name.toLowerCase();
  // Through capitals: some letters have the same capital (ı, i), or one of two letters (ß, ss).
  return plainText(name)
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
