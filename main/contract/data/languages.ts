// The languages of the window and of what the till prints.
export const languages = ['en', 'de', 'fr', 'it', 'es', 'nl'] as const;
export type Language = (typeof languages)[number];

/** The language of a system's locale, such as `de-AT`; English where the till has no other. */
export function languageOf(locale: string): Language {
  return languages.find((each) => locale.toLowerCase().startsWith(each)) ?? 'en';
}
