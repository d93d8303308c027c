// The currencies a till offers to choose from: the usual ones of its region first, any other by the settings.
import { minorDigits } from '#contract/money/money.ts';
import type { Language } from '#texts/index.ts';
import type { Option } from './field.tsx';

const usual = ['EUR', 'CHF', 'GBP', 'USD', 'JPY', 'DKK', 'SEK', 'NOK', 'PLN', 'CZK', 'HUF', 'BHD', 'KWD'] as const;

export function currencyOptions(current: string, language: Language): Option[] {
  const names = new Intl.DisplayNames([language], { type: 'currency' });
  const codes = usual.some((code) => code === current) || minorDigits(current) === null ? usual : [current, ...usual];
  return codes.map((code) => ({ value: code, label: `${code}  ${names.of(code) ?? ''}` }));
}
