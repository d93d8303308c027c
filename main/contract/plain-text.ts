// Text as a person reads it, for guards that look into what callers send: written in other signs it is the same text,
// and no guard may see less of it than another.

// Full-width signs and odd spaces fold with NFKC; Arabic-Indic digits and signs without width do not.
const withoutWidth = /[\u00AD\u200B-\u200F\u2060\uFEFF]/g;
const arabicDigit = /[\u0660-\u0669\u06F0-\u06F9]/g;
const foldable = /[^\t-~]/;

/** Whether `plainText` may differ from the text; most texts are plain already. */
export function isFoldable(text: string): boolean {
  return foldable.test(text);
}

export function plainText(text: string): string {
  if (!isFoldable(text)) return text;
  return text
    .normalize('NFKC')
    .replaceAll(withoutWidth, '')
    .replaceAll(arabicDigit, (digit) => String((digit.codePointAt(0) ?? 0) % 16));
}

/** A member's name by its letters and digits alone: `Card_Security-Code` is `cardsecuritycode`. */
export function bareName(name: string): string {
  return plainText(name)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
