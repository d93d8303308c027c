// International bank account numbers (ISO 13616). Their check digits tell a mistyped account before money goes astray,
// and tell an account from a card number: both may be long runs of digits.

/** In the electronic form: country, two check digits, account, without spaces. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(text)) return false;
  // Modulo 97 of the whole, its beginning moved to its end and letters read as numbers from 10, is 1.
  const digits = Array.from(`${text.slice(4)}${text.slice(0, 4)}`, (sign) => parseInt(sign, 36)).join('');
  return Array.from(digits).reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}
