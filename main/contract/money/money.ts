// Money as it travels: an integer of minor units with its ISO 4217 currency, never a float.
// Exponents come from the data package, because the Intl API's digits are not ISO 4217 (HUF, IDR, COP, IQD differ).
import { code as currencyByCode, number as currencyByNumber } from 'currency-codes';

export interface Money {
  /** Minor units: cents for EUR, yen for JPY, fils for BHD. */
  readonly value: number;
  readonly currency: string;
}

// ISO 4217 lists codes that are no money a till can take: metals, bond units, testing, "no currency".
const notSpendable = new Set([
  'XAG',
  'XAU',
  'XBA',
  'XBB',
  'XBC',
  'XBD',
  'XDR',
  'XPD',
  'XPT',
  'XSU',
  'XTS',
  'XUA',
  'XXX',
]);

/** How many minor digits a currency has (EUR 2, JPY 0, BHD 3), or null if it is no ISO 4217 currency. */
export function minorDigits(currency: string): number | null {
  if (!/^[A-Z]{3}$/.test(currency) || notSpendable.has(currency)) return null;
  return currencyByCode(currency)?.digits ?? null;
}

/**
 * The currency that a gateway shows, in capitals: hosts write its ISO 4217 number too (978 for EUR), as text or as a number.
 * Null where it is neither a text nor a number.
 */
export function currencyShown(shown: unknown): string | null {
  const text = Number.isInteger(shown) ? String(shown) : shown;
  if (typeof text !== 'string') return null;
  const code = text.trim().toUpperCase();
  return /^\d{1,3}$/.test(code) ? (currencyByNumber(code.padStart(3, '0'))?.code ?? code) : code;
}

/** `1234, EUR` as `12.34 EUR`; for texts of errors and receipts, not for parsing. */
export function formatMoney(money: Money): string {
  const digits = minorDigits(money.currency) ?? 0;
  const sign = money.value < 0 ? '-' : '';
  const text = String(Math.abs(money.value)).padStart(digits + 1, '0');
  const whole = digits === 0 ? text : text.slice(0, -digits);
  const rest = digits === 0 ? '' : `.${text.slice(-digits)}`;
  return `${sign}${whole}${rest} ${money.currency}`;
}
