// Packs what is stored of an operation that has its outcome: raw deflate with a dictionary, since each text is short and
// has the names and words of all others. A terminal's receipts, which are most of it, take a quarter.
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * What is packed refers to this text: it never changes. Another one is another version of what is sealed (seal.ts). What is
 * most common stands last, where references to it are shortest.
 */
const words = [
  '"hosted-pending","urlSuccess":"","urlFailure":"","urlCancel":"","urlNotify":"","channel":"ECOM","language":"de"',
  '"billing":{"customer":{"firstName":"","lastName":"","email":"","phone":""},"address":{"street":"","streetNumber":"","city":"","postalCode":"","country":"DEU"}}',
  '"shipping":{"order":{"items":[{"name":"","quantity":1,"description":"","sku":""}]}},"captureId":"","captureMethod":"AUTOMATIC","MANUAL"',
  '"reason":"","code":"","message":"The gateway declined it.","decisions":[{"outcome":"succeeded","by":{"id":"","name":"","role":"supervisor"},"note":"","atMs":17}]',
  '"DECLINED","FAILED","REVERSED","REFUNDED","AUTHORIZED","OK","dccInfo":{"exchangeRate":"","markUp":""},"tipAmount":{"approvedAmount":{',
  '"customerReceipt":["merchantReceipt":["** Kundenbeleg ** ** Händlerbeleg ** Kartenzahlung Betrag Terminal-ID Trace-Nr. Beleg-Nr. Genehmigungs-Nr. VU-Nr. Karten-Nr. Zahlung erfolgt',
  ' Datum Uhrzeit Kontaktlos girocard Debit Mastercard Maestro AMEX Visa AID A0000000031010 TSI TVR Total Card no. Date Time Thank you',
  '"card":{"maskedNumber":"************","first6Digits":"","expiryDate":"","type":"CREDIT","cardReadMode":"CONTACTLESS","CHIP","entryMode":"creditCard"',
  '"AUTHORISATION_OR_RESERVATION","REVERSE","CAPTURE","REFUND"',
  'TRAINING - NO PAYMENT","SALE","Terminal    ","Trace no.   ","VISA  ******","Amount      .00 EUR","Approval    ","APPROVED"],"customer":["** Customer copy **","',
  '{"input":{"refNr":"","localDateTime":"202","amount":{"value":0,"currency":"EUR"},"messageType":"SALE","transId":"","posTerminalId":""},',
  '"result":{"payId":"","merchantId":"","transId":"","xId":"","refNr":"","status":"CAPTURED","responseCode":"00000000","responseDescription":"success",',
  '"paymentMethods":{"card":{"brand":"VISA","bin":"","last4Digits":"","country":"DEU","providerResponseCode":"00","providerTransactionId":"","providerApprovalCode":}},',
  '"posTerminalId":"","traceNr":"","approvalCode":"","receipt":{"merchant":["** Merchant copy **","TRAINING - NO PAYMENT","SALE","202"]}},"failure":null,"decisions":[]}',
];
export const dictionary = Buffer.from(words.join('\n'), 'utf8');
/** The text has less than a megabyte: an answer of the gateway is cut off long before. */
const most = { dictionary, maxOutputLength: 2 ** 26 };

export function packedText(text: string): Buffer {
  return deflateRawSync(Buffer.from(text, 'utf8'), { dictionary, windowBits: 13, memLevel: 6 });
}

export function unpackedText(bytes: Uint8Array): string {
  return inflateRawSync(bytes, most).toString('utf8');
}
