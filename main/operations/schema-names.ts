// Which schemas of the gateway interface have a name of their own in a document: what several operations share.
import type { z } from 'zod';
import type { SchemaNames } from '#contract/data/json-schema.ts';
import { billingAddressSchema, phoneSchema, shippingSchema } from './fields/address.ts';
import { amountSchema } from './fields/amount.ts';
import { captureMethodSchema } from './fields/capture-method.ts';
import { customerInfoSchema } from './fields/customer.ts';
import { errorBodySchema, problemDetailsSchema } from './fields/errors.ts';
import { methodResultsSchema } from './fields/method-results.ts';
import { basicNotificationSchema, enhancedNotificationSchema } from './fields/notifications.ts';
import { orderSchema } from './fields/order.ts';
import { operationResultSchema } from './fields/result.ts';
import { customerSchema, storedMethodSchema } from './fields/vault.ts';

export const sharedSchemas: SchemaNames = new Map<z.ZodType, string>([
  [amountSchema, 'Amount'],
  [orderSchema, 'Order'],
  [phoneSchema, 'Phone'],
  [billingAddressSchema, 'BillingAddress'],
  [shippingSchema, 'Shipping'],
  [customerInfoSchema, 'CustomerInfo'],
  [captureMethodSchema, 'CaptureMethod'],
  [operationResultSchema, 'OperationResult'],
  [methodResultsSchema, 'MethodResults'],
  [problemDetailsSchema, 'ProblemDetails'],
  [errorBodySchema, 'ErrorBody'],
  [customerSchema, 'Customer'],
  [storedMethodSchema, 'StoredPaymentMethod'],
  [basicNotificationSchema, 'BasicNotification'],
  [enhancedNotificationSchema, 'EnhancedNotification'],
]);
