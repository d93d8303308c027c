// What the gateway answers: documented shapes are read, odd fields inside them are passed over, and an answer that
// says the opposite of success cannot be read as one.
import { describe, expect, it } from 'vitest';
import { commandOf, queries } from '#operations/index.ts';
import { errorBodySchema, problemDetailsSchema } from '#operations/fields/errors.ts';
import { operationResultSchema } from '#operations/fields/result.ts';
import { basicNotificationSchema, enhancedNotificationSchema } from '#operations/fields/notifications.ts';

const result = {
  payId: 'P1',
  merchantId: 'SHOP',
  transId: 'T-1',
  xId: 'X1',
  refNr: 'R-1',
  status: 'OK',
  responseCode: '00000000',
  responseDescription: 'success',
  metadata: { till: 1 },
  order: { invoiceId: 'I-7' },
  customerInfo: { gatewayCustomerId: 'G-1' },
};

const methods = {
  card: { providerResponseCode: '00', providerResponseText: 'x', providerTransactionId: '1', providerApprovalCode: 1 },
  klarna: { billingAgreementId: 'B', redirectUrl: 'https://klarna.example', invoiceNumber: 'I' },
  payPal: { providerDeclineCategory: 'D', feeRefundAmount: 1, grossRefundAmount: 2, netRefundAmount: 1 },
  riverty: { billingAddress: { city: 'S' }, shippingAddress: { address: { phone: { number: '1' } }, type: 'T' } },
  amazonPay: { providerStatus: 'S', chargeId: 'C', refundId: 'R' },
  ratepay: { authorizationExpiry: '2026-01-31T00:00:00Z', account: { bankName: 'B', number: '1' } },
  bancontact: { providerResponseText: 51 },
  twint: { providerResponseText: 'declined' },
  floapay: { providerResponseCode: '1', providerResponseText: 'declined' },
  somethingNew: { anything: 1 },
};

describe('an operation result', () => {
  it('is read with the fields of every method, unknown ones kept', () => {
    const answer = { ...result, paymentMethods: methods, more: 1 };
    expect(operationResultSchema.parse(answer)).toEqual(answer);
  });

  it('is read where a field is missing, or a number stands for a text', () => {
    expect(operationResultSchema.safeParse({}).success).toBe(true);
    expect(operationResultSchema.safeParse({ ...result, responseCode: 0, payId: 17 }).success).toBe(true);
  });

  it('is read where something odd stands in a method’s object: that is no reason to doubt the money', () => {
    const odd = { ...result, paymentMethods: { card: { providerApprovalCode: { a: 1 } }, klarna: 'x' }, order: 7 };
    expect(operationResultSchema.safeParse(odd).success).toBe(true);
  });

  it('is not read where its own status or ids are no texts', () => {
    expect(operationResultSchema.safeParse({ ...result, status: { code: 'OK' } }).success).toBe(false);
  });
});

describe.each([
  ['create-session', 202, { _links: { redirect: { href: 'https://pay.example/1' } } }],
  ['create-payment', 201, result],
  ['capture', 200, result],
  ['create-link', 200, { anything: 1 }],
  ['dcc-bin-check', 200, { cardInfo: { country: 'USA' } }],
  ['dcc-quote', 200, { dccInfo: { status: 'AVAILABLE', provider: 'P', dccRequestId: 'D', rate: {}, amounts: {} } }],
  ['update-customer', 200, { id: 'C-1', createdAt: '2026-01-31T18:05:00.000', billingAddress: { city: 'S' } }],
  ['delete-customer', 200, { id: 'C-1', deleted: true }],
] as const)('%s', (kind, status, body) => {
  it(`answers with ${status}`, () => {
    expect(commandOf(kind)?.successStatus).toBe(status);
    expect(commandOf(kind)?.response.parse(body)).toEqual(body);
  });
});

describe('the vault', () => {
  const stored = {
    id: 'M-1',
    type: 'CARD',
    last4Digits: '1111',
    pseudoCardNumber: '0400000000000000',
    cardHolderName: 'Sam Sample',
    brand: 'visa',
    expiryDate: '203012',
    createdAt: '2026-01-31T18:05:00.000',
  };

  it('is read page by page', () => {
    const page = { totalNumberOfPages: 1, totalNumberOfItems: 1, page: 1, pageSize: 20, data: [{ id: 'C-1' }] };
    expect(queries.listCustomers.response.parse(page)).toEqual(page);
    const list = { gatewayCustomerId: 'C-1', data: [stored] };
    expect(queries.listCustomerPaymentMethods.response.parse(list)).toEqual(list);
    expect(queries.getPaymentMethod.response.parse(stored)).toEqual(stored);
  });

  it('did not delete what it says it did not delete', () => {
    expect(commandOf('delete-customer')?.response.safeParse({ id: 'C-1', deleted: false }).success).toBe(false);
  });
});

describe('a refusal', () => {
  it('of a 400 names fields and messages', () => {
    const body = { type: 'about:blank', title: 'Bad', status: 400, traceId: 'T', errors: { transId: ['is required'] } };
    expect(problemDetailsSchema.parse(body)).toEqual(body);
    expect(problemDetailsSchema.parse({ errors: 'x' })).toEqual({ errors: undefined });
  });

  it('of a 500 has a code and a text', () => {
    const body = { responseCode: '40000001', responseDescription: 'fault' };
    expect(errorBodySchema.parse(body)).toEqual(body);
  });
});

describe('a notification', () => {
  const enhanced = {
    payId: 'P1',
    transId: 'T-1',
    refNr: 'R-1',
    status: 'OK',
    responseCode: '00000000',
    responseDescription: 'success',
    amount: { value: 1000, currency: 'EUR' },
    paymentMethods: [{ type: 'CARD' }],
    creationDate: '2026-01-31T18:05:00Z',
  };

  it('of the basic sort is a payId', () => {
    expect(basicNotificationSchema.parse({ payId: 'P1' })).toEqual({ payId: 'P1' });
    expect(basicNotificationSchema.safeParse({}).success).toBe(false);
  });

  it.each(Object.keys(enhanced).filter((name) => name !== 'refNr'))('of the enhanced sort needs %s', (name) => {
    expect(enhancedNotificationSchema.parse(enhanced)).toEqual(enhanced);
    const { [name as keyof typeof enhanced]: _left, ...rest } = enhanced;
    expect(enhancedNotificationSchema.safeParse(rest).success).toBe(false);
  });
});
