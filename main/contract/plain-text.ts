// Text as a person reads it, for guards that look into what callers send: written in other signs it is the same text,
// and no guard may see less of it than another.

// What is not seen goes first: it would keep digits apart; and so would the marks that can stand on a digit.
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?<=\p{Nd}[\p{Default_Ignorable_Code_Point}\p{Cf}]*)\p{M}+/gu;
const otherDigit = /(?![0-9])\p{Nd}/gu;
const isDigit = /^\p{Nd}$/u;
const foldable = /[^\t-~]/;

/** Whether `plainText` may differ from the text; most texts are plain already. */
export function isFoldable(text: string): boolean {
  return foldable.test(text);
}

/** Without what is not seen, full-width and other variants as the plain sign, digits of every script as 0 to 9. */
export function plainText(text: string): string {
  if (!isFoldable(text)) return text;
  return text.replaceAll(unseen, '').normalize('NFKC').replaceAll(otherDigit, digitOf);
}

/** Unicode keeps the ten digits of a script together, in order, beginning with zero. */
function digitOf(digit: string): string {
  const own = digit.codePointAt(0) ?? 0;
  let first = own;
  while (isDigit.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((own - first) % 10);
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
