// A payment as programs get it, as a schema; payment-for-programs.ts makes it.
import { z } from 'zod';
import { moneySchema } from '#contract/operation/operation-schemas.ts';

const sum = moneySchema.nullable();

/** The gateway's bodies are not described: of its own there are only the sums. */
export const programsPaymentSchema = z.looseObject({
  sums: z
    .object({
      authorized: sum.describe('What is or was held, with what was added to it'),
      captured: sum.describe('What was taken'),
      refunded: sum.describe('What was given back'),
    })
    .describe(
      "What the payment came to, by the bridge's reading of the gateway's record. Null: the record does not show it, or " +
        "shows it in the cardholder's currency. How the record itself writes sums is the gateway's matter",
    ),
  withheld: z
    .literal(true)
    .exactOptional()
    .describe(
      'Present where all was left out but ids, status, sums and operations: the rest may be about a customer, and this ' +
        'program neither made the payment nor has a scope for it',
    ),
});
