// Test cards by their first digits: country and currency for DCC, and what a terminal reads. The prefixes are those of
// published test cards. Only masked cards exist here; a whole card number never enters the state.

export interface Issuer {
  /** Three-letter ISO country code. */
  readonly country: string;
  readonly currency: string;
}

/** At most BIN and last four (PCI DSS 3.4.1). */
export interface MaskedCard {
  readonly brand: string;
  readonly bin: string;
  readonly last4Digits: string;
}

const germany: Issuer = { country: 'DEU', currency: 'EUR' };

const issuers: ReadonlyMap<string, Issuer> = new Map([
  ['411111', { country: 'USA', currency: 'USD' }],
  ['424242', { country: 'USA', currency: 'USD' }],
  ['555555', { country: 'USA', currency: 'USD' }],
  ['378282', { country: 'USA', currency: 'USD' }],
  ['400008', { country: 'GBR', currency: 'GBP' }],
  ['400003', { country: 'JPN', currency: 'JPY' }],
  ['353011', { country: 'JPN', currency: 'JPY' }],
  ['400007', { country: 'CHE', currency: 'CHF' }],
  ['400001', { country: 'CAN', currency: 'CAD' }],
  ['400414', { country: 'KWT', currency: 'KWD' }],
  ['400002', germany],
]);

/** An issuer for any BIN: those not in the table are German. */
export function issuerOf(bin: string): Issuer {
  return issuers.get(bin.slice(0, 6)) ?? germany;
}

const brands: readonly (readonly [prefix: RegExp, brand: string])[] = [
  [/^4/, 'VISA'],
  [/^(5[1-5]|2[2-7])/, 'MASTERCARD'],
  [/^3[47]/, 'AMEX'],
  [/^35/, 'JCB'],
];

/** The card that a terminal reads, by its BIN of 6 to 8 digits. */
export function presentedCard(bin: string): MaskedCard {
  const brand = brands.find(([prefix]) => prefix.test(bin))?.[1] ?? 'CARD';
  return { brand, bin: bin.slice(0, 6), last4Digits: '1111' };
}

/** What may be kept of a card number that a request holds; null for what is none (a pseudo card number). */
export function maskNumber(number: string, brand: string): MaskedCard | null {
  if (!/^\d{12,19}$/.test(number)) return null;
  return { brand: brand.toUpperCase(), bin: number.slice(0, 6), last4Digits: number.slice(-4) };
}

export function maskedText(card: MaskedCard): string {
  return `${card.bin}******${card.last4Digits}`;
}
