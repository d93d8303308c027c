// The method-specific part of results (specification, "Method-specific result fields"), of successes and of 422s. A
// provider's field is there only for the method in use; its text only when the status is FAILED.
import { z } from 'zod';
import { tolerant } from './tolerant.ts';

const field = tolerant(z.union([z.string(), z.number()]));
/** Documented as a number, or typed as one for some methods; some answer with a text. */
const number = tolerant(z.union([z.number(), z.string()]));

const results = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => tolerant(z.looseObject(shape));

const address = {
  streetName: field,
  streetNumber: field,
  addressLine2: field,
  addressLine3: field,
  city: field,
  state: field,
  country: field,
  postalCode: field,
};

const codeAndText = { providerResponseCode: field, providerResponseText: field };
const textOnly = results({ providerResponseText: field });
const numberOnly = results({ providerResponseText: number });

export const methodResultsSchema = results({
  /** Returned only for some acquirers. */
  card: results({ ...codeAndText, providerTransactionId: field, providerApprovalCode: number }),
  klarna: results({
    ...codeAndText,
    providerTransactionId: field,
    /** Only after an initial request with credentialOnFile recurring and initialPayment. */
    billingAgreementId: field,
    /** The customer must be forwarded to it, so that the provider can set a cookie. */
    redirectUrl: field,
    invoiceNumber: field,
  }),
  payPal: results({
    providerResponseCode: field,
    providerDeclineCategory: field,
    feeRefundAmount: number,
    grossRefundAmount: number,
    netRefundAmount: number,
  }),
  riverty: results({
    ...codeAndText,
    billingAddress: results(address),
    shippingAddress: results({
      address: results({
        firstName: field,
        lastName: field,
        companyName: field,
        ...address,
        phone: results({ countryCode: field, number: field }),
      }),
      type: field,
    }),
  }),
  amazonPay: results({ ...codeAndText, providerStatus: field, chargeId: field, refundId: field }),
  ratepay: results({
    ...codeAndText,
    /** Date-time. */
    authorizationExpiry: field,
    paymentReference: field,
    providerTransactionId: field,
    providerDeclineCategory: field,
    /** Where the request asked for BANK_TRANSFER. */
    account: results({ bankName: field, code: field, number: field, accountHolderName: field }),
  }),
  bancontact: numberOnly,
  boleto: numberOnly,
  myBank: numberOnly,
  przelewy24: numberOnly,
  twint: textOnly,
  alipay: textOnly,
  bizum: textOnly,
  eps: textOnly,
  unionPay: textOnly,
  weChat: textOnly,
  floapay: results(codeAndText),
});
