// Receipts as documents: a terminal's lines stand as they came, and what the till composes says that it is no card receipt.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { type ReceiptStyle, printsByItself, receiptDocument } from '#core/printing/receipt.ts';
import { sayIn } from '#texts/index.ts';
import { aRecord } from '#support/records.ts';

const live: ReceiptStyle = { mode: 'live', shopName: 'Bäckerei Möller', language: 'de' };
const lines = ['    K-U-N-D-E-N-B-E-L-E-G', 'Betrag EUR       12,34', 'VISA ############4242'];

function aSale(change: Partial<OperationRecord> = {}, result: JsonObject = { receipt: { customer: lines } }) {
  const input = { messageType: 'SALE', posTerminalId: 'T1', amount: { value: 1_234, currency: 'EUR' } };
  return aRecord({ kind: 'cloud-pos', state: 'succeeded', input, terminalId: 'T1', result, ...change });
}

const texts = (record: OperationRecord, style: ReceiptStyle = live) =>
  receiptDocument(record, 'customer', style)?.blocks.map((block) => {
    if (block.type === 'text') return block.text;
    return block.type === 'columns' ? `${block.left}: ${block.right}` : `[${block.type}]`;
  });

describe('a code that leads to the receipt at the shop’s own address', () => {
  const link = 'https://shop.example/r/{id}?ref={reference}';
  const input = { messageType: 'SALE', posTerminalId: 'T1', refNr: 'Bon 17/a', amount: { value: 1, currency: 'EUR' } };
  const blocksOf = (copy: 'customer' | 'merchant', record = aSale({ id: 'op_7', input })) =>
    receiptDocument(record, copy, { ...live, link })?.blocks ?? [];

  it('stands on the customer’s copy, with the words of the sale as an address takes them', () => {
    expect(blocksOf('customer').slice(-3)).toEqual([
      { type: 'qr', data: 'https://shop.example/r/op_7?ref=Bon%2017%2Fa' },
      { type: 'text', text: 'Ihr Beleg online', align: 'center' },
      { type: 'cut' },
    ]);
    expect(blocksOf('customer', aSale({ id: 'op_8' }))).toContainEqual({
      type: 'qr',
      data: 'https://shop.example/r/op_8?ref=',
    });
  });

  it('is not on the shop’s copy', () => {
    const record = aSale({ input }, { receipt: { merchant: lines } });
    expect(blocksOf('merchant', record).map(({ type }) => type)).not.toContain('qr');
  });
});

describe('a code that a scan finds the payment by', () => {
  const input = { messageType: 'SALE', posTerminalId: 'T1', transId: 'S-17', amount: { value: 1, currency: 'EUR' } };
  const codes = (change: Partial<OperationRecord>, result: JsonObject, style: Partial<ReceiptStyle> = {}) =>
    (['customer', 'merchant'] as const).map((copy) => {
      const both = { ...result, receipt: { customer: lines, merchant: lines } };
      const document = receiptDocument(aSale({ input, ...change }, both), copy, {
        ...live,
        paymentCode: true,
        ...style,
      });
      return document?.blocks.filter(({ type }) => type === 'qr' || type === 'barcode') ?? [];
    });

  it('is a barcode of the gateway’s number on both copies, a QR code where that is long', () => {
    const barcode = [{ type: 'barcode', symbology: 'code128', data: 'PAY-17' }];
    expect(codes({}, { payId: 'PAY-17' })).toEqual([barcode, barcode]);
    const qr = [{ type: 'qr', data: 'a1b2c3d4e5f60718293a4b5c6d7e8f90' }];
    expect(codes({}, { payId: 'a1b2c3d4e5f60718293a4b5c6d7e8f90' })).toEqual([qr, qr]);
  });

  it('is of the shop’s number where the gateway named none', () => {
    const barcode = [{ type: 'barcode', symbology: 'code128', data: 'S-17' }];
    expect(codes({}, {})).toEqual([barcode, barcode]);
  });

  it('there is none where the settings say so, of a card’s number, and of what failed', () => {
    expect(codes({}, { payId: 'PAY-17' }, { paymentCode: false })).toEqual([[], []]);
    expect(codes({}, { payId: '4242424242424242' })).toEqual([[], []]);
    expect(codes({ state: 'failed' }, { payId: 'PAY-17' })).toEqual([[], []]);
  });
});

describe('the language of the customer’s copy', () => {
  const said = (
    copy: 'customer' | 'merchant',
    change: JsonObject,
    result: JsonObject,
    style: Partial<ReceiptStyle> = {},
  ) => {
    const input = { messageType: 'SALE', posTerminalId: 'T1', amount: { value: 1, currency: 'EUR' }, ...change };
    const blocks = receiptDocument(aSale({ input }, result), copy, { ...live, ...style })?.blocks ?? [];
    return JSON.stringify(blocks);
  };
  const words = { fr: sayIn('fr')('receipt.notCard'), en: sayIn('en')('receipt.notCard') };

  it.each([
    ['that the terminal names', {}, { customerLanguage: 'fr-BE' }, words.fr],
    ['that the request names, before all others', { language: 'en' }, { customerLanguage: 'fr' }, words.en],
    ['of the country that issued the card', {}, { cardInfo: { country: 'FRA' } }, words.fr],
    ['of the shop in a country with several', {}, { cardInfo: { country: 'CHE' } }, sayIn('de')('receipt.notCard')],
    [
      'of the shop where the till does not speak the other',
      {},
      { customerLanguage: 'pl' },
      sayIn('de')('receipt.notCard'),
    ],
    ['of the shop where nothing is known', {}, {}, sayIn('de')('receipt.notCard')],
  ])('is the one %s', (_, change, result, expected) => {
    expect(said('customer', change, result)).toContain(expected);
    // The shop reads its own copy.
    expect(said('merchant', change, result)).toContain(sayIn('de')('receipt.notCard'));
  });

  it('is the shop’s where the settings say so', () => {
    const always = said('customer', {}, { customerLanguage: 'fr' }, { customerLanguage: 'shop' });
    expect(always).toContain(sayIn('de')('receipt.notCard'));
  });

  it('never changes a terminal’s own lines', () => {
    expect(said('customer', {}, { customerLanguage: 'fr', receipt: { customer: lines } })).toContain(lines[0]);
  });
});

describe('a slip that the customer signs', () => {
  const signed = ['H-Ä-N-D-L-E-R-B-E-L-E-G', 'VISA ############4242', '', 'Unterschrift:', '______________________'];
  const merchant = (said: readonly string[]) => aSale({}, { receipt: { customer: lines, merchant: [...said] } });

  it.each([
    ['as the terminal wrote it', signed],
    ['with the line beside the word', ['Signature x_______________']],
    ['with dots', ['Signature du porteur', '.....................']],
  ])('is printed by itself, %s', (_, said) => {
    for (const when of ['ask', 'not-paid', 'always'] as const) {
      expect(printsByItself(merchant(said), 'merchant', when), when).toBe(true);
    }
    expect(printsByItself(merchant(said), 'customer', 'ask')).toBe(false);
    expect(printsByItself(merchant(said), 'merchant', 'never')).toBe(false);
  });

  it.each([
    [['NO SIGNATURE REQUIRED']],
    [['Keine Unterschrift erforderlich', '-----------']],
    [['VISA', '__________']],
  ])('is none where no signature is wanted: %j', (said) =>
    expect(printsByItself(merchant(said), 'merchant', 'ask')).toBe(false),
  );
});

it('what was cancelled is printed by itself where only that is wanted (France)', () => {
  const input = { messageType: 'REVERSE', posTerminalId: 'T1' };
  expect(printsByItself(aSale({ input }), 'customer', 'not-paid')).toBe(true);
  expect(printsByItself(aSale(), 'customer', 'not-paid')).toBe(false);
});

it('there is none of a link for one method before its customer has paid', () => {
  const made = (state: 'open' | 'expired' | 'paid') => {
    const offer = { state, sinceMs: 0, untilMs: null, lookUps: 1, lastLookUpMs: null, nextLookUpMs: null };
    const input = { transId: 'L-1', paymentMethods: { integrationType: 'HOSTED', type: 'PAYPAL' } };
    const origin = { type: 'cashier', clientId: 'window', operator: null, approvedBy: null } as const;
    return aSale({ kind: 'create-payment', input, origin, terminalId: null, offer }, { status: 'PENDING' });
  };
  for (const state of ['open', 'expired'] as const) {
    expect(texts(made(state))).toBeUndefined();
    expect(printsByItself(made(state), 'customer', 'always')).toBe(false);
  }
  expect(texts(made('paid'))).toContain('Zahlungslink');
});

describe('a receipt', () => {
  it('of a terminal stands as it came', () => {
    expect(texts(aSale())).toEqual([...lines, '[cut]']);
  });

  it('may come as one text', () => {
    expect(texts(aSale({}, { receipt: { customer: lines.join('\n') } }))).toEqual([...lines, '[cut]']);
  });

  it('in training says so at both ends', () => {
    const [first, ...rest] = texts(aSale(), { ...live, mode: 'training' }) ?? [];
    expect(first).toBe('Schulung: kein echtes Geld');
    expect(rest.at(-2)).toBe(first);
  });

  it('that no terminal sent says that it is no card receipt, and what is known', () => {
    const refund = aRecord({
      kind: 'refund',
      state: 'succeeded',
      input: { payId: 'P1', refNr: 'Bon 17', amount: { value: 500, currency: 'EUR' } },
      result: { paymentMethods: { card: { brand: 'VISA', last4Digits: '4242' } } },
    });
    const said = texts(refund) ?? [];
    expect(said.slice(0, 2)).toEqual(['Bäckerei Möller', 'Kein Kartenbeleg']);
    expect(said).toContain('Betrag: \u22125,00\u00A0EUR');
    expect(said).toContain('Karte: VISA ••••\u00A04242');
    expect(said).toContain('Referenz: Bon 17');
    expect(said.join('\n')).not.toContain('null');
    expect(said.at(-1)).toBe('[cut]');
  });

  describe('that the till composed of a card', () => {
    const card = { brand: 'VISA', bin: '411111', last4Digits: '4242' };
    const answer = {
      merchantId: 'M-17',
      paymentMethods: { card: { ...card, aid: 'A0000000031010', applicationLabel: 'VISA CREDIT', cvm: 'PIN' } },
    };

    it.each(['customer', 'merchant'] as const)('never shows more than the last four digits: the %s’s copy', (copy) => {
      const blocks = receiptDocument(aSale({}, answer), copy, live)?.blocks ?? [];
      expect(blocks).toContainEqual({ type: 'columns', left: 'Karte', right: 'VISA ••••\u00A04242' });
      expect(JSON.stringify(blocks)).not.toContain('411111');
    });

    it('carries what the answer shows of shop and card, and leaves out the rest', () => {
      const head = { ...live, shopAddress: 'Marktplatz 1, 48143 Münster' };
      const said = texts(aSale({}, answer), head) ?? [];
      expect(said.slice(0, 2)).toEqual(['Bäckerei Möller', 'Marktplatz 1, 48143 Münster']);
      expect(said).toEqual(
        expect.arrayContaining([
          'Händlernummer: M-17',
          'Kartenanwendung: VISA CREDIT',
          'AID: A0000000031010',
          'Geprüft durch: PIN',
        ]),
      );
      const bare = texts(aSale({}, { paymentMethods: { card } }))?.join('\n');
      expect(bare).not.toMatch(/Händlernummer|Kartenanwendung|AID|Geprüft/);
    });

    it('reads them where the settings say, and nothing that is no such fact', () => {
      const paths = {
        merchantId: ['shop.number'],
        aid: [],
        applicationLabel: ['long'],
        verification: ['list', 'word'],
      };
      const shown = { ...answer, shop: { number: 'VU-9' }, long: 'x'.repeat(65), list: ['PIN'], word: 'SIGNATURE' };
      const said = texts(aSale({}, shown), { ...live, paths })?.join('\n') ?? '';
      expect(said).toContain('Händlernummer: VU-9');
      expect(said).toContain('Geprüft durch: SIGNATURE');
      expect(said).not.toMatch(/AID|Kartenanwendung/);
    });
  });

  it('says the tip apart, and that a part is one', () => {
    const tipped = aSale({ approved: { value: 1_500, currency: 'EUR' }, partOf: 'op_0' }, {});
    const said = texts(tipped) ?? [];
    expect(said.filter((line) => line.includes('EUR'))).toEqual([
      'Betrag: 15,00\u00A0EUR',
      expect.stringContaining('12,34'),
      expect.stringContaining('2,66'),
    ]);
    expect(said).toContain('Teil eines Einkaufs mit mehreren Zahlungen');
  });

  it('says a tip apart that was chosen at the till', () => {
    const sale = aSale({}, {});
    const said = texts({ ...sale, input: { ...sale.input, tipMinor: 234 } }) ?? [];
    expect(said.filter((line) => line.includes('EUR'))).toEqual([
      'Betrag: 12,34\u00A0EUR',
      'Ohne Trinkgeld: 10,00\u00A0EUR',
      'Trinkgeld: 2,34\u00A0EUR',
    ]);
  });

  it('there is none of what moves no money, is not over, or failed without a word of the terminal', () => {
    expect(texts(aRecord({ kind: 'dcc-bin-check', state: 'succeeded', input: { bin: '400000' } }))).toBeUndefined();
    expect(texts(aSale({ state: 'unknown' }))).toBeUndefined();
    expect(texts(aSale({ state: 'failed' }, {}))).toBeUndefined();
    expect(texts(aSale({ state: 'failed' }))).toEqual([...lines, '[cut]']);
  });
});

describe('by itself', () => {
  const prints = (record: OperationRecord) =>
    (['always', 'not-paid', 'ask', 'never'] as const).filter((when) => printsByItself(record, 'customer', when));

  it('a receipt comes out as the settings say; where paid slips come on request, others still come out', () => {
    expect(prints(aSale())).toEqual(['always']);
    expect(prints(aSale({ state: 'failed' }))).toEqual(['always', 'not-paid']);
    const authorized = { ...aSale().input, messageType: 'AUTHORISATION_OR_RESERVATION' };
    expect(prints(aSale({ input: authorized }))).toEqual(['always', 'not-paid']);
  });

  it('none comes out for what a program did away from the counter', () => {
    const { origin } = aRecord();
    const erp = { ...origin, type: 'erp' as const };
    const capture = {
      kind: 'capture',
      terminalId: null,
      input: { payId: 'P1', amount: { value: 5, currency: 'EUR' } },
    };
    expect(prints(aSale({ ...capture, origin: erp }))).toEqual([]);
    expect(prints(aSale({ ...capture, origin: { ...origin, type: 'cashier' } }))).toEqual(['always']);
  });
});
