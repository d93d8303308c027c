// How answers are read: a field of another type than documented is passed over, never a reason to doubt the whole.
import { z } from 'zod';

/** Gateways mix texts and numbers for codes and ids; both are read, neither is changed. */
export const text = z.union([z.string(), z.number()]).nullish();

/** The schema as documentation of what is expected; anything else there counts as not given. */
export function tolerant<S extends z.ZodType>(schema: S) {
  return schema.nullish().catch(undefined);
}
