// What a person may mean by an amount that they type into a search: 12.50 and 12,50 with the currency's digits, 1250 as
// on the keypad or in whole units.
import { minorDigits } from '#contract/money/money.ts';

/** Minor units of the currency; none where the text is no amount. */
export function amountsTyped(text: string, currency: string): number[] {
  const digits = minorDigits(currency) ?? 0;
  const parts = /^(\d{1,12}|\d{1,3}(?:[.,' ]\d{3}){1,3})(?:[.,](\d{1,3}))?$/.exec(text.trim());
  if (parts === null) return [];
  const [, whole = '', rest] = parts;
  const units = Number(whole.replaceAll(/\D/g, ''));
  const scale = 10 ** digits;
  if (rest === undefined) return [...new Set([units, units * scale])].filter(Number.isSafeInteger);
  // Three digits behind a mark are thousands where the currency has fewer.
  if (rest.length > digits) return rest.length === 3 ? amountsTyped(`${units}${rest}`, currency) : [];
  return [units * scale + Number(rest.padEnd(digits, '0'))];
}
