// Amounts as people read them, on the screen and on paper.
import { minorDigits, type Money } from '#contract/money/money.ts';
import { type Language, localeOf } from './language.ts';

const formats = new Map<Language, Intl.NumberFormat>();

/** `123456, EUR` as `1,234.56` or `1.234,56`; without the currency. */
export function amountDigits({ value, currency }: Money, language: Language): string {
  const digits = minorDigits(currency) ?? 0;
  const text = String(Math.abs(value)).padStart(digits + 1, '0');
  const whole = grouped(digits === 0 ? text : text.slice(0, -digits), language);
  return digits === 0 ? whole : `${whole}${decimalMark(language)}${text.slice(-digits)}`;
}

/** A plain decimal number, such as a rate, with the language's mark: `1.0842` as `1,0842`. */
export function decimalText(text: string, language: Language): string {
  return text.replace('.', decimalMark(language));
}

function grouped(digits: string, language: Language): string {
  const format = formats.get(language) ?? new Intl.NumberFormat(localeOf[language]);
  formats.set(language, format);
  return format.format(BigInt(digits));
}

function decimalMark(language: Language): string {
  return language === 'en' ? '.' : ',';
}

/** With currency, and a real minus where it is negative. The space does not break. */
export function amountText(money: Money, language: Language): string {
  return `${money.value < 0 ? '\u2212' : ''}${amountDigits(money, language)}\u00A0${money.currency}`;
}
