// DCC quote: what a card's owner would pay in the card's own currency. Moves no money; asked again only by the caller.
import { z } from 'zod';
import { cardService } from './families.ts';
import { amountSchema } from './fields/amount.ts';
import { binSchema } from './fields/bin.ts';
import { quoteSchema } from './fields/dcc.ts';

export const dccQuote = cardService({
  kind: 'dcc-quote',
  summary: 'Quote an amount in the currency of the card (dynamic currency conversion)',
  path: '/services/dcc/quote',
  examples: [
    {
      title: "What 10.00 EUR are in the card's currency",
      input: { bin: '400000', amount: { value: 1000, currency: 'EUR' } },
    },
  ],
  input: z.strictObject({ bin: binSchema, amount: amountSchema }),
  quotes: true,
  amount: (input) => input.amount,
  response: quoteSchema,
});
