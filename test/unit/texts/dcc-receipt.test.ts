// The receipt of a sale for which the cardholder chose the currency of the card: everything that must stand on it.
import { describe, expect, it } from 'vitest';
import type { DccChoice } from '#contract/dcc-choice.ts';
import { dccReceiptLines } from '#texts/dcc-receipt.ts';

const choice: DccChoice = {
  quoteOperationId: 'op_q',
  quoteId: 'Q-1',
  provider: 'Conversion Ltd',
  currency: 'USD',
  local: { value: 100_000, currency: 'EUR' },
  foreign: { value: 111_755, currency: 'USD' },
  rate: '1.11755',
  markupPercent: '3.5',
  rateHoldsMarkup: true,
};

describe('the lines beneath a receipt', () => {
  it('say both amounts, the rate, beneath it the mark-up, who converts, and that the cardholder chose', () => {
    expect(dccReceiptLines({ dcc: choice, approved: choice.local }, 'en')).toEqual([
      '',
      'Paid in the currency of the card',
      'Original amount: 1000.00 EUR',
      'Transaction currency: USD',
      'Amount charged to the card: 1117.55 USD',
      'Exchange rate: 1 EUR = 1.11755 USD',
      'Mark-up on the exchange rate: 3.5 %',
      'Conversion offered by: Conversion Ltd',
      'The cardholder was offered a choice of currencies and chose USD.',
    ]);
  });

  it('say it in German, and that the rate is before the mark-up where it is', () => {
    expect(dccReceiptLines({ dcc: { ...choice, rateHoldsMarkup: false } }, 'de')).toEqual([
      '',
      'Bezahlt in der Währung der Karte',
      'Ursprungsbetrag: 1000,00 EUR',
      'Transaktionswährung: USD',
      'Der Karte belasteter Betrag: 1117,55 USD',
      'Wechselkurs vor dem Aufschlag: 1 EUR = 1,11755 USD',
      'Aufschlag auf den Wechselkurs: 3,5 %',
      'Umrechnung angeboten von: Conversion Ltd',
      'Der Karteninhaber konnte zwischen Währungen wählen und hat USD gewählt.',
    ]);
  });

  it('hold no figures of the offer where another amount was approved', () => {
    const lines = dccReceiptLines({ dcc: choice, approved: { value: 40_000, currency: 'EUR' } }, 'en');
    expect(lines.join(' ')).toContain('Transaction currency: USD');
    expect(lines.join(' ')).toContain('Another amount was approved than was offered');
    expect(lines.join(' ')).not.toMatch(/\d/);
  });

  it('are none where the currency of the shop was chosen, or nothing', () => {
    expect(dccReceiptLines({ dcc: { ...choice, currency: 'EUR' } }, 'en')).toEqual([]);
    expect(dccReceiptLines({}, 'de')).toEqual([]);
  });
});
