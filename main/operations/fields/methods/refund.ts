// The method sub-objects of refund requests (specification, "Refund payment with reference").
import { z } from 'zod';
import { texts } from '../texts.ts';
import { amazonPaySchema } from './capture.ts';

export const refundMethodsSchema = z.strictObject({
  amazonPay: amazonPaySchema.optional(),
  /** For one processing route only. */
  boleto: z
    .strictObject({
      bankName: z.string().optional(),
      accountNumber: z.string().includes('-', { error: 'must contain a hyphen' }).optional(),
      /** The number of the branch. */
      bankSortCode: z.string().optional(),
    })
    .optional(),
  /** The id of one capture of several; without it the last one is credited. */
  card: z.strictObject(texts('providerTransactionId')).optional(),
  mobilePay: z.strictObject(texts('textfield1', 'textfield2')).optional(),
  payPal: z.strictObject(texts('providerTransactionId')).optional(),
  riverty: z
    .strictObject({ refundType: z.enum(['RETURN', 'REFUND']).optional(), ...texts('invoiceNumber') })
    .optional(),
});
