// What a caller's input may not hold: card numbers in free text, security codes, PINs and track data where they would be
// stored, and simulation in live mode.
import { describe, expect, it } from 'vitest';
import { containsCardNumber, containsTrackData, maskCardNumbers } from '#contract/cards/card-number.ts';
import { isTradeItemNumber } from '#contract/text/gtin.ts';
import { isIban } from '#contract/text/iban.ts';
import type { JsonObject } from '#contract/data/json.ts';
import type { Mode } from '#contract/operation/states.ts';
import { freeTextIssues } from '#core/sensitive-data/free-text.ts';

// The card networks' published test numbers.
const testNumbers = ['4111111111111111', '5555555555554444', '378282246310005', '3530111333300000', '36227206271667'];

describe('card numbers in text', () => {
  it.each(testNumbers)('%s is found, however it is spaced', (number) => {
    expect(containsCardNumber(`card ${number}, thanks`)).toBe(true);
    expect(containsCardNumber(number.replaceAll(/(\d{4})(?=\d)/g, '$1 '))).toBe(true);
    expect(containsCardNumber(number.replaceAll(/(\d{4})(?=\d)/g, '$1-'))).toBe(true);
    expect(maskCardNumbers(`x ${number} y`)).toBe('x [card number removed] y');
  });

  it.each([
    ['letters beside it', 'PAN4111111111111111X'],
    ['its expiry date', '4111111111111111 12/27'],
    ['its code', '4111 1111 1111 1111 123'],
    ['what is on its first track', '%B4111111111111111^TEST/CARD^3012101'],
    ['what is on its second track', ';4111111111111111=3012101?'],
    ['the same in a chip', '4111111111111111D30121010000000000000'],
    ['dots', '4111.1111.1111.1111'],
    ['slashes', '4111/1111/1111/1111'],
    ['two spaces', '4111  1111  1111  1111'],
    ['tabs', '4111\t1111\t1111\t1111'],
    ['no-break spaces', '4111\u00A01111\u00A01111\u00A01111'],
    ['dashes', '4111\u20131111\u20131111\u20131111'],
    ['signs without width', '4111\u200B1111\u200B1111\u200B1111'],
    ['full-width digits', '４１１１１１１１１１１１１１１１'],
    ['Arabic-Indic digits', '٤١١١١١١١١١١١١١١١'],
    ['the groups of American Express', '3782.822463.10005'],
    ['the name of its network', 'visa4111111111111111'],
    ['the word for it', 'card4111111111111111'],
    ['its short form', 'cc4111111111111111'],
    ['a longer name', 'mastercard5555555555554444'],
    ['the expiry date behind it', '4111111111111111exp1230'],
    ['a date behind it', '4111111111111111date'],
    ['hexadecimal letters around it', 'ab4111111111111111cd'],
    ['what ends a track', 'c4111111111111111d3012101'],
    ['what begins a track', 'b4111111111111111'],
    ['Devanagari digits', '४१११११११११११११११'],
    ['Bengali digits', '৪১১১১১১১১১১১১১১১'],
    ['Thai digits', '๔๑๑๑๑๑๑๑๑๑๑๑๑๑๑๑'],
    ['Adlam digits, beyond the first 65,536 signs', '\u{1E954}' + '\u{1E951}'.repeat(15)],
    ['variation selectors', Array.from('4111111111111111').join('\uFE0F')],
    ['grapheme joiners', Array.from('4111111111111111').join('\u034F')],
    ['the signs of keys', Array.from('4111111111111111', (digit) => `${digit}\uFE0F\u20E3`).join('')],
    ['Hangul fillers', Array.from('4111111111111111').join('\u3164')],
  ])('written with %s is found', (_name, text) => {
    expect(containsCardNumber(text)).toBe(true);
    expect(maskCardNumbers(`x ${text} y`)).toContain('[card number removed]');
  });

  it.each([
    ['a first track', '%B6000000000000000^SAMPLE/CARD^3012101000000000123?'],
    ['a first track in the groups of American Express', '%B3782 822463 10005^SAMPLE/CARD^3012101000000000?'],
    ['a first track from an American reader on a German keyboard', '%B4111111111111111&SAMPLE/CARD&3012101_'],
    ['a second track', ';6000000000000000=30121010000000000123?'],
  ])('%s is found by its form, whatever its number, and goes as a whole', (_name, text) => {
    expect(containsTrackData(text)).toBe(true);
    expect(containsCardNumber(text)).toBe(true);
    expect(maskCardNumbers(`x ${text} y`)).toBe('x [card number removed] y');
  });

  it.each([
    ['a share', '100%B1234'],
    ['a list', 'order;123456789012;2904'],
    ['an address', 'https://example.com/?a=%B4&b=1'],
  ])('%s is no track data', (_name, text) => expect(containsTrackData(text)).toBe(false));

  it.each([
    ['a random id of 32 hexadecimal signs', 'ab4111111111111111cd0123456789ab'],
    ['one with a name before it', 'op_4111111111111111cd0123456789abef'],
    ['a random id in groups', 'abcdef01-4111-1111-a111-111111111111'],
    ['dates', '2026-11-21 2026-12-24'],
    ['prices', '4,111.11 1,111.11 1,111.11'],
    ['a wrong check digit', '4111111111111112'],
    ['no network prefix', '9111111111111111'],
    ['too few digits', '4111111111111'],
    ['a longer number', '41111111111111111111'],
  ])('%s is no card number', (_name, text) => {
    expect(containsCardNumber(text)).toBe(false);
  });
});

it('an id made of digits alone, or in the shape of a random one but with one letter, is not taken for one', () => {
  expect(containsCardNumber(`${'a'.repeat(16)}4111111111111111`)).toBe(true);
  expect(containsCardNumber('aaaaaaaa-4111-1111-1111-1111aaaaaaaa')).toBe(true);
});

it('digits without an end take no longer than they are', () => {
  expect(containsCardNumber('1 '.repeat(32_768))).toBe(false);
});

it('what is masked twice over is one place, and nothing around it is lost', () => {
  expect(maskCardNumbers('a 4111 1111 1111 1111 123 b 5555555555554444 c')).toBe(
    'a [card number removed] b [card number removed] c',
  );
});

/** The first Finnish account (16 digits behind its country) that passes for a Visa card. */
function ibanLikeCard(): string {
  for (let account = 10_000_000_000_000; ; account += 1) {
    const number = `FI4${account % 10}${account}`;
    if (isIban(number) && containsCardNumber(number)) return number;
  }
}

/** Those of the next thousand numbers that pass for a card's. */
function numbersLikeCards(from: number): string[] {
  return Array.from({ length: 1_000 }, (_, more) => String(from + more)).filter(containsCardNumber);
}

/** Names of the fields with something wrong, in the order in which they are told. */
const fields = (input: JsonObject, mode: Mode = 'test', secretFields: readonly string[] = []) =>
  freeTextIssues(input, mode, secretFields).map(({ field }) => field);

describe('free text of an operation', () => {
  it('names each field that holds a card number', () => {
    const input = { statementDescriptor: 'for 4111111111111111', order: { items: [{ name: '5555 5555 5555 4444' }] } };
    expect(fields(input)).toEqual(['statementDescriptor', 'order.items.0.name']);
  });

  it('looks at metadata names and at numbers as well', () => {
    expect(fields({ metadata: { '4111111111111111': 'x' } })).toHaveLength(1);
    expect(fields({ metadata: { card: 4_111_111_111_111_111 } })).toHaveLength(1);
  });

  it('knows no typed identifiers in metadata, which is free', () => {
    expect(fields({ metadata: { id: '4111111111111111' } })).toEqual(['metadata.id']);
  });

  it('leaves the field made for card numbers alone', () => {
    const input = { paymentMethods: { card: { number: '4111111111111111' } } };
    expect(fields(input, 'live', ['paymentMethods.card.number'])).toEqual([]);
  });

  it('takes the payId of a payment that is known here as it is, and no other', () => {
    const payId = 'P4111111111111111';
    const told = (known: string) =>
      freeTextIssues({ payId }, 'test', [], { idsMayLookLikeCards: false, isPayment: (id) => id === known });
    expect(told(payId)).toEqual([]);
    expect(told('P5555555555554444')).toMatchObject([{ field: 'payId', message: expect.stringContaining('must not') }]);
  });

  it('takes an article number of 14 digits by its own check digit, also where it looks like a card', () => {
    const article = (text: string): JsonObject => ({ productInfo: { globalTradeItemNumber: text } });
    const alike = numbersLikeCards(36_000_000_000_000);
    const right = alike.find(isTradeItemNumber) ?? '';
    const wrong = alike.find((each) => !isTradeItemNumber(each)) ?? '';
    expect([containsCardNumber(right), containsCardNumber(wrong)]).toEqual([true, true]);
    expect(fields(article(right))).toEqual([]);
    expect(fields(article(wrong))).toEqual(['productInfo.globalTradeItemNumber']);
    expect(fields({ sku: right })).toEqual(['sku']);
  });

  it.each([
    'transId',
    'refNr',
    'id',
    'sku',
    'manufacturerPartNumber',
    'merchantReference',
    'invoiceId',
    'merchantCustomerId',
    'payId',
    'xId',
    'globalTradeItemNumber',
    'gatewayCustomerId',
    'customerId',
    'paymentMethodId',
    'providerTransactionId',
    'posTerminalId',
    'traceNr',
    'approvalCode',
    'mandateId',
  ])('refuses a card number as %s, unless the shop says that its ids look so', (name) => {
    for (const text of ['4111111111111111', 'P4111111111111111', '4111111111111111x']) {
      const held = { [name]: text };
      const input = { ...held, order: { items: [held] }, metadata: held, [`${name}s`]: text };
      const others = [`metadata.${name}`, `${name}s`];
      expect(fields(input)).toEqual([name, `order.items.0.${name}`, ...others]);
      const allowed = freeTextIssues(input, 'test', [], { idsMayLookLikeCards: true });
      expect(allowed.map(({ field }) => field)).toEqual(others);
    }
    // In metadata names are free.
    const free = freeTextIssues({ order: { metadata: { [name]: '4111111111111111' } } }, 'test', [], {
      idsMayLookLikeCards: true,
    });
    expect(free.map(({ field }) => field)).toEqual([`order.metadata.${name}`]);
  });

  it('says in words what is wrong', () => {
    const told = (input: JsonObject, mode: Mode) => freeTextIssues(input, mode, []).map(({ message }) => message);
    expect(told({ text: '4111111111111111' }, 'test')).toEqual(['must not contain a card number']);
    expect(told({ text: 'Test:1' }, 'live')).toEqual([
      'must not begin with "Test:" and digits in live mode: the gateway would simulate the result',
    ]);
    expect(told({ cvv: '123' }, 'test')).toEqual([
      'must not be given here: the security code, the PIN and the track data of a card are never stored',
    ]);
  });

  it('finds a card number in a name at the top, and says nothing of one without', () => {
    expect(fields({ 'card 4111111111111111': 'x' })).toEqual(['']);
    expect(fields({ order: { 'card 4111111111111111': 'x' } })).toEqual(['order']);
    expect(fields({ name: 'x', order: { other: 'y' } })).toEqual([]);
    // Once for each: in live mode a simulation field is named once, too.
    expect(fields({ simulationMode: { a: 'x', b: 'y' } }, 'live')).toEqual(['simulationMode']);
    expect(fields({ order: { list: { x: 1 }, payId: { '4111111111111111': 'x' } } })).toEqual(['order.payId']);
  });

  it('reads text and numbers, and nothing else', () => {
    expect(fields({ yes: true, none: null, list: [], inside: {} }, 'live')).toEqual([]);
    expect(fields({ list: ['x', 4_111_111_111_111_111] })).toEqual(['list.1']);
  });

  it('takes an account number whose digits look like a card number, by its own check digits', () => {
    const account = ibanLikeCard();
    expect(containsCardNumber(account)).toBe(true);
    expect(fields({ account: { number: account } }, 'live')).toEqual([]);
    expect(fields({ account: { number: account.replace('FI', 'SI') } }, 'live')).toEqual(['account.number']);
  });

  it('refuses simulation in live mode only', () => {
    const input = { simulationMode: '0305', order: { description: 'Test:0000' } };
    expect(fields(input, 'live')).toEqual(['simulationMode', 'order.description']);
    expect(fields({ simulationMode: true }, 'live')).toEqual(['simulationMode']);
    expect(fields(input, 'test')).toEqual([]);
    expect(fields(input, 'training')).toEqual([]);
  });

  it.each([
    ['in a payment method', { paymentMethods: { amazonPay: { amazonPaySimulationCode: 'X' } } }],
    ['where a body is open', { payment: { parts: [{ simulationMode: '20000000' }] } }],
    ['in other letters', { Simulation_Mode: null }],
  ])('refuses a simulation field in live mode wherever it stands: %s', (_where, input: JsonObject) => {
    expect(freeTextIssues(input, 'live', [])).toMatchObject([{ message: 'is for test environments only' }]);
    expect(fields(input, 'test')).toEqual([]);
  });

  it.each([
    ['spaces', '  test: 0000'],
    ['a sign without width', '\u200BTest:0000'],
    ['one inside', 'Te\u00ADst:\u200B0000'],
    ['a full-width colon', 'Test\uFF1A0000'],
    ['full-width letters and digits', 'Ｔｅｓｔ：００００'],
    ['Arabic-Indic digits', 'Test:\u0660\u0660'],
  ])('knows the words that simulate a result however they are written: %s', (_how, description) => {
    expect(fields({ order: { description } }, 'live')).toEqual(['order.description']);
  });

  it('leaves words alone that simulate nothing', () => {
    for (const description of ['Test: one two', 'Contest:1', 'Test 1', 'Attest:0000']) {
      expect(fields({ order: { description } }, 'live')).toEqual([]);
    }
  });

  it('names what may not be stored of a card by a code of its own, and never says its value', () => {
    const issues = freeTextIssues({ payment: { cvv: '987' }, metadata: { pin: 8642 } }, 'test', []);
    expect(issues).toMatchObject([
      { field: 'payment.cvv', code: 'sensitive-authentication-data' },
      { field: 'metadata.pin', code: 'sensitive-authentication-data' },
    ]);
    expect(JSON.stringify(issues)).not.toMatch(/987|8642/);
  });

  it('leaves a security code to the fields that are never stored, and to no other', () => {
    const card = { number: 'pseudo', securityCode: '123' };
    const secret = ['paymentMethods.card.number', 'paymentMethods.card.securityCode'];
    expect(fields({ paymentMethods: { card } }, 'test', secret)).toEqual([]);
    expect(fields({ paymentMethods: { card } }, 'test', ['paymentMethods.card'])).toEqual([]);
    expect(fields({ paymentMethods: { card } })).toEqual(['paymentMethods.card.securityCode']);
    // A name with dots in it is another member, and would be stored.
    expect(fields({ 'paymentMethods.card': { cvv: '123' } }, 'test', ['paymentMethods.card'])).toHaveLength(1);
    expect(fields({ paymentMethods: { card, other: { cvv: '123' } } }, 'test', secret)).toHaveLength(1);
  });
});
