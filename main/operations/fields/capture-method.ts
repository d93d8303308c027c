// When an authorization is captured (specification, "captureMethod object").
import { z } from 'zod';

const delayedSchema = z.strictObject({
  /** Hours before an authorized payment is captured by itself. */
  delayedHours: z
    .number({ error: 'is required: a number of hours from 1 to 696' })
    .min(1, { error: 'must be at least 1' })
    .max(696, { error: 'must be at most 696' })
    .optional(),
});

const manualSchema = z
  .strictObject({
    /** Which capture of the series this is, from 1. */
    currentSequence: z.int().min(1).optional(),
    /** The last one of the series. */
    final: z.boolean().optional(),
    /** How many there will be. */
    total: z.int().min(1).optional(),
  })
  .refine((series) => (series.currentSequence ?? 1) <= (series.total ?? Number.MAX_SAFE_INTEGER), {
    error: 'must not be greater than total',
    path: ['currentSequence'],
  });

const timing = {
  type: z.enum(['AUTOMATIC', 'MANUAL', 'DELAYED'], { error: 'must be AUTOMATIC, MANUAL or DELAYED' }).optional(),
  delayed: delayedSchema.optional(),
};

const hoursWhereDelayed = {
  check: (method: { type?: string | undefined; delayed?: { delayedHours?: number | undefined } | undefined }) =>
    method.type !== 'DELAYED' || method.delayed?.delayedHours !== undefined,
  says: { error: 'is required when type is DELAYED: a number from 1 to 696', path: ['delayed', 'delayedHours'] },
};

/** The capture method of session and create-payment requests. */
export const captureMethodSchema = z
  .strictObject({ ...timing, manual: manualSchema.optional() })
  .refine(hoursWhereDelayed.check, hoursWhereDelayed.says);

/** The capture method of confirm requests: type and hours only. */
export const captureTimingSchema = z.strictObject(timing).refine(hoursWhereDelayed.check, hoursWhereDelayed.says);

/** The capture method of capture requests: the place in a series of partial captures only. */
export const captureSeriesSchema = z.strictObject({ manual: manualSchema.optional() });
