// How the page says amounts, times, ages and codes in the person's language.
import { createContext, useContext } from 'react';
import type { Language } from '#contract/data/languages.ts';
import { amountText } from '#texts/amount-text.ts';
import { localeOf } from '#texts/language.ts';
import { type PageSay, type PageText, pageSayIn, pageTexts } from './texts/texts.ts';

export interface Words {
  readonly language: Language;
  readonly say: PageSay;
  /** The text of a code, or the code itself where it has none. */
  readonly code: (table: string, code: string) => string;
  readonly amount: (value: number | null, currency: string | null) => string;
  readonly time: (iso: string | null) => string;
  readonly day: (iso: string) => string;
  readonly age: (iso: string, now: number) => string;
}

export function wordsIn(language: Language): Words {
  const say = pageSayIn(language);
  const locale = localeOf[language];
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' });
  const day = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
  return {
    language,
    say,
    code: (table, code) => (Object.hasOwn(pageTexts, `${table}.${code}`) ? say(`${table}.${code}` as PageText) : code),
    amount: (value, currency) =>
      value === null || currency === null ? '–' : amountText({ value, currency }, language),
    time: (iso) => (iso === null ? '–' : time.format(new Date(iso))),
    day: (iso) => day.format(new Date(`${iso}T00:00:00Z`)),
    age(iso, now) {
      const minutes = Math.max(0, Math.floor((now - Date.parse(iso)) / 60_000));
      if (minutes < 60) return say('age.minutes', { count: minutes });
      const hours = Math.floor(minutes / 60);
      return hours < 48 ? say('age.hours', { count: hours }) : say('age.days', { count: Math.floor(hours / 24) });
    },
  };
}

const WordsContext = createContext<Words>(wordsIn('en'));
export const WordsProvider = WordsContext.Provider;
export const useWords = (): Words => useContext(WordsContext);
