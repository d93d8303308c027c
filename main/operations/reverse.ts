// Reverse payment: cancels an authorization that was not captured. The specification shows no bodies, so what the
// caller gives passes through, and no key is relied on: an unknown reversal is looked up first.
import { z } from 'zod';
import { command } from './define.ts';
import { amountSchema } from './fields/amount.ts';
import { payIdSchema, refNrSchema, transIdSchema } from './fields/ids.ts';
import { operationResultSchema } from './fields/result.ts';
import { effectOn, withRefNr } from './fields/effects.ts';
import { isCapturedWhole, sightOfReversal } from './payment-view.ts';

export const reverse = command({
  kind: 'reverse',
  summary: 'Reverse an authorization that was not captured',
  method: 'POST',
  path: '/payments/{payId}/reversals',
  input: z
    .object({
      payId: payIdSchema,
      transId: transIdSchema.optional(),
      amount: amountSchema.optional(),
      refNr: refNrSchema.optional(),
    })
    .catchall(z.json()),
  keyed: false,
  movesMoney: () => true,
  createsPayment: () => false,
  waits: () => 'if-shop-allows',
  atTerminal: () => false,
  scope: () => 'refund',
  payment: (input) => ({ by: 'payId', payId: input.payId }),
  terminalId: () => null,
  amount: (input) => input.amount ?? null,
  claim: () => 'none',
  namesCapture: () => false,
  secretFields: [],
  personalFields: ['metadata'],
  successRule: 'complete',
  contraryStatuses: () => ['CAPTURED', 'REFUNDED'],
  recovery: () => 'resend-when-proved',
  lookUp: (facts) => (facts.payId === null ? null : { by: 'payId', id: facts.payId }),
  // A part that was reversed need not show in the status, so only a full reversal can be absent.
  sight: (facts, payment) => {
    if (isCapturedWhole(payment)) return 'refused';
    const sighting = sightOfReversal(payment);
    return facts.amount !== null && sighting === 'absent' ? 'cannot-tell' : sighting;
  },
  complete: withRefNr,
  effect: (input) => effectOn(input, { reversed: true }),
  response: operationResultSchema,
});
