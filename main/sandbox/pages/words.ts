// The words of the hosted page, in both languages. The page belongs to the play gateway, not to our window, so its
// texts stand here.
import type { RefusalReason } from '../facts/refusals.ts';

export type Language = 'en' | 'de';

interface Words {
  readonly title: string;
  readonly training: string;
  readonly amount: string;
  readonly reference: string;
  readonly method: string;
  readonly card: string;
  readonly cardNote: string;
  readonly approves: string;
  readonly declines: { readonly [reason in RefusalReason]?: string };
  readonly consent: string;
  readonly pay: string;
  readonly decline: string;
  readonly cancel: string;
  readonly other: string;
  readonly selectCurrency: string;
  readonly payIn: string;
  readonly rate: string;
  readonly markup: string;
  readonly back: string;
  readonly choose: string;
  readonly states: { readonly [state in PageState]: string };
}

/** What a page without a form says. */
export type PageState = 'paid' | 'declined' | 'cancelled' | 'expired' | 'closed' | 'unknown';

const en: Words = {
  title: 'Payment',
  training: 'Training: no real payment, no real card',
  amount: 'Amount',
  reference: 'Reference',
  method: 'Payment method',
  card: 'Test card',
  cardNote: 'Choose one of these cards. Never type a real card number anywhere here.',
  approves: 'is approved',
  declines: {
    declined: 'is declined by its issuer',
    'insufficient-funds': 'is declined: insufficient funds',
    'card-expired': 'is declined: expired',
  },
  consent: 'Store this card for the next time',
  pay: 'Pay {amount}',
  decline: 'Have it declined',
  cancel: 'Cancel',
  other: 'Deutsch',
  selectCurrency: 'Please select a currency',
  payIn: 'Pay {amount}',
  rate: 'Exchange rate: 1 {merchant} = {rate} {cardholder}',
  markup: 'Mark-up included in the rate: {markup} %',
  back: 'Back',
  choose: 'Please choose a payment method, and for a card one of the test cards.',
  states: {
    paid: 'Thank you. The payment was made.',
    declined: 'The payment was declined.',
    cancelled: 'The payment was cancelled.',
    expired: 'This payment has expired.',
    closed: 'This payment needs nothing more from you.',
    unknown: 'There is no such payment.',
  },
};

const de: Words = {
  title: 'Zahlung',
  training: 'Training: keine echte Zahlung, keine echte Karte',
  amount: 'Betrag',
  reference: 'Referenz',
  method: 'Zahlungsart',
  card: 'Testkarte',
  cardNote: 'Wählen Sie eine dieser Karten. Geben Sie hier nirgends eine echte Kartennummer ein.',
  approves: 'wird genehmigt',
  declines: {
    declined: 'wird vom Herausgeber abgelehnt',
    'insufficient-funds': 'wird abgelehnt: keine Deckung',
    'card-expired': 'wird abgelehnt: abgelaufen',
  },
  consent: 'Diese Karte für das nächste Mal speichern',
  pay: '{amount} bezahlen',
  decline: 'Ablehnen lassen',
  cancel: 'Abbrechen',
  other: 'English',
  selectCurrency: 'Bitte wählen Sie eine Währung',
  payIn: '{amount} bezahlen',
  rate: 'Wechselkurs: 1 {merchant} = {rate} {cardholder}',
  markup: 'Im Kurs enthaltener Aufschlag: {markup} %',
  back: 'Zurück',
  choose: 'Bitte wählen Sie eine Zahlungsart, und bei Karte eine der Testkarten.',
  states: {
    paid: 'Vielen Dank. Die Zahlung ist erfolgt.',
    declined: 'Die Zahlung wurde abgelehnt.',
    cancelled: 'Die Zahlung wurde abgebrochen.',
    expired: 'Diese Zahlung ist abgelaufen.',
    closed: 'Für diese Zahlung ist nichts mehr zu tun.',
    unknown: 'Diese Zahlung gibt es nicht.',
  },
};

export function wordsIn(language: Language): Words {
  return language === 'de' ? de : en;
}

export function filled(text: string, values: { readonly [name: string]: string | number }): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The first that speaks of a language we have: what the reader chose, what the merchant said, what the browser asks. */
export function languageOf(...wishes: readonly (string | null | undefined)[]): Language {
  for (const wish of wishes) {
    const [, language] = /^\s*(de|en)/i.exec(wish ?? '') ?? [];
    if (language !== undefined) return language.toLowerCase() === 'de' ? 'de' : 'en';
  }
  return 'en';
}
