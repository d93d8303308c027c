// Amounts as people type them. Digits are typed into the minor units from the right (1 is 0.01 EUR, 1 JPY,
// 0.001 BHD), so that the screen always shows a complete amount.

/** Twelve digits, the widest amount that a screen shows. */
const maxDigits = 12;

/** A digit (or several) typed behind an amount; unchanged where it would grow too long. */
export function withDigits(value: number, typed: string): number {
  const text = `${value === 0 ? '' : value}${typed}`.replace(/^0+/, '');
  return text.length > maxDigits ? value : Number(text === '' ? '0' : text);
}

export function withoutLastDigit(value: number): number {
  return Math.floor(value / 10);
}

/** The minor units in a field's text: its digits, everything else ignored. */
export function valueOfText(text: string): number {
  const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '').slice(0, maxDigits);
  return digits === '' ? 0 : Number(digits);
}
