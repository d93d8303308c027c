// Amounts as people read and type them. Digits are typed into the minor units from the right (1 is 0.01 EUR, 1 JPY,
// 0.001 BHD), so that what is on the screen is always an amount and never half of one.
import { minorDigits, type Money } from '#contract/money.ts';
import type { Language } from '#texts/index.ts';

/** Twelve digits: what the widest amount on a screen may have. */
const maxDigits = 12;

const marks = { en: { group: ',', decimal: '.' }, de: { group: '.', decimal: ',' } } as const;

/** `123456, EUR` as `1,234.56` or `1.234,56`; without the currency. */
export function amountDigits({ value, currency }: Money, language: Language): string {
  const { group, decimal } = marks[language];
  const digits = minorDigits(currency) ?? 0;
  const text = String(Math.abs(value)).padStart(digits + 1, '0');
  const whole = (digits === 0 ? text : text.slice(0, -digits)).replaceAll(/\B(?=(\d{3})+$)/g, group);
  return digits === 0 ? whole : `${whole}${decimal}${text.slice(-digits)}`;
}

/** With currency, and a real minus where it is negative. The space does not break. */
export function amountText(money: Money, language: Language): string {
  return `${money.value < 0 ? '\u2212' : ''}${amountDigits(money, language)}\u00A0${money.currency}`;
}

/** A digit (or several) typed behind an amount; unchanged where it would grow too long. */
export function withDigits(value: number, typed: string): number {
  const text = `${value === 0 ? '' : value}${typed}`.replace(/^0+/, '');
  return text.length > maxDigits ? value : Number(text === '' ? '0' : text);
}

export function withoutLastDigit(value: number): number {
  return Math.floor(value / 10);
}

/** The minor units in a text as it stands in a field: its digits, whatever else is there. */
export function valueOfText(text: string): number {
  const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '').slice(0, maxDigits);
  return digits === '' ? 0 : Number(digits);
}
