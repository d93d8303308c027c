// Get payment by payId and by transId. The bodies are not shown, so any JSON object is taken as it comes;
// payment-view.ts says where the bridge looks for what it needs.
import { z } from 'zod';
import { query } from './define.ts';
import { payIdSchema, transIdSchema } from './fields/ids.ts';

const paymentRecord = z.looseObject({});

export const getPaymentByPayId = query({
  name: 'get-payment-by-pay-id',
  summary: 'Read a payment by its payId',
  path: '/payments/getByPayId/{payId}',
  scope: 'status',
  input: z.strictObject({ payId: payIdSchema }),
  response: paymentRecord,
});

export const getPaymentByTransId = query({
  name: 'get-payment-by-trans-id',
  summary: 'Read a payment by the merchant transaction id',
  path: '/payments/getByTransId/{transId}',
  scope: 'status',
  input: z.strictObject({ transId: transIdSchema }),
  response: paymentRecord,
});
