// Test cards by their first digits: country and currency for DCC, what a terminal reads, and what a hosted page offers.
// The numbers are published test cards. Only masked cards enter the state; a whole card number never does.
import { type RefusalReason } from './refusals.ts';

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
  /** Three-letter ISO country code, where more than six digits told it. */
  readonly country?: string;
  /** YYYYMM, where known. */
  readonly expiryDate?: string;
}

const germany: Issuer = { country: 'DEU', currency: 'EUR' };

// Published test numbers carry the country's ISO number behind 4000 00 (4000 0082 6... is British), so six digits are
// too few for them; the six-digit rows beside them are short forms for tests and the terminal panel.
const issuers: ReadonlyMap<string, Issuer> = new Map([
  ['411111', { country: 'USA', currency: 'USD' }],
  ['424242', { country: 'USA', currency: 'USD' }],
  ['555555', { country: 'USA', currency: 'USD' }],
  ['378282', { country: 'USA', currency: 'USD' }],
  ['40000082', { country: 'GBR', currency: 'GBP' }],
  ['400008', { country: 'GBR', currency: 'GBP' }],
  ['40000039', { country: 'JPN', currency: 'JPY' }],
  ['400003', { country: 'JPN', currency: 'JPY' }],
  ['353011', { country: 'JPN', currency: 'JPY' }],
  ['40000075', { country: 'CHE', currency: 'CHF' }],
  ['400007', { country: 'CHE', currency: 'CHF' }],
  ['40000012', { country: 'CAN', currency: 'CAD' }],
  ['400001', { country: 'CAN', currency: 'CAD' }],
  ['40000078', { country: 'ARE', currency: 'AED' }],
  ['40000061', { country: 'POL', currency: 'PLN' }],
  ['400414', { country: 'KWT', currency: 'KWD' }],
  ['400048', { country: 'BHR', currency: 'BHD' }],
  ['40000027', germany],
  ['400002', germany],
]);

/** An issuer for any BIN of 6 to 8 digits: those not in the table are German. */
export function issuerOf(bin: string): Issuer {
  return issuers.get(bin.slice(0, 8)) ?? issuers.get(bin.slice(0, 6)) ?? germany;
}

const brands: readonly (readonly [prefix: RegExp, brand: string])[] = [
  [/^4/, 'VISA'],
  [/^(5[1-5]|2[2-7])/, 'MASTERCARD'],
  [/^3[47]/, 'AMEX'],
  [/^35/, 'JCB'],
];

function brandOf(number: string): string {
  return brands.find(([prefix]) => prefix.test(number))?.[1] ?? 'CARD';
}

/** The card that a terminal reads, by its BIN of 6 to 8 digits. */
export function presentedCard(bin: string): MaskedCard {
  return { brand: brandOf(bin), bin: bin.slice(0, 6), last4Digits: '1111', country: issuerOf(bin).country };
}

/** The masked card of a request's card number; null where it is no card number (a pseudo card number). */
export function maskNumber(number: string, brand: string): MaskedCard | null {
  if (!/^\d{12,19}$/.test(number) || number.startsWith('0')) return null;
  return {
    brand: brand === '' ? brandOf(number) : brand.toUpperCase(),
    bin: number.slice(0, 6),
    last4Digits: number.slice(-4),
    country: issuerOf(number).country,
  };
}

export function maskedText(card: MaskedCard): string {
  return `${card.bin}******${card.last4Digits}`;
}

/** A published test card that a hosted page offers. */
export interface TestCard {
  readonly id: string;
  readonly number: string;
  readonly brand: string;
  /** YYYYMM. */
  readonly expiryDate: string;
  /** Why the issuer declines it, or null. */
  readonly declines: RefusalReason | null;
}

const card = (id: string, number: string, declines: RefusalReason | null = null): TestCard => ({
  id,
  number,
  brand: brandOf(number),
  expiryDate: declines === 'card-expired' ? '202001' : '203012',
  declines,
});

export const testCards: readonly TestCard[] = [
  card('visa', '4111111111111111'),
  card('mastercard', '5555555555554444'),
  card('amex', '378282246310005'),
  card('germany', '4000002760000016'),
  card('britain', '4000008260000000'),
  card('japan', '4000003920000003'),
  card('declined', '4000000000000002', 'declined'),
  card('funds', '4000000000009995', 'insufficient-funds'),
  card('expired', '4000000000000069', 'card-expired'),
];

/** Why the issuer of this card number declines every request, or null. */
export function declineOfCard(number: string | null): RefusalReason | null {
  return testCards.find((each) => each.number === number)?.declines ?? null;
}

/**
 * Minor units that are declined in every currency, wherever money would move; odd enough to be typed on purpose only.
 */
const declinedAmounts: ReadonlyMap<number, RefusalReason> = new Map([
  [99_900_005, 'declined'],
  [99_900_051, 'insufficient-funds'],
  [99_900_054, 'card-expired'],
]);

export function declineOfAmount(value: number | undefined): RefusalReason | null {
  return value === undefined ? null : (declinedAmounts.get(value) ?? null);
}
