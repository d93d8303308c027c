// What the gateway's webhooks carry (specification, "Events"). Only the ids are ever used, and only to look the payment
// up: the basic one is not signed, and a signed one may be old.
import { z } from 'zod';
import { text } from './tolerant.ts';

export const basicNotificationSchema = z.looseObject({ payId: z.string().min(1).max(128) });

export const enhancedNotificationSchema = z.looseObject({
  payId: z.string().min(1).max(128),
  transId: z.string().min(1).max(128),
  refNr: text,
  status: z.string(),
  responseCode: z.string(),
  responseDescription: z.string(),
  amount: z.looseObject({ value: z.number(), currency: z.string() }),
  paymentMethods: z.array(z.looseObject({ type: z.string() })),
  creationDate: z.string(),
});
