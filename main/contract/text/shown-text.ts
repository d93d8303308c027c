// What a text shows of itself. Some characters are not seen, or turn the text around them: two ids that differ in them
// are one id to a person, and a name that holds them can say something else than it is. Ids and names that somebody
// chooses may not hold them (core/sensitive-data/free-text.ts, core/staff/people.ts, loopback/access/new-client.ts); what comes from the gateway, or was
// stored before this rule, cannot be refused: there they are shown by their number.

// Control, format, private, unassigned and half characters, line ends, what Unicode means to be ignored, and the blank of Braille.
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** A blank that is not the plain one. */
const otherBlank = /(?! )\p{Zs}/u;
/** Not the line ends of a receipt, and not what makes one sign of several pictures. */
const toShow =
  /(?![\n\t]|\r(?:\n|$))(?!(?<=\p{Extended_Pictographic}\uFE0F?)[\uFE0F\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;
const isolates = /[\u2068\u2069]/;
const plain = /^[ -~]*$/;

/** In English, to be read after a field's name. */
export const unseenWords = 'must not hold characters that are not seen as such';

export const uncomposedWords = 'must have its letters and accents composed (Unicode NFC)';

// Composing sorts the marks on one sign, in quadratic time; no writing puts more on a sign (UAX 15).
const tooManyMarks = /[\p{M}\uFF9E\uFF9F]{31}/u;

/** Whether the text has another spelling that looks the same and is canonically equal: `e` with an accent of its own. */
export function isUncomposed(text: string): boolean {
  return !plain.test(text) && (tooManyMarks.test(text) || text !== text.normalize('NFC'));
}

/**
 * Whether an id has characters that are not seen. A blank that is not the plain one looks like it, so it counts, too.
 */
export function hasUnseen(text: string): boolean {
  return !plain.test(text) && (unseen.test(text) || otherBlank.test(text));
}

/** The same for a name, which may hold the blanks of its script. */
export function nameHasUnseen(name: string): boolean {
  return !plain.test(name) && unseen.test(name);
}

/** With a number for each character that is not seen: `‹U+202E›`. What is isolated already stays so. */
export function shownText(text: string): string {
  if (plain.test(text)) return text;
  const whole = isBalanced(text);
  return text.replaceAll(toShow, (sign) => (whole && isolates.test(sign) ? sign : `‹${numberOf(sign)}›`));
}

/** Whether each isolate in it is closed in it, so that none of them reaches beyond. */
function isBalanced(text: string): boolean {
  let open = 0;
  for (const [sign] of text.matchAll(/[\u2068\u2069]/g)) {
    open += sign === '\u2068' ? 1 : -1;
    if (open < 0) return false;
  }
  return open === 0;
}

/** The same for a place within a sentence, whose own direction it leaves alone: between FSI and PDI where it needs it. */
export function isolated(text: string): string {
  const shown = shownText(text);
  return rightToLeft.test(shown) ? `\u2068${shown}\u2069` : shown;
}

/** JSON that says the same and holds nothing that is not seen. */
export function shownJson(json: string): string {
  return plain.test(json) ? json : json.replaceAll(toShow, escapedUnits);
}

function escapedUnits(sign: string): string {
  return Array.from({ length: sign.length }, (_, index) => {
    return String.raw`\u${sign.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }).join('');
}

function numberOf(sign: string): string {
  return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
