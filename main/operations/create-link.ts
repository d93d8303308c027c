// Create payment link: a link for e-mail, SMS or a QR code that opens a hosted page. The bodies are not shown: what
// the caller gives passes through, and only the names that the whole interface shares are checked.
import { offer } from './families.ts';
import { openOfferSchema } from './fields/open-offer.ts';
import { openResultSchema } from './fields/result.ts';

export const createLink = offer({
  kind: 'create-link',
  summary: 'Create a payment link to share; it opens a hosted page',
  path: '/payments/links',
  examples: [
    {
      title: 'A link for 19.99 EUR',
      input: { transId: 'order-1005', amount: { value: 1999, currency: 'EUR' } },
    },
  ],
  input: openOfferSchema,
  keyed: false,
  response: openResultSchema,
});
