// What a schema says itself, in each language, by its English words.
import { germanRules } from './issues.ts';
import type { Language } from './language.ts';
import { dutchRules } from './languages/nl.ts';
import { frenchRules } from './languages/fr.ts';
import { italianRules } from './languages/it.ts';
import { spanishRules } from './languages/es.ts';

const rules: { readonly [language in Exclude<Language, 'en'>]: { readonly [english: string]: string } } = {
  de: germanRules,
  fr: frenchRules,
  it: italianRules,
  es: spanishRules,
  nl: dutchRules,
};

/** Null where the sentence is none of ours. */
export function ruleIn(english: string, language: Language): string | null {
  if (germanRules[english] === undefined) return null;
  return language === 'en' ? english : (rules[language][english] ?? null);
}
