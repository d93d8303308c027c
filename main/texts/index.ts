// Says the texts in a language. Their values and plural forms are ICU messages: `{count}`, and
// `{count, plural, one {# receipt} other {# receipts}}`.
import { IntlMessageFormat } from 'intl-messageformat';
import { isolated } from '#contract/text/shown-text.ts';
import { type TextKey, allTexts } from './all.ts';
import type { ValuesOf } from './define.ts';
import { type Language, localeOf } from './language.ts';
import { dutch } from './languages/nl.ts';
import { french } from './languages/fr.ts';
import { italian } from './languages/it.ts';
import { spanish } from './languages/es.ts';

export type { Language } from './language.ts';
export type { TextKey } from './all.ts';

/** Says a text in a language, with its values filled in. */
export type Say = <K extends TextKey>(key: K, ...values: ValuesOf<(typeof allTexts)[K]['en']>) => string;

const translations = { fr: french, it: italian, es: spanish, nl: dutch };
/** A text is read once and kept, so that what is shown often costs nothing. */
const messages = new Map<string, IntlMessageFormat>();

export function sayIn(language: Language): Say {
  return (key, ...values) => {
    const text = textIn(key, language);
    const filled: { readonly [name: string]: string | number } = values[0] ?? {};
    if (!text.includes('{')) return text;
    const shown: { [name: string]: string | number } = {};
    for (const [name, value] of Object.entries(filled))
      shown[name] = typeof value === 'number' ? value : isolated(value);
    return String(messageOf(text, language).format(shown));
  };
}

/** As it is written, with the names of its values. */
export function textIn(key: TextKey, language: Language): string {
  return language === 'en' || language === 'de' ? allTexts[key][language] : translations[language][key];
}

function messageOf(text: string, language: Language): IntlMessageFormat {
  const id = `${language} ${text}`;
  const known = messages.get(id);
  if (known !== undefined) return known;
  const message = new IntlMessageFormat(text, localeOf[language], undefined, { ignoreTag: true });
  messages.set(id, message);
  return message;
}
