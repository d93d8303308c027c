// The page's texts in six languages, in this order: English, German, French, Italian, Spanish, Dutch. Values and plurals
// are ICU messages, as in main/texts.
import { IntlMessageFormat } from 'intl-messageformat';
import { type Language, languages } from '#contract/data/languages.ts';
import { localeOf } from '#texts/language.ts';
import { approvalTexts } from './approval-texts.ts';
import { attentionTexts } from './attention-texts.ts';
import { mappingTexts } from './mapping-texts.ts';
import { claimTexts } from './claim-texts.ts';
import { noticeTexts } from './notice-texts.ts';
import { settlementTexts } from './settlement-texts.ts';
import { signInTexts } from './sign-in-texts.ts';
import { sumTexts } from './sum-texts.ts';
import { tillSettingsTexts } from './till-settings-texts.ts';

export const pageTexts = {
  ...signInTexts,
  ...sumTexts,
  ...attentionTexts,
  ...noticeTexts,
  ...settlementTexts,
  ...mappingTexts,
  ...claimTexts,
  ...approvalTexts,
  ...tillSettingsTexts,
};
export type PageText = keyof typeof pageTexts;
export type PageSay = (key: PageText, values?: { readonly [name: string]: string | number }) => string;

export function pageSayIn(language: Language): PageSay {
  const place = languages.indexOf(language);
  return (key, values) => {
    const text = pageTexts[key][place] ?? pageTexts[key][0];
    if (values === undefined) return text;
    return String(new IntlMessageFormat(text, localeOf[language], undefined, { ignoreTag: true }).format(values));
  };
}
