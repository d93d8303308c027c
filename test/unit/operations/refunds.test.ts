// Refunds with and without a payment to refer to: each rule's refusal names its field.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { refund } from '#operations/refund.ts';
import { refundUnreferenced } from '#operations/refund-unreferenced.ts';
import { amount, refusedFields, refusedWith } from './samples.ts';

describe('a refund', () => {
  it.each([
    ['paymentMethods.boleto.accountNumber', '12345'],
    ['paymentMethods.riverty.refundType', 'BACK'],
    ['paymentMethods.card.number', 'x'],
    ['paymentMethods.mobilePay.finishAuth', 'Y'],
    ['paymentMethods.klarna', {}],
    ['captureMethod', {}],
  ])('refuses %s = %j', (path, value) => {
    expect(refusedWith('refund', path, value)).toEqual([path]);
  });
});

describe('the capture that a refund gives back', () => {
  const named = { providerTransactionId: 'CAPTURE-2' };

  it.each([
    [{}, false],
    [{ paymentMethods: {} }, false],
    [{ paymentMethods: { card: {} } }, false],
    [{ paymentMethods: { payPal: {} } }, false],
    [{ paymentMethods: { card: named } }, true],
    [{ paymentMethods: { payPal: named } }, true],
    [{ paymentMethods: { card: {}, payPal: named } }, true],
  ])('with %j is named: %s', (rest, isNamed) => {
    expect(refund.namesCapture(refund.input.parse({ payId: 'P1', transId: 'R-1', amount, ...rest }))).toBe(isNamed);
  });
});

const card = 'paymentMethods.card';

describe('a refund without reference', () => {
  it.each([
    [`${card}.number`, undefined],
    [`${card}.number`, ''],
    [`${card}.cardholderName`, undefined],
    [`${card}.expiryDate`, undefined],
    [`${card}.expiryDate`, '203013'],
    [`${card}.expiryDate`, '12/30'],
    [`${card}.brand`, undefined],
    [`${card}.securityCode`, '12'],
    [`${card}.paymentOfWinnings`, 'true'],
    [`${card}.paymentData.senderData.countryCode`, 'DEU'],
    [`${card}.paymentData.senderData.transactionMethod`, 'COIN'],
    [`${card}.paymentData.senderData.accountType`, 'BIC'],
    [`${card}.paymentData.recipientData.city`, 'x'],
    ['customerInfo.email', undefined],
    ['customerInfo.customerType', 'other'],
    ['customerInfo.companyName', 'x'],
    ['billingAddress.country', '276'],
    ['browserInfo.sessionId', 1],
    ['order', {}],
    ['simulationMode', '0'],
    ['paymentMethods', undefined],
    ['paymentMethods', {}],
  ])('refuses %s = %j', (path, value) => {
    expect(refusedWith('refund-unreferenced', path, value)).toEqual([path]);
  });

  const toAccount = (account: JsonObject) => ({ transId: 'U-1', amount, paymentMethods: { directDebit: { account } } });
  const account = { number: 'DE02120300000000202051', accountHolderName: 'Sam Sample' };

  it('goes to an account with an IBAN whose check digits fit', () => {
    expect(refusedFields('refund-unreferenced', toAccount({ ...account, code: 'BYLADEM1001', bankName: 'B' }))).toEqual(
      [],
    );
    const at = 'paymentMethods.directDebit.account.number';
    for (const number of ['DE03120300000000202051', 'DE0212030000', '12030000', 'de02120300000000202051']) {
      expect(refusedFields('refund-unreferenced', toAccount({ ...account, number }))).toEqual([at]);
    }
    expect(refusedFields('refund-unreferenced', toAccount({ number: account.number }))).toEqual([
      'paymentMethods.directDebit.account.accountHolderName',
    ]);
  });

  it('goes to a card or to an account, not to both', () => {
    expect(refusedWith('refund-unreferenced', 'paymentMethods.directDebit', { account })).toEqual(['paymentMethods']);
  });

  it('keeps the card number and its code in memory only', () => {
    expect(refundUnreferenced.secretFields({})).toEqual([`${card}.number`, `${card}.securityCode`]);
  });
});
