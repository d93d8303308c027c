// Create payment intent: an id with which a mobile SDK is started. The bodies are not shown: what the caller gives
// passes through, and only the names that the whole interface shares are checked.
import { offer } from './families.ts';
import { openOfferSchema } from './fields/open-offer.ts';
import { openResultSchema } from './fields/result.ts';

export const createIntent = offer({
  kind: 'create-intent',
  summary: 'Create a payment intent for a mobile SDK',
  path: '/payment-intents',
  examples: [
    {
      title: 'An intent for 19.99 EUR',
      input: { transId: 'order-1006', amount: { value: 1999, currency: 'EUR' } },
    },
  ],
  input: openOfferSchema,
  keyed: false,
  response: openResultSchema,
});
