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
  input: z.strictObject({ bin: binSchema, amount: amountSchema }),
  amount: (input) => input.amount,
  response: quoteSchema,
});
