// Dates and times in the forms that the specification names. All of them must exist in the calendar.
import { z } from 'zod';

/** `2026-01-31` */
export const dateSchema = z.iso.date({ error: 'must be a date as YYYY-MM-DD' });

const real = (text: string) => dateSchema.safeParse(text.slice(0, 10)).success;

/** A UTC date-time. Without a zone it is taken as UTC; another zone's offset is refused. */
export const utcDateTimeSchema = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]00:00)?$/, {
    error: 'must be a date and time in UTC as YYYY-MM-DDTHH:MM:SSZ',
  })
  .refine(real, { error: 'must be a date that exists' });

/** `2026-01-31T18:05:00` at the place where it happens: without a zone. */
export const localDateTimeSchema = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?$/, {
    error: 'must be a local date and time as YYYY-MM-DDTHH:MM:SS, without a zone',
  })
  .refine(real, { error: 'must be a date that exists' });

/** `2026-01-31T18:05` */
export const localMinuteSchema = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/, {
    error: 'must be a local date and time without seconds as YYYY-MM-DDTHH:MM',
  })
  .refine(real, { error: 'must be a date that exists' });

/** `31.01.2026`, the form of SEPA mandates here. */
export const dottedDateSchema = z
  .string()
  .regex(/^\d\d\.\d\d\.\d{4}$/, { error: 'must be a date as DD.MM.YYYY' })
  .refine((text) => real(`${text.slice(6)}-${text.slice(3, 5)}-${text.slice(0, 2)}`), {
    error: 'must be a date as DD.MM.YYYY that exists',
  });
