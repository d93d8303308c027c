// Codes, flags, kinds and sums beside a clear status that say something else than it: none is passed over. The same
// members with a value that agrees leave the answer what it is.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { readAnswer } from '#core/answers/signals.ts';
import type { GatewayAnswer } from '#core/ports/gateway.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { decide } from '#core/sending/decide.ts';
import { cloudPos } from '#operations/cloud-pos.ts';
import type { Command } from '#operations/define.ts';
import { entryKind } from '#operations/evidence/entries.ts';
import { defaultAnswerReading } from '#operations/evidence/reading.ts';
import { refund } from '#operations/refund.ts';
import { reverse } from '#operations/reverse.ts';
import { aMoment, aPolicy, aRecord, aSale, answered, json, startMs } from '../../support/records.ts';

type Asked = OperationRecord & { readonly whole?: { currency: string; sums: number[] } };

function stateAfter(command: Command, record: Asked, answer: GatewayAnswer) {
  const signal = readAnswer(command, record, answer, defaultAnswerReading);
  const policy = { ...aPolicy(), tips: true };
  return decide(command, record, signal, aMoment(startMs + 100, { policy })).state;
}

const amount = { value: 1000, currency: 'EUR' };
const atTerminal = (messageType: string) =>
  aSale({ amount, input: { messageType, transId: 'S-1', posTerminalId: 'T1', amount } });
const sold = { status: 'OK', responseCode: '00000000', traceNr: '000007', amount };
const refused = { status: 'FAILED', responseCode: '20300051', amount };
const after = (messageType: string, status: number, ...parts: readonly object[]) =>
  stateAfter(cloudPos, atTerminal(messageType), answered(status, json(Object.assign({}, ...parts) as JsonObject)));

describe('a success of a sale', () => {
  it.each([
    ['isoResponseCode', { isoResponseCode: '51' }],
    ['the code of the host, within', { hostResponse: { code: '05' } }],
    ['a reversal that was done', { autoReversal: { status: 'OK' } }],
    [
      'one in a list',
      {
        history: [
          { type: 'SALE', status: 'OK' },
          { type: 'REVERSAL', status: 'OK' },
        ],
      },
    ],
    ['one in a list, in another language', { vorgaenge: [{ type: 'Storno', status: 'OK' }] }],
    ['storno', { storno: true }],
    ['annullato', { annullato: 'sì' }],
    ['annulé', { annule: 'oui' }],
    ['abgelehnt', { abgelehnt: 'ja' }],
    ['genehmigt', { genehmigt: 'nein' }],
    ['a Gutschrift', { transactionType: 'Gutschrift' }],
    ['a remboursement', { transactionType: 'remboursement' }],
    ['a devolución', { operationType: 'Devolución' }],
    ['a smaller debited sum', { debitedAmount: 600 }],
    ['a smaller settled sum', { settledAmount: { value: 600, currency: 'EUR' } }],
    ['a part', { responseDescription: 'autorisation partielle' }],
    ['a part, in Italian', { responseDescription: 'autorizzazione parziale' }],
    [
      'a tip in another currency',
      { amount: { value: 1100, currency: 'EUR' }, tipAmount: { value: 100, currency: 'CHF' } },
    ],
  ] as const)('with %s that speaks against it is none', (_what, over) => {
    expect(after('SALE', 200, sold, over)).toBe('unknown');
  });

  it.each([
    ['isoResponseCode', { isoResponseCode: '00' }],
    ['the code of the host, within', { hostResponse: { code: '00', text: 'OK' } }],
    ['a reversal that may be', { reversal: { allowed: true, deadline: '23:00' } }],
    ['a reversal of another', { history: [{ type: 'REVERSAL', status: 'OK', transId: 'S-0' }], transId: 'S-1' }],
    ['storno', { storno: false }],
    ['stornierbar', { stornierbar: true }],
    ['annullato', { annullato: 'no' }],
    ['genehmigt', { genehmigt: 'ja' }],
    ['a Verkauf', { transactionType: 'Verkauf' }],
    ['a vente', { transactionType: 'Vente par carte de crédit' }],
    ['the whole debited', { debitedAmount: 1000 }],
    ['no part', { responseDescription: 'pas d’autorisation' }],
    ['a tip in its own', { amount: { value: 1100, currency: 'EUR' }, tipAmount: { value: 100, currency: 'EUR' } }],
  ] as const)('with %s that does not is one', (_what, over) => {
    expect(after('SALE', 200, sold, over)).toBe('succeeded');
  });
});

describe('a kind', () => {
  it('that takes the money at once is no authorization', () => {
    expect(after('AUTHORISATION_OR_RESERVATION', 200, sold, { transactionType: 'SALE' })).toBe('unknown');
    expect(after('AUTHORISATION_OR_RESERVATION', 200, sold, { transactionType: 'Vorautorisierung' })).toBe('succeeded');
    expect(after('SALE', 200, sold, { transactionType: 'SALE' })).toBe('succeeded');
  });

  it('of a sale is no credit', () => {
    expect(after('CREDIT', 200, sold, { transactionType: 'Kauf' })).toBe('unknown');
    expect(after('CREDIT', 200, sold, { transactionType: 'Gutschrift' })).toBe('succeeded');
  });

  it.each([
    [
      'reversal',
      ['Storno', 'Annulation', 'Annullamento', 'Anulación', 'Annulering', 'Rückbuchung', 'Stornierung Kauf'],
    ],
    [
      'refund',
      ['Gutschrift', 'Rückerstattung', 'Remboursement', 'Rimborso', 'Devolución', 'Terugbetaling', 'Reembolso'],
    ],
    ['capture', ['Cattura', 'Captura']],
    [
      'authorization',
      ['Verkauf', 'Vente', 'Vendita', 'Venta', 'Verkoop', 'Autorisierung', 'Autorizzazione', 'Autorización'],
    ],
    [
      null,
      ['Carta di credito', 'Tarjeta de crédito', 'Carte de crédit', 'Kreditkarte', 'CREDIT_CARD', 'Tagesabschluss'],
    ],
  ] as const)('%s has these names', (kind, names) => {
    expect(names.map((name) => entryKind(name))).toEqual(names.map(() => kind));
  });
});

describe('a refusal of a sale', () => {
  it.each([
    ['captured, as it is printed', { capturedAmount: '10,00' }],
    ['an approval of the host', { paymentMethods: { card: { providerResponseCode: '00' } } }],
  ] as const)('with %s is none', (_what, over) => {
    expect(after('SALE', 422, refused, over)).toBe('unknown');
  });

  it.each([
    ['nothing captured, as it is printed', { capturedAmount: '0,00' }],
    ['a refusal of the host', { paymentMethods: { card: { providerResponseCode: '05' } } }],
    ['a blank of the host', { paymentMethods: { card: { providerResponseCode: '' } } }],
  ] as const)('with %s is one', (_what, over) => {
    expect(after('SALE', 422, refused, over)).toBe('failed');
  });
});

describe('a sum on the slip', () => {
  it.each([
    '1.000,00',
    '1,000.00',
    '1000,00',
    "1'000.00",
    '1 000,00',
    '-10,00',
    '10,00-',
    '−10.00',
    '11,00 (10,00)',
    'EUR 9,00',
  ])('of a sale that is no reading of what was asked for speaks against it: %s', (total) => {
    expect(after('SALE', 200, sold, { receipt: { total } })).toBe('unknown');
  });

  it.each(['10,00', '10.00', 'EUR 10,00', '10,00 €', '10,0', '010,00', 'CR 10,00', '1000', '', 'n/a'])(
    'of a sale that may be what was asked for does not: %s',
    (total) => {
      expect(after('SALE', 200, sold, { receipt: { total } })).toBe('succeeded');
    },
  );

  it('of a refund may have a sign', () => {
    const record = aRecord({ kind: 'refund', amount, input: { payId: 'P1', transId: 'C-1', amount } });
    const told = (total: string) => answered(200, json({ status: 'OK', xId: 'X1', receipt: { total } }));
    expect(stateAfter(refund, record, told('-10,00'))).toBe('succeeded');
    expect(stateAfter(refund, record, told('-9,00'))).toBe('unknown');
  });

  it('may have groups of thousands', () => {
    const much = { value: 123_456_789, currency: 'EUR' };
    const record = aSale({ amount: much, input: { ...atTerminal('SALE').input, amount: much } });
    const told = (total: string) => answered(200, json({ ...sold, amount: much, receipt: { total } }));
    for (const total of ['1.234.567,89', '1,234,567.89', "1'234'567.89", '1 234 567,89']) {
      expect([total, stateAfter(cloudPos, record, told(total))]).toEqual([total, 'succeeded']);
    }
  });
});

describe('a reversal of the whole payment', () => {
  const record = (sums: number[]): Asked => ({
    ...aRecord({ kind: 'reverse', key: null, amount, input: { payId: 'P1', transId: 'V-1', amount } }),
    whole: { currency: 'EUR', sums },
  });
  const told = answered(200, json({ status: 'OK', remainingAmount: { value: 400, currency: 'EUR' } }));

  it('leaves nothing, also where it names its sum', () => {
    expect(stateAfter(reverse, record([1000]), told)).toBe('unknown');
  });

  it('is not one of a part', () => {
    expect(stateAfter(reverse, record([1400, 1000]), told)).toBe('succeeded');
    expect(stateAfter(reverse, record([]), told)).toBe('succeeded');
  });
});
