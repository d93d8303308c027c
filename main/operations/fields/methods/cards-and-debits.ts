// Card, direct debit and easyCollect (specification, "paymentMethods object", the table of sub-objects).
import { z } from 'zod';
import { dateSchema } from '../dates.ts';
import { cardTemplateSchema, directDebitTemplateSchema, easyCollectTemplateSchema } from '../template.ts';
import { texts } from '../texts.ts';

const flag = z.boolean().optional();

export const card = {
  /** Card scheme names, for example VISA. */
  subType: z.array(z.string()).optional(),
  /** Offers the card's own currency on the hosted page. */
  dccEnabled: flag,
  template: cardTemplateSchema.optional(),
};

export const directDebit = {
  'x-directdebit': flag,
  /** For example ELV. */
  ...texts('method'),
  debitDelay: z.int().optional(),
  ...texts('service', 'sellingPoint'),
  template: directDebitTemplateSchema.optional(),
};

export const easyCollect = {
  'x-easycollect': flag,
  ...texts('accountId', 'contractId', 'contractDescription', 'businessIdentifier', 'signatureAgreementType'),
  documentSignature: flag,
  googleAnalyticsConsent: flag,
  signatureBySca: flag,
  sps: flag,
  validation: flag,
  ...texts('customerType', 'mandateType', 'eventToken'),
  dueDate: dateSchema.optional(),
  ...texts('mandateId', 'signerPositionOccupied'),
  template: easyCollectTemplateSchema.optional(),
  account: z.strictObject(texts('number')).optional(),
};
