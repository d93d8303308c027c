// Which bytes print a character, and what is printed for one that no code page of the printer has. The bytes are looked
// up here and not by the encoder: it prints "?" for what it does not know, without a word, and takes control characters
// (15 for "§", 14 for "¶") where a page lists a sign there as well.
import CodepageEncoder, { type Codepage } from '@point-of-sale/codepage-encoder';
import type { CodePage } from '../address/profile.ts';

export interface Glyph {
  readonly page: number | null;
  readonly byte: number;
}

export interface CharacterSet {
  /** Null where no page has it. ASCII is in every page: its page is null. */
  glyph(character: string): Glyph | null;
  /** What is printed in its place, in characters that the set has. Itself where the set has it. */
  printable(character: string): string;
}

/** What comes closest; what is missing here loses its accents. */
const spellings: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  ß: 'ss',
  ẞ: 'SS',
  Æ: 'AE',
  æ: 'ae',
  Œ: 'OE',
  œ: 'oe',
  Ø: 'O',
  ø: 'o',
  Đ: 'D',
  đ: 'd',
  Ł: 'L',
  ł: 'l',
  Þ: 'Th',
  þ: 'th',
  Ð: 'D',
  ð: 'd',
  ı: 'i',
  '‘': "'",
  '’': "'",
  '‚': ',',
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‹': "'",
  '›': "'",
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  '×': 'x',
  '÷': ':',
  '•': '*',
  '·': '.',
  '§': 'Par.',
  '©': '(c)',
  '®': '(R)',
  '\u00a0': ' ',
};

export function characterSet(pages: readonly CodePage[]): CharacterSet {
  const glyphs = new Map<string, Glyph>();
  for (let byte = 0x20; byte < 0x7f; byte += 1) glyphs.set(String.fromCharCode(byte), { page: null, byte });
  for (const { name, page } of pages) {
    const codepoints = CodepageEncoder.getCodepoints(name as Codepage, true);
    // Below 80 are control characters and ASCII.
    for (let byte = 0x80; byte <= 0xff; byte += 1) {
      const codepoint = codepoints[byte];
      if (codepoint === undefined || codepoint < 0xa0 || codepoint === 0xfffd) continue;
      const character = String.fromCodePoint(codepoint);
      if (!glyphs.has(character)) glyphs.set(character, { page, byte });
    }
  }
  const has = (text: string) => Array.from(text).every((each) => glyphs.has(each));
  return {
    glyph: (character) => glyphs.get(character) ?? null,
    printable: (character) => {
      if (glyphs.has(character)) return character;
      const spelled = spellings[character] ?? character.normalize('NFKD').replaceAll(/\p{M}/gu, '');
      if (spelled !== '' && has(spelled)) return spelled;
      const codepoint = character.codePointAt(0) ?? 0;
      // Never a bare "?": the receipt shows that a character is missing, and which.
      return `[U+${codepoint.toString(16).toUpperCase().padStart(4, '0')}]`;
    },
  };
}

/**
 * Free text without what a printer would carry out: control characters go, a tab is a space, line breaks are one kind,
 * and so are spaces that do not break: French writes a narrow one in amounts and before a colon. Accents that stand
 * beside their letter join it; what has no width of its own and directs writing goes. What no alphabet has stays, and is
 * told.
 */
export function cleaned(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll('\u202f', '\u00a0')
    .replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/gu, '');
}

/**
 * Bytes of a line whose characters all can be printed. `selectPage`: the command before a page's number; the page of the
 * line before is remembered.
 */
export function textBytes(characters: CharacterSet, selectPage: readonly number[]): (text: string) => number[] {
  let current: number | null = null;
  return (text) =>
    Array.from(text).flatMap((character) => {
      const glyph = characters.glyph(character);
      if (glyph === null) return [];
      if (glyph.page === null || glyph.page === current) return [glyph.byte];
      current = glyph.page;
      return [...selectPage, glyph.page, glyph.byte];
    });
}
