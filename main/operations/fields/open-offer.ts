// The body of a payment link and of a payment intent: not shown in the specification. Names that mean the same in the
// whole interface are checked where they are given; everything else passes through.
import { z } from 'zod';
import { amountSchema } from './amount.ts';
import { refNrSchema, transIdSchema } from './ids.ts';

export const openOfferSchema = z
  .object({ transId: transIdSchema.optional(), refNr: refNrSchema.optional(), amount: amountSchema.optional() })
  .catchall(z.json());
