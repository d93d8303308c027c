// A text as its words are compared: gateways write one word with and without accents, in capitals, as a code
// (`NOT_APPROVED`) and as a name (`hostTimeout`).

/** In small letters without accents; underscores, hyphens and the capitals of a name are spaces. */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .replaceAll(/[_\s\p{Pd}]+/gu, ' ')
    .toLowerCase();
}
