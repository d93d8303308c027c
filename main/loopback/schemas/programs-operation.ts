// An operation as programs get it, as a schema; for-programs.ts makes it.
import { z } from 'zod';
import { decisionViewSchema, operationSchema, originSchema } from '#contract/operation/operation-schemas.ts';

const [cashier, erp] = originSchema.options;

export const programsOperationSchema = operationSchema.omit({ origin: true, decisions: true, told: true }).extend({
  origin: z
    .discriminatedUnion('type', [cashier.pick({ type: true }), erp.pick({ type: true, client: true })])
    .describe('Whether people at the till or a program asked for it, and which program'),
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
        'program or the till made it, and this token lacks the scope for such operations (`customers` where the ' +
        'customer pays on a page)',
    ),
});
