// The bodies that belong to no single operation: refusals and notifications, with the schemas that read them.
import type { z } from 'zod';
import { errorBodySchema, problemDetailsSchema } from '#operations/fields/errors.ts';
import { basicNotificationSchema, enhancedNotificationSchema } from '#operations/fields/notifications.ts';

export const noticeSchemas: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ['problem', problemDetailsSchema],
  ['server-error', errorBodySchema],
  ['basic-webhook', basicNotificationSchema],
  ['enhanced-webhook', enhancedNotificationSchema],
]);
