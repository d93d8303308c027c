// The bodies of refusals (specification, "Errors"): 400 and 500. A 422 carries an operation result (result.ts).
import { z } from 'zod';
import { text, tolerant } from './tolerant.ts';

/** HTTP 400: field name to messages. */
export const problemDetailsSchema = z.looseObject({
  /** URI */
  type: text,
  title: text,
  status: tolerant(z.int()),
  traceId: text,
  errors: tolerant(z.record(z.string(), z.array(z.string()))),
});

/** HTTP 500: the cause as a code, and a short message. */
export const errorBodySchema = z.looseObject({ responseCode: text, responseDescription: text });
