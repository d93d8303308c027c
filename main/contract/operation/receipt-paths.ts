// Where an answer may show what a card receipt carries beside the amount. The specification names none of these fields, so
// that each is read where it is found, and is left out where it is not.

export const receiptFields = ['merchantId', 'aid', 'applicationLabel', 'verification'] as const;

export type ReceiptField = (typeof receiptFields)[number];

/** Dotted paths; the first that is there counts. */
export type ReceiptPaths = { readonly [field in ReceiptField]: readonly string[] };

export const defaultReceiptPaths: ReceiptPaths = {
  merchantId: ['paymentMethods.card.merchantId', 'acquirerMerchantId', 'merchantId'],
  aid: ['paymentMethods.card.aid', 'paymentMethods.card.applicationId', 'card.aid', 'emv.aid', 'aid'],
  applicationLabel: [
    'paymentMethods.card.applicationLabel',
    'card.applicationLabel',
    'emv.applicationLabel',
    'applicationLabel',
  ],
  verification: [
    'paymentMethods.card.cardholderVerification',
    'paymentMethods.card.verificationMethod',
    'paymentMethods.card.cvm',
    'card.cvm',
    'emv.cvm',
    'cvm',
  ],
};
