// The method sub-objects that capture and refund requests name (specification, "Capture payment", "Refund payment").
import { z } from 'zod';

const amazonPay = z.strictObject({ amazonPaySimulationCode: z.string().optional() });

// Digits, letters and the SEPA punctuation; the specification lists exactly these.
const mandateIdSchema = z.string().regex(/^[A-Za-z0-9':?,.+\-/()]+$/, {
  error: "may hold digits, letters and ' : ? , . + - / ( ) only",
});

const directDebitCapture = z
  .strictObject({
    mandateId: mandateIdSchema.optional(),
    dateOfSignature: z
      .string()
      .regex(/^(0[1-9]|[12]\d|3[01])\.(0[1-9]|1[0-2])\.\d{4}$/, { error: 'must be a date as DD.MM.YYYY' })
      .optional(),
  })
  .refine((mandate) => mandate.mandateId === undefined || mandate.dateOfSignature !== undefined, {
    error: 'is required when a mandateId is sent',
    path: ['dateOfSignature'],
  });

const shippingMethods = [
  'PICK_UP_STORE',
  'HOME',
  'BOX_REG',
  'BOX_UNREG',
  'PICK_UP_POINT',
  'OWN',
  'POSTAL',
  'DHL_PACKSTATION',
  'DIGITAL',
  'UNDEFINED',
  'PICK_UP_WAREHOUSE',
  'CLICK_COLLECT',
  'PALLET_DELIVERY_PICK_UP_POINT',
  'PALLET_DELIVERY',
] as const;

const klarnaCapture = z.strictObject({
  completeType: z.literal('YES', { error: 'must be YES where it is sent' }).optional(),
  shippingInfo: z
    .strictObject({
      trackingId: z.string().optional(),
      returnTrackingId: z.string().optional(),
      returnShippingCompany: z.string().optional(),
      shippingCompany: z.string().optional(),
      trackingUrl: z.string().optional(),
      returnTrackingUrl: z.string().optional(),
      shippingMethod: z.enum(shippingMethods).optional(),
    })
    .optional(),
});

export const captureMethodsSchema = z.strictObject({
  amazonPay: amazonPay.optional(),
  card: z.strictObject({ finishAuth: z.boolean().optional() }).optional(),
  directDebit: directDebitCapture.optional(),
  klarna: klarnaCapture.optional(),
  mobilePay: z
    .strictObject({
      finishAuth: z.literal('Y', { error: 'must be Y where it is sent' }).optional(),
      textfield1: z.string().optional(),
      textfield2: z.string().optional(),
    })
    .optional(),
  // "Further fields of the request are not shown": left open.
  payPal: z.looseObject({ completeType: z.boolean().optional() }).optional(),
});

export const refundMethodsSchema = z.strictObject({
  amazonPay: amazonPay.optional(),
  boleto: z
    .strictObject({
      bankName: z.string().optional(),
      accountNumber: z.string().includes('-', { error: 'must contain a hyphen' }).optional(),
      bankSortCode: z.string().optional(),
    })
    .optional(),
  card: z.strictObject({ providerTransactionId: z.string().optional() }).optional(),
  mobilePay: z.strictObject({ textfield1: z.string().optional(), textfield2: z.string().optional() }).optional(),
  payPal: z.strictObject({ providerTransactionId: z.string().optional() }).optional(),
  riverty: z
    .strictObject({ refundType: z.enum(['RETURN', 'REFUND']).optional(), invoiceNumber: z.string().optional() })
    .optional(),
});
