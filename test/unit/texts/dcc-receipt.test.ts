// The receipt of a sale for which the cardholder chose the currency of the card: everything that must stand on it.
import { describe, expect, it } from 'vitest';
import type { DccChoice } from '#contract/operation/dcc-choice.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import { dccReceiptLines } from '#texts/dcc-receipt.ts';
import { sayIn } from '#texts/index.ts';
import { composedLines } from '../../../renderer/model/words/receipt-lines.ts';

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

const shown = { amount: choice.local, transaction: { amount: choice.foreign } };

describe('the lines beneath a receipt', () => {
  it('say both amounts, the rate, beneath it the mark-up, who converts, and that the cardholder chose', () => {
    expect(dccReceiptLines({ dcc: choice, approved: choice.local, result: shown }, 'en')).toEqual([
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
    expect(dccReceiptLines({ dcc: { ...choice, rateHoldsMarkup: false }, result: shown }, 'de')).toEqual([
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

  it('have in French, as every receipt, the narrow space before a colon', () => {
    const input = { payId: 'P', transId: 'R', amount: choice.local };
    const at = '2026-01-31T18:05:00.000Z';
    const refund = {
      kind: 'refund',
      state: 'succeeded',
      input,
      result: null,
      updatedAt: at,
    } as unknown as OperationView;
    const composed = composedLines(refund, 'customer', sayIn('fr'), 'fr', { mode: 'live', shopName: '' });
    const lines = [...dccReceiptLines({ dcc: choice, result: shown }, 'fr'), ...composed];
    const labelled = lines.filter((line) => /: /.test(line));
    expect(labelled.length).toBeGreaterThan(6);
    expect(labelled.filter((line) => !line.includes('\u202f: '))).toEqual([]);
  });

  it('hold no figures of the offer where another amount was approved', () => {
    const lines = dccReceiptLines({ dcc: choice, approved: { value: 40_000, currency: 'EUR' }, result: shown }, 'en');
    expect(lines.join(' ')).toContain('chose USD');
    expect(lines.join(' ')).not.toContain('Transaction currency');
    expect(lines.join(' ')).toContain('Another amount was approved than was offered');
    expect(lines.join(' ')).not.toMatch(/\d/);
  });

  it.each([
    ['the shop’s amount alone', { amount: choice.local }],
    ['the amount of the card without its currency', { amount: { value: 111_755 } }],
    ['nothing', null],
  ])('do not say what the card is charged where the gateway showed %s', (_, result) => {
    expect(dccReceiptLines({ dcc: choice, approved: choice.local, result }, 'en')).toEqual([
      '',
      'Currency of the card chosen',
      'Original amount: 1000.00 EUR',
      'Amount offered: 1117.55 USD',
      'Exchange rate: 1 EUR = 1.11755 USD',
      'Mark-up on the exchange rate: 3.5 %',
      'Conversion offered by: Conversion Ltd',
      'The cardholder was offered a choice of currencies and chose USD.',
      'The terminal’s receipt says what the card is charged.',
    ]);
  });

  it.each([
    ['another sum', { dccInfo: { amounts: { cardholder: { value: 111_800, currency: 'USD' } } } }],
    ['that nothing was converted', { dccInfo: { status: 'NOT_AVAILABLE' }, amount: choice.foreign }],
  ])('hold no figures of the offer where the gateway showed %s, whoever decided', (_, result) => {
    const lines = dccReceiptLines({ dcc: choice, approved: choice.local, result }, 'en').join(' ');
    expect(lines).toContain('chose USD');
    expect(lines).not.toMatch(/\d|Transaction currency/);
  });

  it('are none where the currency of the shop was chosen, or nothing', () => {
    expect(dccReceiptLines({ dcc: { ...choice, currency: 'EUR' }, result: shown }, 'en')).toEqual([]);
    expect(dccReceiptLines({ result: null }, 'de')).toEqual([]);
  });
});
