// An operation as programs get it, as a schema; for-programs.ts makes it.
import { z } from 'zod';
import { decisionViewSchema, operationSchema } from '#contract/operation-schemas.ts';

export const programsOperationSchema = operationSchema.omit({ origin: true, decisions: true }).extend({
  origin: z.object({ type: z.enum(['cashier', 'erp']) }).describe('Whether people or a program asked for it'),
  decisions: z
    .array(decisionViewSchema.pick({ outcome: true, at: true }))
    .readonly()
    .exactOptional()
    .describe('What people said of its outcome, and when; missing where nobody did'),
  withheld: z
    .literal(true)
    .exactOptional()
    .describe(
      'Present where fields of `input`, `result` and `failure` that may be about a customer were left out: another ' +
        'program or the till made it, and this token lacks the scope for such operations',
    ),
});
