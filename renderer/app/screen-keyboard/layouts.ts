// The keys of the keyboard on the screen, row by row. A key that is more than one character long does something; every
// other one writes what stands on it.
import type { Language } from '#texts/index.ts';

export const actions = ['shift', 'backspace', 'signs', 'letters', 'space', 'done'] as const;
export type Action = (typeof actions)[number];

/** `digits`: for a field that takes digits only. */
export type Page = 'letters' | 'signs' | 'digits';

const row = (keys: string): string[] => keys.split('');
const lastRow = (other: Action, ...signs: string[]): string[] => [other, ...signs, 'space', 'done'];

const letters: { readonly [language in Language]: readonly (readonly string[])[] } = {
  en: [
    row('1234567890'),
    row('qwertyuiop'),
    row('asdfghjkl'),
    ['shift', ...row('zxcvbnm'), 'backspace'],
    lastRow('signs', '@', '-', '.'),
  ],
  de: [
    row('1234567890ß'),
    row('qwertzuiopü'),
    row('asdfghjklöä'),
    ['shift', ...row('yxcvbnm'), 'backspace'],
    lastRow('signs', '@', '-', '.'),
  ],
  fr: [
    row('1234567890'),
    row('azertyuiop'),
    row('qsdfghjklm'),
    ['shift', ...row('wxcvbnéè'), 'backspace'],
    lastRow('signs', '@', '-', '.'),
  ],
  it: [
    row('1234567890'),
    row('qwertyuiopè'),
    row('asdfghjklòà'),
    ['shift', ...row('zxcvbnmù'), 'backspace'],
    lastRow('signs', '@', '-', '.'),
  ],
  es: [
    row('1234567890'),
    row('qwertyuiop'),
    row('asdfghjklñ'),
    ['shift', ...row('zxcvbnm'), 'backspace'],
    lastRow('signs', '@', '-', '.'),
  ],
  nl: [
    row('1234567890'),
    row('qwertyuiop'),
    row('asdfghjkl'),
    ['shift', ...row('zxcvbnm'), 'backspace'],
    lastRow('signs', '@', '-', '.'),
  ],
};

const signs = [
  row('1234567890'),
  row('@#&%€$£*+='),
  row('-_/\\:;()[]'),
  [...row('!?"\'<>|~'), 'backspace'],
  lastRow('letters', ',', '-', '.'),
];

const digits = [row('123'), row('456'), row('789'), ['backspace', '0', 'done']];

export function rowsOf(page: Page, language: Language): readonly (readonly string[])[] {
  switch (page) {
    case 'letters':
      return letters[language];
    case 'signs':
      return signs;
    case 'digits':
      return digits;
  }
}

export function actionOf(key: string): Action | null {
  return actions.find((action) => action === key) ?? null;
}

/** The accents that a letter's key offers while it is held: names come from more languages than the window has. */
const accents: { readonly [letter: string]: string } = {
  a: 'áàâäãåæąăā',
  c: 'çćč',
  d: 'ďđð',
  e: 'éèêëęěėē',
  g: 'ğģ',
  i: 'íìîïıīį',
  k: 'ķ',
  l: 'łľļ',
  n: 'ñńňņ',
  o: 'óòôöõøőœ',
  r: 'ř',
  s: 'śšşșß',
  t: 'ťțþ',
  u: 'úùûüůűūų',
  y: 'ýÿ',
  z: 'źżž',
};

/** Empty where the key is no letter, or its letter has no accents. */
export function accentsOf(key: string): readonly string[] {
  return Object.hasOwn(accents, key) ? row(accents[key] ?? '') : [];
}

/** `toUpperCase` would make two letters of ß, and I of ı, which has its own key. */
const capitals: { readonly [key: string]: string } = { ß: 'ẞ', ı: 'İ' };

export function capital(key: string): string {
  return capitals[key] ?? key.toUpperCase();
}
