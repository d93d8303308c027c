// A payment as programs get it, as a schema; payment-for-programs.ts makes it.
import { z } from 'zod';

/** The gateway's bodies are not described. */
export const programsPaymentSchema = z.looseObject({
  withheld: z
    .literal(true)
    .exactOptional()
    .describe(
      'Present where all was left out but ids, status, sums and operations: the rest may be about a customer, and this ' +
        'program neither made the payment nor has a scope for it',
    ),
});
