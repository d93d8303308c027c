// How the languages write dates and numbers, and their names.
import type { Language } from '#contract/data/languages.ts';

export type { Language } from '#contract/data/languages.ts';

/** For `Intl`: how the language's main country writes dates and numbers. */
export const localeOf: { readonly [language in Language]: string } = {
  en: 'en-GB',
  de: 'de-DE',
  fr: 'fr-FR',
  it: 'it-IT',
  es: 'es-ES',
  nl: 'nl-NL',
};

/** Each in its own words. */
export const languageNames: { readonly [language in Language]: string } = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  it: 'Italiano',
  es: 'Español',
  nl: 'Nederlands',
};
