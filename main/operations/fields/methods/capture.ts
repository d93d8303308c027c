// The method sub-objects of capture requests (specification, "Capture payment").
import { z } from 'zod';
import { dottedDateSchema } from '../dates.ts';
import { texts } from '../texts.ts';

export const amazonPaySchema = z.strictObject(texts('amazonPaySimulationCode'));

// Digits, letters and the SEPA punctuation; the specification lists exactly these.
const mandateIdSchema = z.string().regex(/^[A-Za-z0-9':?,.+\-/()]+$/, {
  error: "may hold digits, letters and ' : ? , . + - / ( ) only",
});

const directDebitCapture = z
  .strictObject({
    mandateId: mandateIdSchema.optional(),
    dateOfSignature: dottedDateSchema.optional(),
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
  /** YES also reverses what remains on a partial capture. */
  ...texts('completeType'),
  shippingInfo: z
    .strictObject({
      ...texts('trackingId', 'returnTrackingId', 'returnShippingCompany', 'shippingCompany'),
      ...texts('trackingUrl', 'returnTrackingUrl'),
      shippingMethod: z.enum(shippingMethods).optional(),
    })
    .optional(),
});

export const captureMethodsSchema = z.strictObject({
  amazonPay: amazonPaySchema.optional(),
  /** `finishAuth` stops the renewal of guaranteed authorizations after partial captures. */
  card: z.strictObject({ finishAuth: z.boolean().optional() }).optional(),
  directDebit: directDebitCapture.optional(),
  klarna: klarnaCapture.optional(),
  mobilePay: z
    .strictObject({
      /** Y stops the prolongation of guaranteed authorizations. */
      ...texts('finishAuth'),
      /** Name and city of the cardholder. */
      ...texts('textfield1', 'textfield2'),
    })
    .optional(),
  // "Further fields of the request are not shown": left open.
  payPal: z.object({ completeType: z.boolean().optional() }).catchall(z.json()).optional(),
});
