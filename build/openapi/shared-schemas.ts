// Which schemas of the gateway interface have a name of their own in a document: what several operations share.
import type { z } from 'zod';
import type { SchemaNames } from '#contract/json-schema.ts';
import { billingAddressSchema, phoneSchema, shippingSchema } from '#operations/fields/address.ts';
import { amountSchema } from '#operations/fields/amount.ts';
import { captureMethodSchema } from '#operations/fields/capture-method.ts';
import { customerInfoSchema } from '#operations/fields/customer.ts';
import { errorBodySchema, problemDetailsSchema } from '#operations/fields/errors.ts';
import { methodResultsSchema } from '#operations/fields/method-results.ts';
import { basicNotificationSchema, enhancedNotificationSchema } from '#operations/fields/notifications.ts';
import { orderSchema } from '#operations/fields/order.ts';
import { operationResultSchema } from '#operations/fields/result.ts';
import { customerSchema, storedMethodSchema } from '#operations/fields/vault.ts';

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
