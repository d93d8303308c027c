// Reverse payment: cancels an authorization that was not captured. The specification shows no bodies, so what the
// caller gives passes through, and no key is relied on: an unknown reversal is looked up first.
import { z } from 'zod';
import { onPayment } from './families.ts';
import { amountSchema } from './fields/amount.ts';
import { payIdSchema, refNrSchema, transIdSchema } from './fields/ids.ts';
import { effectOn } from './fields/effects.ts';
import { reversalShown } from './own-result.ts';
import { isCapturedWhole, mayBeGivenBack, mayBeReversed, observeReversal } from './payment-evidence.ts';
import { evidenceRules } from './evidence/rules.ts';

export const reverse = onPayment({
  kind: 'reverse',
  summary: 'Reverse an authorization that was not captured',
  path: '/payments/{payId}/reversals',
  examples: [
    {
      title: 'Let the whole authorization go',
      input: { payId: 'PAY_ID', transId: 'order-1001-reverse' },
    },
  ],
  input: z
    .object({
      payId: payIdSchema,
      transId: transIdSchema.optional(),
      amount: amountSchema.optional(),
      refNr: refNrSchema.optional(),
    })
    .catchall(z.json()),
  keyed: false,
  waits: () => 'if-shop-allows',
  taking: () => 'reversal',
  scope: () => 'refund',
  claim: () => 'reversal',
  // The specification's reversal cancels an authorization; a gateway that checks nothing gives a capture back.
  paysOut: () => 'if-captured',
  evidence: () => evidenceRules.reversal,
  recovery: () => 'resend-when-proved',
  // A part that was reversed need not show in the status, so only a full reversal can be absent.
  observe: (facts, payment) => {
    const observation = observeReversal(facts, payment, evidenceRules.reversal);
    // What the record lists as open or done was not refused, whatever else it shows.
    if (observation !== 'absent' && observation !== 'cannot-tell') return observation;
    if (mayBeReversed(facts, payment, evidenceRules.reversal)) return observation;
    if (isCapturedWhole(payment)) return 'impossible';
    return observation === 'absent' && (facts.amount !== null || mayBeGivenBack(payment)) ? 'cannot-tell' : observation;
  },
  shown: (facts, payment) => reversalShown(facts, payment, evidenceRules.reversal),
  effect: (input) => effectOn(input, { reversed: true }),
});
