// Create checkout session: a link to a hosted page where the customer picks a method and pays. Nothing is paid by
// making it, and until a customer pays a look-up shows nothing: not finding it proves nothing.
import { z } from 'zod';
import { offer } from './families.ts';
import { checkIdealTransId, paymentRequest, personalOfRequest } from './fields/payment-request.ts';
import { methodTypeSchema, sessionMethodsSchema } from './fields/methods/request.ts';
import { sessionResultSchema } from './fields/result.ts';
import { templateSchema } from './fields/template.ts';
import { sessionUrlsSchema } from './fields/urls.ts';
import { withRefNr } from './fields/effects.ts';

export const createSession = offer({
  kind: 'create-session',
  summary: 'Create a checkout session: a hosted page where the customer picks a payment method',
  path: '/payments/sessions',
  examples: [
    {
      title: 'A hosted page for 19.99 EUR',
      input: {
        transId: 'order-1003',
        amount: { value: 1999, currency: 'EUR' },
        urls: {
          return: 'https://shop.example/paid',
          cancel: 'https://shop.example/cancelled',
          webhook: 'https://shop.example/notified',
        },
      },
    },
  ],
  input: z
    .strictObject({
      ...paymentRequest,
      urls: sessionUrlsSchema,
      template: templateSchema.optional(),
      /** An additional description of the transaction. */
      remittanceInfo: z.string().optional(),
      /** The methods to show; without it the merchant's configuration decides. */
      allowedPaymentMethods: z.array(methodTypeSchema).optional(),
      paymentMethods: sessionMethodsSchema.optional(),
    })
    .superRefine(({ transId, allowedPaymentMethods }, issues) => {
      checkIdealTransId(transId, allowedPaymentMethods ?? [], issues);
    }),
  keyed: true,
  personalFields: personalOfRequest,
  complete: withRefNr,
  successStatus: 202,
  response: sessionResultSchema,
});
