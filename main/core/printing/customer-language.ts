// The language of the customer's copy: the one that the request or the terminal names, else that of the country that
// issued the card (the object of the gateway's BIN check), where one language is spoken there. The shop's own otherwise:
// nothing is guessed of a country with several.
import { type Json, textAt } from '#contract/data/json.ts';
import { type Language, languages } from '#contract/data/languages.ts';
import type { OperationRecord } from '../ports/record.ts';

/** The specification names `language` of a request; a terminal's answer is read tolerantly. */
const inRequest = ['language'] as const;
const inAnswer = [
  'customerLanguage',
  'cardholderLanguage',
  'languagePreference',
  'paymentMethods.card.language',
  'language',
];
const countryInAnswer = [
  'cardInfo.country',
  'paymentMethods.card.country',
  'paymentMethods.card.issuerCountry',
] as const;

/** Countries (ISO 3166-1 alpha-3) with one of these languages and no other official one that a customer may have instead. */
const countries: { readonly [language in Language]: readonly string[] } = {
  en: ['AUS', 'GBR', 'IRL', 'NZL', 'USA'],
  de: ['AUT', 'DEU', 'LIE'],
  fr: ['FRA', 'MCO'],
  it: ['ITA', 'SMR'],
  es: ['ARG', 'CHL', 'COL', 'CRI', 'CUB', 'DOM', 'ECU', 'ESP', 'GTM', 'HND', 'MEX', 'NIC', 'PAN', 'SLV', 'URY', 'VEN'],
  nl: ['NLD', 'SUR'],
};

export function customerLanguage(
  { input, result }: Pick<OperationRecord, 'input' | 'result'>,
  shops: Language,
): Language {
  const named = firstOf(input, inRequest) ?? firstOf(result, inAnswer);
  if (named !== null) return languageNamed(named) ?? shops;
  const country = firstOf(result, countryInAnswer)?.trim().toUpperCase() ?? '';
  return languages.find((language) => countries[language].includes(country)) ?? shops;
}

/** `fr`, `FR` or `fr-BE`; null for a language that the till does not speak. */
function languageNamed(text: string): Language | null {
  const [first = ''] = text.trim().toLowerCase().split(/[-_]/);
  return languages.find((each) => each === first) ?? null;
}

function firstOf(value: Json | null, paths: readonly string[]): string | null {
  if (value === null) return null;
  for (const path of paths) {
    const text = textAt(value, path);
    if (text !== null) return text;
  }
  return null;
}
